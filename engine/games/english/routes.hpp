#pragma once

#include "games/draughts_family/fitting.hpp"
#include "games/english/squares.hpp"

namespace crownd::english {

using draughts_family::Route;

/// Every route of a legal move, in the order of their texts in PDN. A step has one.
[[nodiscard]] std::vector<Route> routes(const Position& position, Move move);

/// "11-15" for a step, "22x15x8" for a capture.
[[nodiscard]] std::string text_of(const Route& route, bool capture, Naming naming);

/// The text of the first of the move's routes.
[[nodiscard]] std::string first_route(const Position& position, Move move, Naming naming);

}  // namespace crownd::english
