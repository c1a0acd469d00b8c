#pragma once

#include "board/board.hpp"
#include "board/game_info.hpp"
#include "board/picture.hpp"
#include "connection/engine.hpp"
#include "console/console.hpp"

namespace crownd::terminal {

using board::Board;
using board::Cell;
using board::GameInfo;
using board::Marks;
using board::Player;
using connection::Engine;
using connection::EngineGone;
using connection::Refused;
using console::Console;
using console::Ended;
using console::is_at_terminal;
using console::Leave;
using console::Manner;

}  // namespace crownd::terminal
