#pragma once

#include "games/draughts_family/fitting.hpp"
#include "games/spanish/position.hpp"

#include <string>
#include <vector>

namespace crownd::spanish {

using draughts_family::Route;

/// One way to play a capture. For texts only; the search uses Move, which has no route.
struct Capture {
  Route route;
  Bits captured = 0;

  [[nodiscard]] Move move() const { return {route.front(), route.back(), captured}; }
};

/// One jump: its landing square and the captured piece.
struct Jump {
  Square to = 0;
  Bits victim = 0;
};

/// The next jumps of the piece from `start`, which stands on `at` and has taken `captured` so far. None for a
/// man on its last row.
[[nodiscard]] std::vector<Jump> next_jumps(const Position& position, Square start, Square at, Bits captured);

/// The complete captures of the piece on `start`, ignoring the laws of quantity and quality, that take
/// nothing outside `allowed`.
[[nodiscard]] std::vector<Capture> captures_from(const Position& position, Square start, Bits allowed);

/// All routes of this legal move, in the order of their texts. A step has one.
[[nodiscard]] std::vector<Route> routes_of(const Position& position, const Move& move);

/// `11-15` for a step, `2x11x18x9x2` for a capture.
[[nodiscard]] std::string text_of(const Route& route, bool capture);

}  // namespace crownd::spanish
