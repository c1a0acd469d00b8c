#pragma once

#include "board/board.hpp"
#include "board/game_info.hpp"
#include "board/picture.hpp"
#include "connection/engine.hpp"

namespace crownd::terminal {

using board::Board;
using board::Cell;
using board::GameInfo;
using board::Marks;
using board::Player;
using connection::Engine;
using connection::EngineGone;
using connection::Refused;

}  // namespace crownd::terminal
