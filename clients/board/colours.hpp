#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::board {

/// How many colours a terminal has.
enum class Colours : std::uint8_t { none, eight, many };

/// The colours of a board. All text has a contrast of 4.5 or more to its background (WCAG 2.1).
/// Backgrounds are not distinguished by colour alone: marked squares have a sign, empty dark squares a dot.
struct Palette {
  /// Colours of a piece. If pieces have a background of their own, it replaces that of the square.
  struct Ink {
    int text;
    std::optional<int> ground;
  };
  Ink light_piece, dark_piece, red_piece;
  int text;  ///< on squares: numbers and signs
  int light_square, dark_square;
  int unused_light_square, unused_dark_square;  ///< squares where pieces never stand
  int last, target, captured;                   ///< marked squares
};

/// For `eight`, numbers of the eight colours of ECMA-48; for `many`, those of the 256 colours of xterm except the first
/// sixteen, which themes change.
[[nodiscard]] const Palette& palette_of(Colours colours);

/// The escape sequence that sets these colours.
[[nodiscard]] std::string escape(Colours colours, int text, int ground);
inline constexpr std::string_view reset_escape = "\033[0m";

}  // namespace crownd::board
