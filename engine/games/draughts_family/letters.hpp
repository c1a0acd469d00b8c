#pragma once

#include "core/board.hpp"
#include "core/side.hpp"
#include "games/draughts_family/position.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::draughts_family {

/// The letters of a game. A side is named by the letter of its men.
struct Letters {
  std::array<char, 2> men;    ///< by Side
  std::array<char, 2> kings;  ///< by Side
};

/// What stands on a square: its letter, or `empty`.
[[nodiscard]] constexpr char letter_on(const Position& position, Bits square, const Letters& letters, char empty) {
  for (const std::size_t side : {0U, 1U})
    if ((position.pieces[side] & square) != 0)
      return ((position.kings & square) != 0 ? letters.kings : letters.men)[side];
  return empty;
}

/// The pieces as clients show them.
[[nodiscard]] constexpr std::array<PieceLook, 4> piece_looks(const Letters& letters, std::string_view king = "king") {
  return {PieceLook{letters.men[0], Side::first, "man"}, PieceLook{letters.kings[0], Side::first, king},
          PieceLook{letters.men[1], Side::second, "man"}, PieceLook{letters.kings[1], Side::second, king}};
}

/// How the moves of a game name the square of a place.
using SquareName = std::string (*)(int place);

/// Reads 32 letters in place order (1b, 1d, … 8g; `.` is empty), a colon and the letter of the side to move, for
/// example "aaaaaaaaaaaa........bbbbbbbbbbbb:b". Throws BadInput for any other text and for an uncrowned man on its
/// last row.
[[nodiscard]] Position read_letters(std::string_view text, const Letters& letters, SquareName square_name);

/// The inverse of read_letters.
[[nodiscard]] std::string write_letters(const Position& position, const Letters& letters);

}  // namespace crownd::draughts_family
