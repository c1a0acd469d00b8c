#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
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

/// The sign that is a NAG; empty if there is none.
[[nodiscard]] constexpr std::string_view sign_of(int nag) {
  return nag >= 1 && nag <= static_cast<int>(signs.size()) ? signs[static_cast<std::size_t>(nag) - 1] : "";
}
/// The NAG of a sign; 0 for other texts.
[[nodiscard]] constexpr int nag_of(std::string_view sign) {
  for (int nag = 1; nag <= static_cast<int>(signs.size()); ++nag)
    if (sign_of(nag) == sign) return nag;
  return 0;
}

struct Move {
  std::string text;                   ///< without its number and signs
  std::vector<int> nags{};            ///< numeric annotation glyphs; the signs ! ? !! ?? !? ?! are 1 to 6
  std::vector<std::string> comments;  ///< after the move
  std::vector<Line> variations;       ///< lines that begin instead of this move
  std::string sign{};                 ///< a sign that has no NAG, such as `!?!!!`

  bool operator==(const Move&) const;
};

/// A sequence of moves: those of the game, or of a variation.
struct Line {
  std::vector<std::string> comments;  ///< before the first move
  std::vector<Move> moves;

  bool operator==(const Line&) const = default;
};

inline bool Move::operator==(const Move&) const = default;

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

}  // namespace crownd::notation
