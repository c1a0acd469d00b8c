#pragma once

#include "games/spanish/position.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::spanish {

/// One way to play a capture: the start and every landing square. For texts only; the search uses Move,
/// which has no route.
struct Route {
  std::vector<Square> squares;
  Bits captured = 0;

  [[nodiscard]] Square from() const { return squares.front(); }
  [[nodiscard]] Square to() const { return squares.back(); }
  [[nodiscard]] Move move() const { return {from(), to(), captured}; }
};

/// One jump: its landing square and the captured piece.
struct Jump {
  Square to = 0;
  Bits victim = 0;
};

/// The next jumps of the piece from `start`, which stands on `at` and has taken `captured` so far. None for a
/// man on its last row.
[[nodiscard]] std::vector<Jump> next_jumps(const Position& position, Square start, Square at, Bits captured);

/// The complete routes of the piece on `start`, ignoring the laws of quantity and quality, that take
/// nothing outside `allowed`.
[[nodiscard]] std::vector<Route> routes_from(const Position& position, Square start, Bits allowed);

/// All routes of this capture, in the order of their texts.
[[nodiscard]] std::vector<Route> routes_of(const Position& position, const Move& capture);

/// `2x11x18x9x2`
[[nodiscard]] std::string text_of(const Route& route);

}  // namespace crownd::spanish
