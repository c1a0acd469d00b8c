#include "games/draughts_family/pdn.hpp"

#include "core/ascii.hpp"
#include "core/bad_input.hpp"

#include <optional>

namespace crownd::draughts_family {
namespace {

/// A position of every draughts game: no man stands on its last row, whichever row that is.
constexpr std::string_view example = ", for example W:W13-16,K27:B17-19";

constexpr int most_plies = 1'000'000;  // more than any game has

/// The text in upper case without spaces and without the full stop at the end.
std::string tidied(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' && c != '\t') result += upper(c);
  if (!result.empty() && result.back() == '.') result.pop_back();
  return result;
}

/// Reads a tidied text from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  PdnPosition position() {
    PdnPosition result;
    result.white_to_move = colour("the side to move") == 'W';
    bool white_seen = false;
    bool black_seen = false;
    bool counters_seen[2]{};
    while (accept(':')) {
      if (take_counter('H', counters_seen[0], result.counters.reversible_plies)) continue;
      if (take_counter('F', counters_seen[1], result.counters.move)) continue;
      const bool white = colour("the colour of a list of squares") == 'W';
      bool& seen = white ? white_seen : black_seen;
      if (seen) fail(std::string("the pieces of ") + (white ? "White" : "Black") + " are listed twice");
      seen = true;
      list(white ? result.white_men : result.black_men, white ? result.white_kings : result.black_kings);
    }
    if (at_ < text_.size()) fail(found() + " cannot stand after a list of squares");
    if (!white_seen || !black_seen) fail("both W and B need a list of squares, which may be empty");
    return result;
  }

 private:
  [[noreturn]] static void fail(const std::string& why) { throw bad_position(why + std::string(example)); }

  bool accept(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  char colour(const std::string& what) {
    if (accept('W')) return 'W';
    if (accept('B')) return 'B';
    fail("W or B is expected for " + what + ", not " + found());
  }

  /// Reads H and the plies without a capture or a man's move, or F and the number of the move, as lidraughts writes
  /// them.
  bool take_counter(char letter, bool& seen, int& counter) {
    if (!accept(letter)) return false;
    if (seen) fail(std::string("the counter ") + letter + " is there twice");
    seen = true;
    const auto number = digits(most_plies);
    if (!number || *number > most_plies)
      fail(std::string("the counter ") + letter + " needs a number from 0 to " + std::to_string(most_plies));
    counter = *number;
    return true;
  }

  /// The next character, in quotes.
  [[nodiscard]] std::string found() const {
    return at_ == text_.size() ? "the end" : std::string("'") + text_[at_] + "'";
  }

  void list(Bits& men, Bits& kings) {
    if (at_ == text_.size() || text_[at_] == ':') return;
    do {
      Bits& set = accept('K') ? kings : men;
      const int from = square();
      const int to = accept('-') ? square() : from;
      if (to < from) fail("the range " + std::to_string(from) + "-" + std::to_string(to) + " runs backwards");
      for (int number = from; number <= to; ++number) occupy(number, set);
    } while (accept(','));
  }

  /// A number, if there is one; reading stops behind `most`.
  std::optional<int> digits(int most) {
    int number = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_]) && number <= most) number = number * 10 + (text_[at_++] - '0');
    return at_ == begin ? std::nullopt : std::optional(number);
  }

  int square() {
    const auto number = digits(places);
    if (!number) fail("a square number is expected, not " + found());
    if (*number < 1 || *number > places) fail("squares are numbered from 1 to 32");
    return *number;
  }

  void occupy(int number, Bits& set) {
    const Bits square = bit(static_cast<Square>(number - 1));
    if ((occupied_ & square) != 0) fail("square " + std::to_string(number) + " is named twice");
    occupied_ |= square;
    set |= square;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Bits occupied_ = 0;
};

std::string formatted(char colour, Bits men, Bits kings) {
  std::string text(1, colour);
  for (Bits rest = men | kings; rest != 0; rest &= rest - 1) {
    if (text.size() > 1) text += ',';
    if ((kings & bit(lowest(rest))) != 0) text += 'K';
    text += std::to_string(lowest(rest) + 1);
  }
  return text;
}

}  // namespace

bool looks_like_pdn(std::string_view text) {
  const std::string tidy = tidied(text);
  return tidy.size() >= 2 && (tidy[0] == 'W' || tidy[0] == 'B') && tidy[1] == ':';
}

PdnPosition parse_pdn(std::string_view text) { return Reader(tidied(text)).position(); }

void refuse_uncrowned_man(std::string_view colour, int number) {
  const std::string square = std::to_string(number);
  throw bad_position("the " + std::string(colour) + " man on " + square +
                     " stands on its last row and must be a king: write K" + square);
}

std::string format_pdn(const PdnPosition& position) {
  return std::string(position.white_to_move ? "W:" : "B:") + formatted('W', position.white_men, position.white_kings) +
         ':' + formatted('B', position.black_men, position.black_kings);
}

}  // namespace crownd::draughts_family
