#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace crownd::tables {

/// What a table holds for an index.
enum class Kind : std::uint8_t {
  distance,  ///< a Value of value.hpp
  verdict,   ///< a Verdict of value.hpp, four of them in a byte
};

inline constexpr std::size_t header_bytes = 92;
inline constexpr std::size_t size_bytes = 4;  ///< of a block's size in the index
inline constexpr std::size_t trailer_bytes = 16;
/// No compressed block is smaller: the header of a zstd frame and that of a block in it (RFC 8878, 3.1.1).
inline constexpr std::size_t least_block_bytes = 9;

/// What the header of a table file says.
struct Description {
  std::string game;        ///< at most 16 bytes
  std::string name;        ///< for people, at most 32 bytes
  std::uint64_t code = 0;  ///< of the table, as a TableSpot has it
  int pieces = 0;          ///< of its positions
  Kind kind = Kind::distance;
  std::uint64_t places = 0;
  std::uint32_t block_bytes = 0;  ///< size of a block before compression; the last one may be shorter

  [[nodiscard]] std::uint64_t places_a_byte() const { return kind == Kind::distance ? 1 : 4; }
  /// The size of the table before compression.
  [[nodiscard]] std::uint64_t plain_bytes() const { return (places + places_a_byte() - 1) / places_a_byte(); }
  [[nodiscard]] std::uint64_t blocks() const { return (plain_bytes() + block_bytes - 1) / block_bytes; }
  /// The memory that the index of a file takes while it is used.
  [[nodiscard]] std::uint64_t index_bytes() const { return (blocks() + 1) * (size_bytes + sizeof(std::uint64_t)); }
  /// The size of block number `block` before compression.
  [[nodiscard]] std::size_t size_of_block(std::uint64_t block) const;

  friend bool operator==(const Description&, const Description&) = default;
};

/// The default block size: larger blocks make a file a little smaller and a probe slower.
inline constexpr std::uint32_t usual_block_bytes = 8192;

// The file format, version 2. Numbers are little-endian.
//
//     bytes   what
//     0-7     "crowntab"
//     8-11    version of the format, 2
//     12      kind: 0 distance, 1 verdict
//     13      pieces
//     16-31   name of the game, zero-padded
//     32-63   name of the table, zero-padded
//     64-71   code
//     72-79   places
//     80-83   size of a block before compression, in bytes
//     84-91   checksum of bytes 0-83
//     92-     the blocks, each a zstd frame with a checksum of its own
//     then    the compressed size of each block, 4 bytes each
//     then    checksum of these sizes and of the header's checksum, 8 bytes
//     then    "crownend"

using Bytes = std::span<const std::uint8_t>;

/// Throws BadInput with the reason why a file cannot be used.
[[noreturn]] void refuse_file(const std::string& why);

[[nodiscard]] std::vector<std::uint8_t> header_of(const Description& description);
/// Throws BadInput if it is not the header of a table of this version, or damaged; `header` may be shorter than one.
[[nodiscard]] Description read_header(Bytes header);

/// What follows the blocks: the index of their sizes and the trailer.
[[nodiscard]] std::vector<std::uint8_t> tail_of(Bytes header, std::span<const std::uint32_t> sizes);
[[nodiscard]] bool is_trailer(Bytes trailer);
/// Where each block begins in the file, and where the last one ends. Throws BadInput if the tail does not match
/// the header or the size of the file.
[[nodiscard]] std::vector<std::uint64_t> read_tail(Bytes header, Bytes tail, std::uint64_t file_bytes);

}  // namespace crownd::tables
