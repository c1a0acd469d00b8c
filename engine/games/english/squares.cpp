#include "games/english/squares.hpp"

#include "core/ascii.hpp"
#include "core/bad_input.hpp"
#include "games/text/words.hpp"

#include <cstddef>

namespace crownd::english {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }

/// A square as written: a number, or a row with a column letter. It may be off the board.
struct Written {
  int number = 0;
  char column = 0;  ///< 0 for a PDN number
  bool column_first = false;

  [[nodiscard]] bool on_board() const { return number >= 1 && number <= 8 && column >= 'a' && column <= 'h'; }
  [[nodiscard]] bool is_dark() const { return draughts_family::is_playable(number - 1, column - 'a'); }
  [[nodiscard]] std::string text() const {
    return column_first ? column + std::to_string(number) : std::to_string(number) + column;
  }
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

  [[noreturn]] void fail() const {
    throw unreadable_move(
        in_quotes(text_) +
        " is not a move: write its squares, by number, row and column, or algebraic with a1 in White's left "
        "corner");
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
    if (text::is_separator(text_[at_])) ++at_;
    skip_spaces();
    if (at_ == begin && last.column == 0) fail();
    return true;
  }

  Written square() {
    if (!at_end() && is_letter(text_[at_])) {
      const char column = lower(text_[at_++]);
      return {number(), column, true};
    }
    Written result{number()};
    if (!at_end() && is_letter(text_[at_]) && !text::is_separator(text_[at_])) result.column = lower(text_[at_++]);
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

/// The naming of the squares that are no numbers: algebraic if one with its column first is light on the drawn board.
Naming naming_of(const std::vector<Written>& squares) {
  auto naming = Naming::number;
  for (const Written& square : squares) {
    if (square.column == 0) continue;
    if (square.column_first && square.on_board() && !square.is_dark()) return Naming::algebraic;
    naming = Naming::coordinates;
  }
  return naming;
}

Square located(const Written& written, Naming naming, MoveFault where_outside) {
  if (written.column == 0) {
    if (written.number < 1 || written.number > draughts_family::places)
      throw illegal_move(where_outside, "the squares have the numbers 1 to 32");
    return square_of_number(written.number);
  }
  if (!written.on_board()) throw illegal_move(where_outside, "the board has the rows 1 to 8 and the columns a to h");
  const bool algebraic = naming == Naming::algebraic && written.column_first;
  if (algebraic == written.is_dark())
    throw illegal_move(
        where_outside,
        written.text() + " is a light square, and pieces stand on dark squares only" +
            (naming == Naming::algebraic ? ", if a1 is White's left corner, as the other squares say" : ""));
  const int column = written.column - 'a';
  return draughts_family::square_at(written.number - 1, algebraic ? 7 - column : column);
}

}  // namespace

std::string name_of(Square square, Naming naming) {
  if (naming == Naming::number) return std::to_string(number_of(square));
  const auto row = std::to_string(row_of(square) + 1);
  if (naming == Naming::algebraic) return static_cast<char>('h' - column_of(square)) + row;
  return row + static_cast<char>('a' + column_of(square));
}

NamedSquares read_squares(std::string_view text) {
  const auto written = Reader(text).squares();
  NamedSquares result{{}, naming_of(written)};
  for (const Written& square : written)
    result.squares.push_back(
        located(square, result.naming, result.squares.empty() ? MoveFault::source_outside : MoveFault::target_outside));
  return result;
}

}  // namespace crownd::english
