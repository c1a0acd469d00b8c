#include "book/book.hpp"

#include "core/bad_input.hpp"

#include <algorithm>

namespace crownd::book {
namespace {

using namespace form;
using Bytes = std::span<const std::uint8_t>;

/// The effect of each byte on the checksum.
constexpr auto crc_of_byte = [] {
  constexpr std::uint32_t reversed_polynomial = 0xEDB88320;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; ++bit)
      table[byte] = table[byte] >> 1 ^ ((table[byte] & 1) != 0 ? reversed_polynomial : 0);
  }
  return table;
}();

[[noreturn]] void refuse(const std::string& why) { throw BadInput(Fault::bad_argument, why); }
[[noreturn]] void refuse_as_damaged(const std::string& what) { refuse("it is damaged: " + what); }

/// Reads numbers and texts from the front of some bytes; throws BadInput at their end.
class Cursor {
 public:
  explicit Cursor(Bytes bytes) : bytes_(bytes) {}

  /// An unsigned number in LEB128.
  [[nodiscard]] std::uint64_t varint() {
    constexpr unsigned bits = 7;
    constexpr unsigned last_shift = 63;
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += bits) {
      if (at_ == bytes_.size()) refuse_as_cut_off();
      const std::uint8_t byte = bytes_[at_++];
      const std::uint64_t part = byte & 0x7F;
      if (shift > last_shift || (shift == last_shift && part > 1)) refuse_as_damaged("a number has more than 64 bits");
      number |= part << shift;
      if ((byte & 0x80) == 0) return number;
    }
  }

  /// Valid as long as the bytes.
  [[nodiscard]] std::string_view text(std::size_t size) {
    if (size > bytes_.size() - at_) refuse_as_cut_off();
    const std::string_view found(reinterpret_cast<const char*>(bytes_.data()) + at_, size);
    at_ += size;
    return found;
  }

  /// The number of bytes read.
  [[nodiscard]] std::size_t read() const { return at_; }

 private:
  [[noreturn]] static void refuse_as_cut_off() { refuse_as_damaged("a block runs into the index"); }

  Bytes bytes_;
  std::size_t at_ = 0;
};

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

/// Decodes the next position, which shares its beginning with `text`. Throws if the bytes are no position.
void next_position(Cursor& cursor, std::string& text) {
  const auto shared = cursor.varint();
  const auto more = cursor.varint();
  if (shared > text.size() || more > max_position_bytes || shared + more > max_position_bytes)
    refuse_as_damaged("a position is longer than " + std::to_string(max_position_bytes) +
                      " bytes, or shares more with the one before than that has");
  text.resize(static_cast<std::size_t>(shared));
  text += cursor.text(static_cast<std::size_t>(more));
}

/// A number from 1 to `max`; `before` and `after` surround it in the message for others.
std::size_t size_in(Cursor& cursor, std::size_t max, const char* before, const char* after) {
  const auto size = cursor.varint();
  if (size == 0 || size > max)
    refuse_as_damaged(before + std::to_string(size) + after + "; 1 to " + std::to_string(max) + " are allowed");
  return static_cast<std::size_t>(size);
}

int small_number(Cursor& cursor, int max, const char* what) {
  const auto number = cursor.varint();
  if (number > static_cast<std::uint64_t>(max))
    refuse_as_damaged(std::string(what) + " of " + std::to_string(number) + "; the most is " + std::to_string(max));
  return static_cast<int>(number);
}

Score score_in(Cursor& cursor) {
  const auto folded = cursor.varint();
  if (folded > 2ULL * max_raw_score) refuse_as_damaged("a score beyond that of a won or lost game");
  const int size = static_cast<int>(folded >> 1);
  return Score::from_raw((folded & 1) != 0 ? -size - 1 : size);
}

std::vector<BookMove> moves_in(Cursor& cursor) {
  std::vector<BookMove> moves(size_in(cursor, max_moves, "a position has ", " moves"));
  for (BookMove& move : moves) {
    move.move = cursor.text(size_in(cursor, max_move_bytes, "a move of ", " bytes"));
    move.score = score_in(cursor);
    move.depth = small_number(cursor, max_depth, "a depth");
    move.wins = small_number(cursor, per_mille, "a per mille of wins");
    move.losses = small_number(cursor, per_mille - move.wins, "a per mille of losses");
    move.visits = cursor.varint();
  }
  return moves;
}

/// A move without visits counts as one; with more than `max`, the sum over all moves could overflow.
std::uint64_t weight_of(const BookMove& move) {
  constexpr std::uint64_t max = std::uint64_t{1} << 40;
  return std::clamp<std::uint64_t>(move.visits, 1, max);
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

std::string line_of(std::string_view key, std::string_view value) {
  if (!is_text(key) || key.find(' ') != key.npos || !is_text(value))
    refuse("a fact of a book is a key without spaces and a value, on one line");
  return std::string(key) + " " + std::string(value) + "\n";
}

void check_for_writing(std::string_view position, const std::vector<BookMove>& moves) {
  if (!is_text(position) || position.size() > max_position_bytes)
    refuse("a position of a book is a line of at most " + std::to_string(max_position_bytes) + " bytes");
  if (moves.empty() || moves.size() > max_moves)
    refuse("a position of a book has 1 to " + std::to_string(max_moves) + " moves");
  for (const BookMove& move : moves) {
    if (!is_text(move.move) || move.move.size() > max_move_bytes || move.move.find(' ') != move.move.npos)
      refuse("a move of a book is a word of at most " + std::to_string(max_move_bytes) + " bytes");
    if (move.score.raw() > max_raw_score || move.score.raw() < -max_raw_score)
      refuse("a score of a book is at most that of a won game");
    if (move.depth < 0 || move.depth > max_depth)
      refuse("a depth of a book is 0 to " + std::to_string(max_depth) + " plies");
    if (move.wins < 0 || move.losses < 0 || move.wins > per_mille - std::min(move.losses, per_mille))
      refuse("wins and losses of a book are per mille, and together at most 1000");
  }
}

/// Small numbers for scores near 0.
std::uint64_t zigzag(int number) {
  return number < 0 ? 2 * static_cast<std::uint64_t>(-(number + 1)) + 1 : 2 * static_cast<std::uint64_t>(number);
}

}  // namespace

bool form::is_text(std::string_view bytes) {
  constexpr unsigned char first_printable = 0x20;
  constexpr unsigned char rubout = 0x7F;
  return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(),
                                       [](unsigned char byte) { return byte >= first_printable && byte != rubout; });
}

std::uint32_t form::crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t sum = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) sum = sum >> 8 ^ crc_of_byte[(sum ^ byte) & 0xFF];
  return ~sum;
}

Book::Book(Bytes bytes) : bytes_(bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto name = magic.substr(0, magic.size() - 1);
  if (!text.starts_with(name) || bytes.size() < magic.size()) refuse("it is no opening book");
  if (const auto version = bytes[name.size()]; version != static_cast<std::uint8_t>(magic.back()))
    refuse("it is an opening book of version " + std::to_string(version) + ": only version 1 is supported");
  if (bytes.size() < header_bytes) refuse_as_damaged("it ends within its header");
  if (number_at(bytes, checksum_at, 4) != crc32(bytes.subspan(facts_size_at)))
    refuse("it is damaged or cut off: its checksum is wrong");

  const std::uint64_t facts_size = number_at(bytes, facts_size_at, 4);
  positions_ = number_at(bytes, positions_at, 8);
  blocks_ = number_at(bytes, blocks_at, 8);
  index_ = number_at(bytes, index_at, 8);
  if (facts_size > max_facts_bytes || facts_size > bytes.size() - header_bytes)
    refuse_as_damaged("its facts are longer than the file, or than " + std::to_string(max_facts_bytes) + " bytes");
  const std::uint64_t first_block = header_bytes + facts_size;
  if (index_ < first_block || index_ > bytes.size() || blocks_ != (bytes.size() - index_) / offset_bytes ||
      (bytes.size() - index_) % offset_bytes != 0)
    refuse_as_damaged("its index does not end with the file");
  if (blocks_ != positions_ / entries_per_block + (positions_ % entries_per_block != 0 ? 1 : 0))
    refuse_as_damaged("its number of blocks does not fit its number of positions");
  facts_ = facts_in(text.substr(header_bytes, static_cast<std::size_t>(facts_size)));

  std::uint64_t end = first_block;
  std::string before;
  for (std::uint64_t number = 0; number < blocks_; ++number) {
    if (number_at(bytes_, index_ + number * offset_bytes, offset_bytes) != end)
      refuse_as_damaged("its index does not point to its blocks");
    end += read_block(number, [&](const Entry& entry) {
      if (!before.empty() && before >= entry.position) refuse_as_damaged("its positions are not sorted");
      before = entry.position;
      check_entry(entry);
    });
  }
  if (end != index_) refuse_as_damaged("there are bytes between its blocks and its index");
}

std::size_t Book::entries_in(std::uint64_t block) const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(entries_per_block, positions_ - block * entries_per_block));
}

Bytes Book::block(std::uint64_t number) const {
  const auto offset = number_at(bytes_, index_ + number * offset_bytes, offset_bytes);
  if (offset > index_) refuse_as_damaged("it has changed since it was opened");
  return bytes_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(index_ - offset));
}

template <class Visit>
std::size_t Book::read_block(std::uint64_t number, Visit visit) const {
  Cursor cursor(block(number));
  Entry entry;
  for (std::size_t left = entries_in(number); left > 0; --left) {
    next_position(cursor, entry.position);
    entry.moves = moves_in(cursor);
    visit(entry);
  }
  return cursor.read();
}

std::vector<BookMove> Book::find(std::string_view position) const {
  // Binary search for the last block whose first position is not after `position`.
  std::uint64_t low = 0;
  std::uint64_t high = blocks_;
  std::string text;
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    Cursor cursor(block(middle));
    text.clear();
    next_position(cursor, text);
    if (text <= position)
      low = middle + 1;
    else
      high = middle;
  }
  std::vector<BookMove> found;
  if (low > 0)
    read_block(low - 1, [&](const Entry& entry) {
      if (entry.position == position) found = entry.moves;
    });
  return found;
}

Entry Book::at(std::uint64_t number) const {
  if (number >= positions_)
    refuse("there is no position " + std::to_string(number) + " in a book of " + std::to_string(positions_));
  Entry found;
  read_block(number / entries_per_block, [&, left = number % entries_per_block](const Entry& entry) mutable {
    if (left-- == 0) found = entry;
  });
  return found;
}

void Book::for_each(const std::function<void(const Entry&)>& visit) const {
  for (std::uint64_t number = 0; number < blocks_; ++number) read_block(number, visit);
}

const BookMove* choose(std::span<const BookMove> moves, int variety, std::uint64_t random) {
  if (moves.empty() || variety <= 0) return moves.data();
  const int least = moves.front().score.raw() - variety;
  const auto end = std::find_if(moves.begin(), moves.end(), [&](const auto& move) { return move.score.raw() < least; });
  std::uint64_t sum = 0;
  for (auto move = moves.begin(); move != end; ++move) sum += weight_of(*move);
  std::uint64_t rest = random % sum;
  for (const BookMove& move : moves) {
    if (rest < weight_of(move)) return &move;
    rest -= weight_of(move);
  }
  return moves.data();
}

Writer::Writer(std::string_view game, const Facts& facts) {
  std::string lines = line_of(game_key, game);
  for (const auto& [key, value] : facts) lines += line_of(key, value);
  if (lines.size() > max_facts_bytes)
    refuse("the facts of a book have at most " + std::to_string(max_facts_bytes) + " bytes");
  put_text(magic);
  bytes_.resize(header_bytes);
  set_number(facts_size_at, lines.size(), 4);
  put_text(lines);
}

void Writer::add(std::string_view position, std::vector<BookMove> moves) {
  check_for_writing(position, moves);
  if (positions_ > 0 && position <= before_)
    refuse("positions of a book are sorted, each once: \"" + std::string(position) + "\" comes after \"" + before_ +
           "\"");
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  std::size_t shared = 0;
  if (positions_ % entries_per_block == 0)
    offsets_.push_back(bytes_.size());
  else
    while (shared < std::min(before_.size(), position.size()) && before_[shared] == position[shared]) ++shared;
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
  for (const std::uint64_t offset : offsets_) {
    bytes_.resize(bytes_.size() + offset_bytes);
    set_number(bytes_.size() - offset_bytes, offset, offset_bytes);
  }
  set_number(checksum_at, crc32(std::span(bytes_).subspan(facts_size_at)), 4);
  return std::move(bytes_);
}

void Writer::put_varint(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(number));
}

void Writer::put_text(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

void Writer::set_number(std::size_t at, std::uint64_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes_[at + i] = static_cast<std::uint8_t>(number >> 8 * i);
}

}  // namespace crownd::book
