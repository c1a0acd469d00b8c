#pragma once

#include <array>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace crownd::notation {

// Games as text, in PDN, PGN, or the plain form that clients/match/README.md describes.

struct Tag {
  std::string name;
  std::string value;

  bool operator==(const Tag&) const = default;
};

struct Line;

/// The signs of a move, in the order of their NAGs, 1 to 6.
inline constexpr std::array<std::string_view, 6> signs{"!", "?", "!!", "??", "!?", "?!"};

/// The sign of a NAG; empty for other NAGs.
[[nodiscard]] constexpr std::string_view sign_of(int nag) {
  return nag >= 1 && nag <= static_cast<int>(signs.size()) ? signs[static_cast<std::size_t>(nag) - 1] : "";
}

struct Move {
  std::string text;                   ///< without its number and signs
  std::vector<int> nags{};            ///< numeric annotation glyphs; the signs ! ? !! ?? !? ?! are 1 to 6
  std::vector<std::string> comments;  ///< after the move
  std::vector<Line> variations;       ///< lines that begin instead of this move
  std::string sign{};                 ///< a sign without a NAG, such as `!?!!!`

  bool operator==(const Move&) const;
};

/// A sequence of moves: those of the game, or of a variation.
struct Line {
  std::vector<std::string> comments;  ///< before the first move
  std::vector<Move> moves;

  bool operator==(const Line&) const = default;
};

/// Not defaulted, because that crashes clang 14.
inline bool Move::operator==(const Move& other) const {
  return std::tie(text, nags, comments, variations, sign) ==
         std::tie(other.text, other.nags, other.comments, other.variations, other.sign);
}

struct Game {
  std::vector<Tag> tags;  ///< in the order of the text
  Line line;
  std::string result;  ///< the word that ends the moves, such as `1-0` or `*`; empty if there is none

  /// The value of the first tag with this name; null if there is none.
  [[nodiscard]] const std::string* tag(std::string_view name) const;
  /// The text of the position that the game begins with, from its tag FEN or Start; else "startpos".
  [[nodiscard]] std::string start() const;
  /// The texts of the moves, without those of variations.
  [[nodiscard]] std::vector<std::string> moves() const;
};

/// The move number in the last field of a FEN; 1 for other position texts.
[[nodiscard]] int move_number(std::string_view position);

/// Converts a move of a king, rook or bishop on 8x8 to SAN without the check sign: `Rbxa5` for `b5a5`. `fen` is the
/// position before the move, `legal` its legal moves.
[[nodiscard]] std::string to_san(std::string_view fen, std::string_view move, const std::vector<std::string>& legal);

/// Options for writing PDN or PGN.
struct Layout {
  int first_number = 1;        ///< of the first move
  bool second_begins = false;  ///< the first move is by the side that moves second under each number
  /// As in PGN, repeats the number (`1...`) of the second side's move at the beginning and after comments and
  /// variations. Some PDN readers take it for the next move's number.
  bool numbers_second = true;
  bool breaks_comments = true;  ///< those longer than a line
  /// Writes ! ? !! ?? !? ?! after moves; else as NAGs.
  bool writes_signs = false;
};

/// `[NAME "VALUE"]` and LF.
[[nodiscard]] std::string tag_text(const Tag& tag);

/// Writes a game as PDN or PGN, with moves in lines of at most 80 characters. A comment with a closing brace is written
/// after `;`. A game without a result ends with `*`.
void write_game(std::ostream& out, const Game& game, const Layout& layout);

/// Writes a game in the plain form: tags, an empty line, first comments in braces, and a line per move with its sign
/// and comments. Omits what does not fit. `second_begins`: the side that moves second in the game makes the first move.
void write_plain_game(std::ostream& out, const Game& game, bool second_begins);

}  // namespace crownd::notation
