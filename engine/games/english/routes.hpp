#pragma once

#include "games/english/squares.hpp"

namespace crownd::english {

/// The squares that a piece visits during a move: the start, and every landing square.
using Route = std::vector<Square>;

/// Every route of a legal move. A step has one.
[[nodiscard]] std::vector<Route> routes(const Position& position, Move move);

/// "11-15" for a step, "22x15x8" for a capture.
[[nodiscard]] std::string text_of(const Route& route, bool capture, Naming naming);

/// The first of the move's routes in the order of their texts.
[[nodiscard]] std::string first_route(const Position& position, Move move, Naming naming);

/// Whether the route begins with `squares[0]` and passes the others in order. Squares of the route after the last one
/// are ignored.
[[nodiscard]] bool passes(const Route& route, const std::vector<Square>& squares);

}  // namespace crownd::english
