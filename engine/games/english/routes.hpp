#pragma once

#include "games/english/squares.hpp"

namespace crownd::english {

/// The squares that a piece touches during a move: where it starts, and every landing.
using Route = std::vector<Square>;

/// Every route that a legal move can mean. A step has one.
[[nodiscard]] std::vector<Route> routes(const Position& position, Move move);

/// "11-15" for a step, "22x15x8" for a capture.
[[nodiscard]] std::string text_of(const Route& route, bool capture, Naming naming);

/// The first of the move's routes in text order.
[[nodiscard]] std::string first_route(const Position& position, Move move, Naming naming);

/// Whether the route begins with `squares[0]` and passes the others in their order. How many squares of it lie behind
/// the last one is not asked.
[[nodiscard]] bool passes(const Route& route, const std::vector<Square>& squares);

}  // namespace crownd::english
