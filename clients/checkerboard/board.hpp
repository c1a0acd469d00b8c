#pragma once

#include "checkerboard/api.hpp"
#include "play/any_game.hpp"

#include <array>
#include <optional>
#include <string>

namespace crownd::checkerboard {

inline constexpr int squares = 32;
/// The pieces by the number of their square; 0 is no square.
using Pieces = std::array<int, squares + 1>;

/// Throws BadInput for a number that is no piece, and for a piece on a light square.
[[nodiscard]] Pieces read(const Board& board);
void write(const Pieces& pieces, Board& board);

/// As PDN FEN; BadInput where `color` is neither white nor black.
[[nodiscard]] std::string fen_of(const Pieces& pieces, int color);
[[nodiscard]] Pieces pieces_of(const play::Squares& drawn);

/// The square of that name.
[[nodiscard]] int number_of(const std::string& name);

/// A way to play a move, which leads from `before` to `after`.
[[nodiscard]] Move move_of(const MovePath& path, const Pieces& before, const Pieces& after);

}  // namespace crownd::checkerboard
