#include "book/writer.hpp"

#include "core/bad_input.hpp"

#include <algorithm>
#include <utility>

namespace crownd::book {

namespace {

using namespace form;

[[noreturn]] void refuse_to_write(const std::string& why) { throw BadInput(Fault::bad_argument, why); }

std::string line_of(std::string_view key, std::string_view value) {
  if (!is_text(key) || key.find(' ') != key.npos || !is_text(value))
    refuse_to_write("a fact of a book is a key without spaces and a value, on one line");
  return std::string(key) + " " + std::string(value) + "\n";
}

void check(std::string_view position, const std::vector<BookMove>& moves) {
  if (!is_text(position) || position.size() > most_position_bytes)
    refuse_to_write("a position of a book is a line of at most " + std::to_string(most_position_bytes) + " bytes");
  if (moves.empty() || moves.size() > most_moves)
    refuse_to_write("a position of a book has 1 to " + std::to_string(most_moves) + " moves");
  for (const BookMove& move : moves) {
    if (!is_text(move.move) || move.move.size() > most_move_bytes || move.move.find(' ') != move.move.npos)
      refuse_to_write("a move of a book is a word of at most " + std::to_string(most_move_bytes) + " bytes");
    if (move.score.raw() > most_raw_score || move.score.raw() < -most_raw_score)
      refuse_to_write("a score of a book is at most that of a won game");
    if (move.depth < 0 || move.depth > most_depth)
      refuse_to_write("a depth of a book is 0 to " + std::to_string(most_depth) + " plies");
    if (move.wins < 0 || move.losses < 0 || move.wins > per_mille - std::min(move.losses, per_mille))
      refuse_to_write("wins and losses of a book are per mille, and together at most 1000");
  }
}

std::uint64_t zigzag(int number) {
  return number < 0 ? 2 * static_cast<std::uint64_t>(-(number + 1)) + 1 : 2 * static_cast<std::uint64_t>(number);
}

}  // namespace

Writer::Writer(std::string_view game, const Facts& facts) {
  std::string lines = line_of(game_key, game);
  for (const auto& [key, value] : facts) lines += line_of(key, value);
  if (lines.size() > most_facts_bytes)
    refuse_to_write("the facts of a book have at most " + std::to_string(most_facts_bytes) + " bytes");
  put_text(magic);
  bytes_.resize(header_bytes);
  set_number(facts_size_at, lines.size(), 4);
  put_text(lines);
}

void Writer::add(std::string_view position, std::vector<BookMove> moves) {
  check(position, moves);
  if (positions_ > 0 && position <= before_)
    refuse_to_write("positions of a book are sorted, each once: \"" + std::string(position) + "\" comes after \"" +
                    before_ + "\"");
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  std::size_t shared = 0;
  if (positions_ % entries_a_block == 0) {
    offsets_.push_back(bytes_.size());
  } else {
    while (shared < std::min(before_.size(), position.size()) && before_[shared] == position[shared]) ++shared;
  }
  put_varint(shared);
  put_varint(position.size() - shared);
  put_text(position.substr(shared));
  put_varint(moves.size());
  for (const BookMove& move : moves) {
    put_varint(move.move.size());
    put_text(move.move);
    put_varint(zigzag(move.score.raw()));
    put_varint(static_cast<std::uint64_t>(move.depth));
    put_varint(static_cast<std::uint64_t>(move.wins));
    put_varint(static_cast<std::uint64_t>(move.losses));
    put_varint(move.visits);
  }
  before_ = position;
  ++positions_;
}

std::vector<std::uint8_t> Writer::finish() && {
  set_number(positions_at, positions_, 8);
  set_number(blocks_at, offsets_.size(), 8);
  set_number(index_at, bytes_.size(), 8);
  for (const std::uint64_t offset : offsets_) put_number(offset, offset_bytes);
  set_number(checksum_at, crc32(bytes_.data() + facts_size_at, bytes_.size() - facts_size_at), 4);
  return std::move(bytes_);
}

void Writer::put_varint(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(number));
}

void Writer::put_text(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

void Writer::put_number(std::uint64_t number, std::size_t count) {
  bytes_.resize(bytes_.size() + count);
  set_number(bytes_.size() - count, number, count);
}

void Writer::set_number(std::size_t at, std::uint64_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes_[at + i] = static_cast<std::uint8_t>(number >> 8 * i);
}

}  // namespace crownd::book
