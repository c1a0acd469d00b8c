#pragma once

#include "board/board.hpp"
#include "board/game_info.hpp"

namespace crownd::terminal {

using board::Board;
using board::Cell;
using board::GameInfo;
using board::Piece;
using board::Player;

}  // namespace crownd::terminal
