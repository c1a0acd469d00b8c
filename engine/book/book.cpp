#include "book/book.hpp"

#include "book/cursor.hpp"
#include "core/bad_input.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace crownd::book {

namespace {

using namespace form;
using Bytes = std::span<const std::uint8_t>;

[[noreturn]] void refuse(const std::string& why) { throw BadInput(Fault::bad_argument, why); }
[[noreturn]] void refuse_as_damaged(const std::string& what) { refuse("it is damaged: " + what); }

std::uint64_t number_at(Bytes bytes, std::uint64_t offset, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i > 0; --i) number = number << 8 | bytes[static_cast<std::size_t>(offset) + i - 1];
  return number;
}

Facts facts_in(std::string_view text) {
  Facts facts;
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == text.npos) refuse_as_damaged("its facts do not end with a line end");
    const auto line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto space = line.find(' ');
    if (space == 0 || space == line.npos || space + 1 == line.size() || !is_text(line))
      refuse_as_damaged("each of its facts must be a line of a key, a space, and a value");
    facts.emplace_back(line.substr(0, space), line.substr(space + 1));
  }
  if (facts.empty() || facts.front().first != game_key) refuse_as_damaged("its first fact must name the game");
  return facts;
}

/// Reads one position behind the one that `text` is, in place; where the bytes are no position, refuses.
void next_position(Cursor& cursor, std::string& text) {
  const auto shared = cursor.varint();
  const auto more = cursor.varint();
  if (shared > text.size() || more > most_position_bytes || shared + more > most_position_bytes)
    refuse_as_damaged("a position is longer than " + std::to_string(most_position_bytes) +
                      " bytes, or shares more with the one before than that has");
  text.resize(static_cast<std::size_t>(shared));
  text += cursor.text(static_cast<std::size_t>(more));
}

std::uint64_t count_of_moves(Cursor& cursor) {
  const auto count = cursor.varint();
  if (count == 0 || count > most_moves)
    refuse_as_damaged("a position has " + std::to_string(count) + " moves; 1 to " + std::to_string(most_moves) +
                      " are allowed");
  return count;
}

std::string_view move_text(Cursor& cursor) {
  const auto size = cursor.varint();
  if (size == 0 || size > most_move_bytes)
    refuse_as_damaged("a move of " + std::to_string(size) + " bytes; 1 to " + std::to_string(most_move_bytes) +
                      " are allowed");
  return cursor.text(static_cast<std::size_t>(size));
}

void skip_moves(Cursor& cursor) {
  constexpr int numbers_a_move = 5;
  for (auto count = count_of_moves(cursor); count > 0; --count) {
    (void)move_text(cursor);
    for (int i = 0; i < numbers_a_move; ++i) (void)cursor.varint();
  }
}

int small_number(Cursor& cursor, int most, const char* what) {
  const auto number = cursor.varint();
  if (number > static_cast<std::uint64_t>(most))
    refuse_as_damaged(std::string(what) + " of " + std::to_string(number) + "; the most is " + std::to_string(most));
  return static_cast<int>(number);
}

Score score_in(Cursor& cursor) {
  const auto folded = cursor.varint();
  if (folded > 2ULL * most_raw_score) refuse_as_damaged("a score beyond that of a won or lost game");
  const int size = static_cast<int>(folded >> 1);
  return Score::from_raw((folded & 1) != 0 ? -size - 1 : size);
}

std::vector<BookMove> moves_in(Cursor& cursor) {
  std::vector<BookMove> moves(static_cast<std::size_t>(count_of_moves(cursor)));
  for (BookMove& move : moves) {
    move.move = move_text(cursor);
    move.score = score_in(cursor);
    move.depth = small_number(cursor, most_depth, "a depth");
    move.wins = small_number(cursor, per_mille, "a per mille of wins");
    move.losses = small_number(cursor, per_mille - move.wins, "a per mille of losses");
    move.visits = cursor.varint();
  }
  return moves;
}

void check_entry(const Entry& entry) {
  if (!is_text(entry.position)) refuse_as_damaged("a position has control characters, or no characters");
  for (const BookMove& move : entry.moves)
    if (!is_text(move.move) || move.move.find(' ') != std::string::npos)
      refuse_as_damaged("a move has spaces or control characters");
  if (!std::is_sorted(entry.moves.begin(), entry.moves.end(),
                      [](const auto& a, const auto& b) { return a.score > b.score; }))
    refuse_as_damaged("the moves of a position are not sorted, best first");
}

}  // namespace

Book::Book(Bytes bytes) : bytes_(bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto name = magic.substr(0, magic.size() - 1);
  if (!text.starts_with(name) || bytes.size() < magic.size()) refuse("it is no opening book");
  if (const auto version = bytes[name.size()]; version != static_cast<std::uint8_t>(magic.back()))
    refuse("it is an opening book of version " + std::to_string(version) + ", but version 1 is read here");
  if (bytes.size() < header_bytes) refuse_as_damaged("it ends within its header");
  if (number_at(bytes, checksum_at, 4) != crc32(bytes.data() + facts_size_at, bytes.size() - facts_size_at))
    refuse("it is damaged or cut off: its checksum is wrong");

  const std::uint64_t facts_size = number_at(bytes, facts_size_at, 4);
  positions_ = number_at(bytes, positions_at, 8);
  blocks_ = number_at(bytes, blocks_at, 8);
  index_ = number_at(bytes, index_at, 8);
  if (facts_size > most_facts_bytes || facts_size > bytes.size() - header_bytes)
    refuse_as_damaged("its facts are longer than the file, or than " + std::to_string(most_facts_bytes) + " bytes");
  const std::uint64_t first_block = header_bytes + facts_size;
  if (index_ < first_block || index_ > bytes.size() || blocks_ != (bytes.size() - index_) / offset_bytes ||
      (bytes.size() - index_) % offset_bytes != 0)
    refuse_as_damaged("its index does not end with the file");
  if (blocks_ != positions_ / entries_a_block + (positions_ % entries_a_block != 0 ? 1 : 0))
    refuse_as_damaged("its number of blocks does not fit its number of positions");
  facts_ = facts_in(text.substr(header_bytes, static_cast<std::size_t>(facts_size)));

  std::uint64_t end = first_block;
  Entry entry;
  std::string before;
  for (std::uint64_t number = 0; number < blocks_; ++number) {
    if (number_at(bytes_, index_ + number * offset_bytes, offset_bytes) != end)
      refuse_as_damaged("its index does not point to its blocks");
    Cursor cursor(part(end, index_));
    entry.position.clear();
    for (std::size_t left = entries_in(number); left > 0; --left) {
      next_position(cursor, entry.position);
      if (!before.empty() && before >= entry.position) refuse_as_damaged("its positions are not sorted");
      before = entry.position;
      entry.moves = moves_in(cursor);
      check_entry(entry);
    }
    end += cursor.read();
  }
  if (end != index_) refuse_as_damaged("there are bytes between its blocks and its index");
}

std::size_t Book::entries_in(std::uint64_t block) const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(entries_a_block, positions_ - block * entries_a_block));
}

Bytes Book::part(std::uint64_t first, std::uint64_t end) const {
  return bytes_.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
}

Bytes Book::block(std::uint64_t number) const {
  const auto offset = number_at(bytes_, index_ + number * offset_bytes, offset_bytes);
  if (offset > index_) refuse_as_damaged("it has changed since it was opened");
  return part(offset, index_);
}

std::vector<BookMove> Book::find(std::string_view position) const {
  // The last block whose first position is not behind the one wanted.
  std::uint64_t least = 0;
  std::uint64_t most = blocks_;
  while (least < most) {
    const auto middle = least + (most - least) / 2;
    Cursor cursor(block(middle));
    (void)cursor.varint();
    const auto size = static_cast<std::size_t>(cursor.varint());
    if (cursor.text(size) <= position) {
      least = middle + 1;
    } else {
      most = middle;
    }
  }
  if (least == 0) return {};
  Cursor cursor(block(least - 1));
  // Texts are not put together: one that shares more with the text before it than that does with `position` is as far
  // from it, and one that shares less is behind it.
  std::size_t same = 0;
  for (std::size_t left = entries_in(least - 1); left > 0; --left) {
    const auto shared = cursor.varint();
    const auto further = cursor.text(static_cast<std::size_t>(cursor.varint()));
    if (shared < same) break;
    if (shared == same) {
      const auto wanted = position.substr(same);
      if (further == wanted) return moves_in(cursor);
      if (further > wanted) break;
      const auto limit = std::min(further.size(), wanted.size());
      std::size_t equal = 0;
      while (equal < limit && further[equal] == wanted[equal]) ++equal;
      same += equal;
    }
    skip_moves(cursor);
  }
  return {};
}

Entry Book::at(std::uint64_t number) const {
  if (number >= positions_)
    refuse("there is no position " + std::to_string(number) + " in a book of " + std::to_string(positions_));
  Cursor cursor(block(number / entries_a_block));
  Entry entry;
  for (auto before = number % entries_a_block; before > 0; --before) {
    next_position(cursor, entry.position);
    skip_moves(cursor);
  }
  next_position(cursor, entry.position);
  entry.moves = moves_in(cursor);
  return entry;
}

void Book::for_each(const std::function<void(const Entry&)>& visit) const {
  Entry entry;
  for (std::uint64_t number = 0; number < blocks_; ++number) {
    Cursor cursor(block(number));
    entry.position.clear();
    for (std::size_t left = entries_in(number); left > 0; --left) {
      next_position(cursor, entry.position);
      entry.moves = moves_in(cursor);
      visit(entry);
    }
  }
}

}  // namespace crownd::book
