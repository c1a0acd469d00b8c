#include "games/english/squares.hpp"

#include "core/ascii.hpp"
#include "core/bad_input.hpp"

#include <cstddef>

namespace crownd::english {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_separator(char c) { return c == '-' || lower(c) == 'x' || c == ':'; }

/// A square as written: a number, or a row with a column letter. It may be off the board.
struct Written {
  int number = 0;
  char column = 0;  ///< 0 for a PDN number
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Written> squares() {
    std::vector<Written> result;
    skip_spaces();
    do result.push_back(square());
    while (next_follows(result.back()));
    if (result.size() == 1 && result.front().number > most_of_a_square) fail();
    return result;
  }

 private:
  /// A longer number alone is no square, but squares that were not separated.
  static constexpr int most_of_a_square = 99;

  [[noreturn]] static void fail() {
    throw illegal_move(MoveFault::unreadable,
                       "a move is written with the squares it goes through, as in 11-15, 22x15x8 or 6c-5d");
  }

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  void skip_spaces() {
    while (!at_end() && is_space(text_[at_])) ++at_;
  }

  /// Skips the separator between two squares. Only coordinates may follow each other directly.
  bool next_follows(const Written& last) {
    const std::size_t begin = at_;
    skip_spaces();
    if (at_end()) return false;
    if (is_separator(text_[at_])) ++at_;
    skip_spaces();
    if (at_ == begin && last.column == 0) fail();
    return true;
  }

  Written square() {
    if (!at_end() && is_letter(text_[at_])) {
      const char column = lower(text_[at_++]);
      return {number(), column};
    }
    Written result{number(), 0};
    if (!at_end() && is_letter(text_[at_]) && !is_separator(text_[at_])) result.column = lower(text_[at_++]);
    return result;
  }

  int number() {
    constexpr int enough = 1000;  // far off the board, and far from overflow
    int result = 0;
    if (at_end() || !is_digit(text_[at_])) fail();
    for (; !at_end() && is_digit(text_[at_]); ++at_)
      if (result < enough) result = result * 10 + (text_[at_] - '0');
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Square located(const Written& written, MoveFault where_outside) {
  if (written.column == 0) {
    if (written.number < 1 || written.number > draughts_family::places)
      throw illegal_move(where_outside, "the squares have the numbers 1 to 32");
    return square_of_number(written.number);
  }
  const int row = written.number - 1;
  const int column = written.column - 'a';
  if (row < 0 || row > 7 || column > 7)
    throw illegal_move(where_outside, "the board has the rows 1 to 8 and the columns a to h");
  if (!draughts_family::is_playable(row, column))
    throw illegal_move(where_outside, std::to_string(written.number) + written.column +
                                          " is a light square, and pieces stand on dark squares only");
  return draughts_family::square_at(row, column);
}

}  // namespace

std::string name_of(Square square, Naming naming) {
  if (naming == Naming::number) return std::to_string(number_of(square));
  return std::to_string(row_of(square) + 1) + static_cast<char>('a' + column_of(square));
}

NamedSquares read_squares(std::string_view text) {
  NamedSquares result;
  for (const Written& written : Reader(text).squares()) {
    result.squares.push_back(
        located(written, result.squares.empty() ? MoveFault::source_outside : MoveFault::target_outside));
    if (written.column != 0) result.naming = Naming::coordinates;
  }
  return result;
}

}  // namespace crownd::english
