#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace crownd::tables {

/// What a table tells of a place.
enum class Kind : std::uint8_t {
  distance,  ///< a Value of value.hpp
  verdict,   ///< a Verdict of value.hpp, four of them in a byte
};

/// What the header of a table file tells.
struct Description {
  std::string game;        ///< at most 16 bytes
  std::string name;        ///< for people, at most 32 bytes
  std::uint64_t code = 0;  ///< of the table, as a TableSpot has it
  int pieces = 0;          ///< of its positions
  Kind kind = Kind::distance;
  std::uint64_t places = 0;
  std::uint32_t block_bytes = 0;  ///< of a block that is not compressed; the last one may be shorter

  [[nodiscard]] std::uint64_t places_a_byte() const { return kind == Kind::distance ? 1 : 4; }
  /// Of the table that is not compressed.
  [[nodiscard]] std::uint64_t plain_bytes() const { return (places + places_a_byte() - 1) / places_a_byte(); }
  [[nodiscard]] std::uint64_t blocks() const { return (plain_bytes() + block_bytes - 1) / block_bytes; }
  /// Of block number `block` that is not compressed.
  [[nodiscard]] std::size_t size_of_block(std::uint64_t block) const;

  friend bool operator==(const Description&, const Description&) = default;
};

/// Blocks are so large where nothing else is asked for: a larger one makes a file a little smaller and a probe slower.
inline constexpr std::uint32_t usual_block_bytes = 8192;

// The form of a file, version 2. Numbers have their lowest byte first.
//
//     bytes   what
//     0-7     "crowntab"
//     8-11    version of the form, 2
//     12      kind: 0 distance, 1 verdict
//     13      pieces
//     16-31   name of the game, filled up with zeros
//     32-63   name of the table, filled up with zeros
//     64-71   code
//     72-79   places
//     80-83   bytes of a block that is not compressed
//     84-91   checksum of bytes 0-83
//     92-     the blocks, each a zstd frame with a checksum of its own
//     then    for each block the bytes that it takes in the file, 4 each
//     then    checksum of these and of the header's, 8 bytes
//     then    "crownend"

inline constexpr std::size_t header_bytes = 92;
inline constexpr std::size_t size_bytes = 4;  ///< of a block's size in the index
inline constexpr std::size_t trailer_bytes = 16;

using Bytes = std::span<const std::uint8_t>;

/// Throws BadInput: why a file cannot be used.
[[noreturn]] void refuse_file(const std::string& why);

[[nodiscard]] std::vector<std::uint8_t> header_of(const Description& description);
/// Throws BadInput where it is not the header of a table of this version, or damaged; `header` may be shorter than one.
[[nodiscard]] Description read_header(Bytes header);

/// What comes behind the blocks: the index of their sizes and the trailer.
[[nodiscard]] std::vector<std::uint8_t> tail_of(Bytes header, std::span<const std::uint32_t> sizes);
[[nodiscard]] bool is_trailer(Bytes trailer);
/// Where each block begins in the file, and where the last one ends. Throws BadInput where the tail does not belong to
/// the header or to a file of so many bytes.
[[nodiscard]] std::vector<std::uint64_t> read_tail(Bytes header, Bytes tail, std::uint64_t file_bytes);

}  // namespace crownd::tables
