#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::terminal {

/// Which colours the terminal has, as it is told by TERM.
enum class Colours : std::uint8_t { none, eight, many };

[[nodiscard]] Colours colours_of_terminal();

/// The colours of a board. Every text on a ground that is in use has a contrast of 4.5 or more to it (WCAG 2.1).
/// Grounds are not told apart by their colour alone: marks have a sign, dark squares that are empty a dot.
struct Palette {
  /// What a piece is written with. Where pieces have a ground of their own, it is theirs and not that of the square.
  struct Ink {
    int text;
    std::optional<int> ground;
  };
  Ink light_piece, dark_piece, red_piece;
  int text;  ///< on squares: numbers and signs
  int light_square, dark_square;
  int unused_light_square, unused_dark_square;  ///< where no piece ever stands
  int last, target, captured;                   ///< the squares that are marked
};

/// For `eight` numbers of the eight colours of ECMA-48, for `many` those of the 256 colours of xterm beyond the first
/// sixteen, which themes change.
[[nodiscard]] const Palette& palette_of(Colours colours);

/// What switches to these colours.
[[nodiscard]] std::string escape(Colours colours, int text, int ground);
inline constexpr std::string_view reset_escape = "\033[0m";

}  // namespace crownd::terminal
