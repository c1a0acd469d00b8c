#include "tables/table_form.hpp"

#include "core/bad_input.hpp"
#include "core/mix.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace crownd::tables {

namespace {

constexpr std::string_view magic = "crowntab";
constexpr std::string_view end_magic = "crownend";
constexpr std::uint64_t version = 2;

/// Larger blocks are refused: a reader would have to allocate memory for them.
constexpr std::uint64_t largest_block = std::uint64_t{1} << 22;
/// Larger tables are refused, too.
constexpr std::uint64_t most_places = std::uint64_t{1} << 40;
/// And more blocks: their index is kept in memory, some 50 MB of it. At the usual size of a block these are 32 GiB of
/// values, many times the largest table.
constexpr std::uint64_t most_blocks = std::uint64_t{1} << 22;

struct Field {
  std::size_t first;
  std::size_t bytes;
};
constexpr Field magic_field{0, 8};
constexpr Field version_field{8, 4};
constexpr Field kind_field{12, 1};
constexpr Field pieces_field{13, 1};
constexpr Field game_field{16, 16};
constexpr Field name_field{32, 32};
constexpr Field code_field{64, 8};
constexpr Field places_field{72, 8};
constexpr Field block_field{80, 4};
constexpr Field checksum_field{84, 8};
static_assert(checksum_field.first + checksum_field.bytes == header_bytes);

constexpr Field tail_checksum_field{0, 8};  // within the trailer
constexpr Field end_magic_field{8, 8};

std::uint64_t read_number(Bytes bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

std::uint64_t read_number(Bytes bytes, Field field) { return read_number(bytes.subspan(field.first, field.bytes)); }

void write_number(std::span<std::uint8_t> bytes, Field field, std::uint64_t number) {
  for (std::size_t i = 0; i < field.bytes; ++i, number >>= 8)
    bytes[field.first + i] = static_cast<std::uint8_t>(number);
}

std::string read_text(Bytes bytes, Field field) {
  const auto text = bytes.subspan(field.first, field.bytes);
  return {text.begin(), std::find(text.begin(), text.end(), 0)};
}

void write_text(std::span<std::uint8_t> bytes, Field field, std::string_view text) {
  std::copy_n(text.begin(), std::min(text.size(), field.bytes),
              bytes.begin() + static_cast<std::ptrdiff_t>(field.first));
}

std::uint64_t checksum(Bytes bytes, std::uint64_t sum) {
  constexpr std::size_t word = 8;
  for (; bytes.size() >= word; bytes = bytes.subspan(word)) sum = mix(sum ^ read_number(bytes.first(word)));
  return mix(sum ^ read_number(bytes) ^ std::uint64_t{bytes.size()} << 56);
}

[[noreturn]] void refuse_as_damaged() { refuse_file("it is damaged or cut off; make it anew"); }

}  // namespace

void refuse_file(const std::string& why) { throw BadInput(Fault::bad_argument, why); }

std::size_t Description::size_of_block(std::uint64_t block) const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, plain_bytes() - block * block_bytes));
}

std::vector<std::uint8_t> header_of(const Description& description) {
  std::vector<std::uint8_t> header(header_bytes);
  write_text(header, magic_field, magic);
  write_number(header, version_field, version);
  write_number(header, kind_field, static_cast<std::uint64_t>(description.kind));
  write_number(header, pieces_field, static_cast<std::uint64_t>(description.pieces));
  write_text(header, game_field, description.game);
  write_text(header, name_field, description.name);
  write_number(header, code_field, description.code);
  write_number(header, places_field, description.places);
  write_number(header, block_field, description.block_bytes);
  write_number(header, checksum_field, checksum(Bytes(header).first(checksum_field.first), 0));
  return header;
}

Description read_header(Bytes header) {
  if (header.size() < version_field.first + version_field.bytes || read_text(header, magic_field) != magic)
    refuse_file("it is no endgame table");
  if (const auto found = read_number(header, version_field); found != version)
    refuse_file("it is an endgame table of version " + std::to_string(found) + ", but version " +
                std::to_string(version) + " is read here: make it anew with crown-tables");
  if (header.size() < header_bytes ||
      read_number(header, checksum_field) != checksum(header.first(checksum_field.first), 0))
    refuse_as_damaged();
  Description description;
  const auto kind = read_number(header, kind_field);
  description.kind = static_cast<Kind>(kind);
  description.pieces = static_cast<int>(read_number(header, pieces_field));
  description.game = read_text(header, game_field);
  description.name = read_text(header, name_field);
  description.code = read_number(header, code_field);
  description.places = read_number(header, places_field);
  const auto block_bytes = read_number(header, block_field);
  description.block_bytes = static_cast<std::uint32_t>(block_bytes);
  if (kind > static_cast<std::uint64_t>(Kind::verdict) || block_bytes == 0 || block_bytes > largest_block ||
      description.places == 0 || description.places > most_places)
    refuse_as_damaged();
  if (description.blocks() > most_blocks)
    refuse_file("it has " + std::to_string(description.blocks()) + " blocks; no more than " +
                std::to_string(most_blocks) + " are read");
  return description;
}

std::vector<std::uint8_t> tail_of(Bytes header, std::span<const std::uint32_t> sizes) {
  std::vector<std::uint8_t> tail(sizes.size() * size_bytes + trailer_bytes);
  const auto trailer = std::span(tail).last(trailer_bytes);
  for (std::size_t i = 0; i < sizes.size(); ++i) write_number(tail, {i * size_bytes, size_bytes}, sizes[i]);
  write_number(trailer, tail_checksum_field,
               checksum(Bytes(tail).first(sizes.size() * size_bytes), read_number(header, checksum_field)));
  write_text(trailer, end_magic_field, end_magic);
  return tail;
}

bool is_trailer(Bytes trailer) {
  return trailer.size() == trailer_bytes && read_text(trailer, end_magic_field) == end_magic;
}

std::vector<std::uint64_t> read_tail(Bytes header, Bytes tail, std::uint64_t file_bytes) {
  if (tail.size() < trailer_bytes || !is_trailer(tail.last(trailer_bytes))) refuse_as_damaged();
  const Bytes index = tail.first(tail.size() - trailer_bytes);
  if (read_number(tail.last(trailer_bytes), tail_checksum_field) !=
      checksum(index, read_number(header, checksum_field)))
    refuse_as_damaged();
  std::vector<std::uint64_t> bounds{header_bytes};
  bounds.reserve(index.size() / size_bytes + 1);
  for (std::size_t at = 0; at + size_bytes <= index.size(); at += size_bytes)
    bounds.push_back(bounds.back() + read_number(index, {at, size_bytes}));
  if (bounds.back() + tail.size() != file_bytes) refuse_as_damaged();
  return bounds;
}

}  // namespace crownd::tables
