#include "tables/tables.hpp"

#include "core/bad_input.hpp"
#include "core/mix.hpp"
#include "tables/index.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace crownd::tables {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::string_view magic = "crowntab";
constexpr std::uint64_t version = 1;

struct Field {
  std::size_t first;
  std::size_t bytes;
};
constexpr Field magic_field{0, 8};
constexpr Field version_field{8, 4};
constexpr Field pieces_field{12, 4};
constexpr Field game_field{16, 16};
constexpr Field checksum_field{32, 8};
constexpr std::size_t header_bytes = 40;

std::uint64_t read_number(Bytes bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

std::uint64_t read_number(Bytes file, Field field) { return read_number(file.subspan(field.first, field.bytes)); }

void write_number(std::vector<std::uint8_t>& file, Field field, std::uint64_t number) {
  for (std::size_t i = 0; i < field.bytes; ++i, number >>= 8) file[field.first + i] = static_cast<std::uint8_t>(number);
}

std::string read_text(Bytes file, Field field) {
  const auto bytes = file.subspan(field.first, field.bytes);
  return {bytes.begin(), std::find(bytes.begin(), bytes.end(), 0)};
}

void write_text(std::vector<std::uint8_t>& file, Field field, std::string_view text) {
  const auto bytes = std::min(text.size(), field.bytes);
  std::copy_n(text.begin(), bytes, file.begin() + static_cast<std::ptrdiff_t>(field.first));
}

std::uint64_t checksum(Bytes bytes, std::uint64_t sum) {
  constexpr std::size_t word = 8;
  for (; bytes.size() >= word; bytes = bytes.subspan(word)) sum = mix(sum ^ read_number(bytes.first(word)));
  return mix(sum ^ read_number(bytes) ^ std::uint64_t{bytes.size()} << 56);
}

std::uint64_t checksum_of_file(Bytes file) {
  return checksum(file.subspan(header_bytes), checksum(file.first(checksum_field.first), 0));
}

[[noreturn]] void refuse(const std::string& why) { throw BadInput(Fault::bad_argument, why); }

}  // namespace

Tables::Tables(std::vector<std::uint8_t> file) : file_(std::move(file)) {
  if (file_.size() < header_bytes || read_text(file_, magic_field) != magic) refuse("this is not a table of endings");
  if (read_number(file_, version_field) != version)
    refuse("this table has another version than " + std::to_string(version) + "; make it anew");
  const auto pieces = read_number(file_, pieces_field);
  if (pieces < 2 || pieces > most_pieces || file_.size() != header_bytes + size_of_table(static_cast<int>(pieces)) ||
      read_number(file_, checksum_field) != checksum_of_file(file_))
    refuse("this table is damaged; make it anew");
  game_ = read_text(file_, game_field);
  pieces_ = static_cast<int>(pieces);
}

Value Tables::value_of(const TablePieces& pieces) const { return file_[header_bytes + place_of(pieces)]; }

std::vector<std::uint8_t> file_of(std::string_view game, int pieces, std::span<const Value> values) {
  std::vector<std::uint8_t> file(header_bytes);
  write_text(file, magic_field, magic);
  write_number(file, version_field, version);
  write_number(file, pieces_field, static_cast<std::uint64_t>(pieces));
  write_text(file, game_field, game);
  file.insert(file.end(), values.begin(), values.end());
  write_number(file, checksum_field, checksum_of_file(file));
  return file;
}

}  // namespace crownd::tables
