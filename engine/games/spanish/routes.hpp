#pragma once

#include "games/spanish/position.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::spanish {

/// One way to carry out a capture: the start and every landing square. For texts only; the search works with Move,
/// which leaves the way out.
struct Route {
  std::vector<Square> squares;
  Bits captured = 0;

  [[nodiscard]] Square from() const { return squares.front(); }
  [[nodiscard]] Square to() const { return squares.back(); }
  [[nodiscard]] Move move() const { return {from(), to(), captured}; }
};

/// One jump: where it lands and what it takes.
struct Jump {
  Square to = 0;
  Bits victim = 0;
};

/// The jumps that the piece from `start` has next, when it stands on `at` and has taken `captured` so far. None for a
/// man on its last row.
[[nodiscard]] std::vector<Jump> next_jumps(const Position& position, Square start, Square at, Bits captured);

/// The finished routes of the piece on `start`, whatever the laws of quantity and quality say of them, that take
/// nothing outside of `allowed`.
[[nodiscard]] std::vector<Route> routes_from(const Position& position, Square start, Bits allowed);

/// All routes that are this capture, in text order.
[[nodiscard]] std::vector<Route> routes_of(const Position& position, const Move& capture);

/// `2x11x18x9x2`
[[nodiscard]] std::string text_of(const Route& route);

}  // namespace crownd::spanish
