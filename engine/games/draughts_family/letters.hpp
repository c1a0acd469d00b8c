#pragma once

#include "core/board.hpp"
#include "core/side.hpp"
#include "games/draughts_family/board.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::draughts_family {

/// A position as a text gives it: the pieces, by Side, and the side to move. The first side is at the bottom.
struct Placement {
  std::array<Bits, 2> men{};
  std::array<Bits, 2> kings{};
  Side to_move = Side::first;

  friend bool operator==(const Placement&, const Placement&) = default;
};

/// The letters of a game. A side is named by the letter of its men.
struct Letters {
  std::array<char, 2> men;    ///< by Side
  std::array<char, 2> kings;  ///< by Side
};

/// What stands on a square: its letter, or `empty`.
[[nodiscard]] constexpr char letter_on(Bits square, const std::array<Bits, 2>& pieces, Bits kings,
                                       const Letters& letters, char empty) {
  for (const std::size_t side : {0U, 1U})
    if ((pieces[side] & square) != 0) return ((kings & square) != 0 ? letters.kings : letters.men)[side];
  return empty;
}

/// The pieces as clients show them.
[[nodiscard]] constexpr std::array<PieceLook, 4> piece_looks(const Letters& letters, std::string_view king = "king") {
  return {PieceLook{letters.men[0], Side::first, "man"}, PieceLook{letters.kings[0], Side::first, king},
          PieceLook{letters.men[1], Side::second, "man"}, PieceLook{letters.kings[1], Side::second, king}};
}

/// How the moves of a game name the square of a place.
using SquareName = std::string (*)(int place);

/// The row on which a side's men are crowned.
[[nodiscard]] constexpr Bits last_row(Side side) { return side == Side::first ? top_row : bottom_row; }

/// Reads 32 letters in place order (1b, 1d, … 8g; `.` is empty), a colon and the letter of the side to move, for
/// example "aaaaaaaaaaaa........bbbbbbbbbbbb:b". Throws BadInput for any other text and for an uncrowned man on its
/// last row.
[[nodiscard]] Placement read_letters(std::string_view text, const Letters& letters, SquareName square_name);

/// The inverse of read_letters.
[[nodiscard]] std::string write_letters(const Placement& placement, const Letters& letters);

/// A side's men that stand on its last row, where they would be kings.
[[nodiscard]] constexpr Bits uncrowned_men(const Placement& placement, Side side) {
  return placement.men[static_cast<std::size_t>(side)] & last_row(side);
}

}  // namespace crownd::draughts_family
