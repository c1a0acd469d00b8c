#include "games/spanish/routes.hpp"

#include "games/spanish/squares.hpp"

#include <algorithm>

namespace crownd::spanish {
namespace {

bool is_forward(Direction d, Side side) { return (draughts_family::row_step(d) < 0) == (side == Side::first); }

void follow(const Position& position, Route& route, Bits allowed, std::vector<Route>& found) {
  const auto jumps = next_jumps(position, route.from(), route.to(), route.captured);
  if (jumps.empty() && route.captured != 0) found.push_back(route);
  for (const Jump& jump : jumps) {
    if ((jump.victim & allowed) == 0) continue;
    route.squares.push_back(jump.to);
    route.captured |= jump.victim;
    follow(position, route, allowed, found);
    route.squares.pop_back();
    route.captured &= ~jump.victim;
  }
}

}  // namespace

std::vector<Jump> next_jumps(const Position& position, Square start, Square at, Bits captured) {
  const bool king = (position.kings & bit(start)) != 0;
  const Bits empty = position.empty() | bit(start);
  std::vector<Jump> jumps;
  for (const Direction d : draughts_family::all_directions) {
    if (!king && !is_forward(d, position.side)) continue;
    Bits victim = step(bit(at), d);
    while (king && (victim & empty) != 0) victim = step(victim, d);
    victim &= position.enemy() & ~captured;
    for (Bits landing = step(victim, d) & empty; landing != 0; landing = king ? step(landing, d) & empty : 0)
      jumps.push_back({lowest(landing), victim});
  }
  return jumps;
}

std::vector<Route> routes_from(const Position& position, Square start, Bits allowed) {
  std::vector<Route> found;
  Route route{{start}, 0};
  follow(position, route, allowed, found);
  return found;
}

std::vector<Route> routes_of(const Position& position, const Move& capture) {
  std::vector<Route> routes = routes_from(position, capture.from, capture.captured);
  std::erase_if(routes, [&](const Route& route) { return route.move() != capture; });
  std::sort(routes.begin(), routes.end(), [](const Route& a, const Route& b) { return text_of(a) < text_of(b); });
  return routes;
}

std::string text_of(const Route& route) {
  std::string text;
  for (const Square square : route.squares) text += (text.empty() ? "" : "x") + std::to_string(number_of(square));
  return text;
}

}  // namespace crownd::spanish
