#include "games/spanish/routes.hpp"

#include "games/spanish/squares.hpp"

#include <algorithm>
#include <utility>

namespace crownd::spanish {
namespace {

bool is_forward(Direction d, Side side) { return (draughts_family::row_step(d) < 0) == (side == Side::first); }

void follow(const Position& position, Capture& capture, Bits allowed, std::vector<Capture>& found) {
  const auto jumps = next_jumps(position, capture.route.front(), capture.route.back(), capture.captured);
  if (jumps.empty() && capture.captured != 0) found.push_back(capture);
  for (const Jump& jump : jumps) {
    if ((jump.victim & allowed) == 0) continue;
    capture.route.push_back(jump.to);
    capture.captured |= jump.victim;
    follow(position, capture, allowed, found);
    capture.route.pop_back();
    capture.captured &= ~jump.victim;
  }
}

}  // namespace

std::vector<Jump> next_jumps(const Position& position, Square start, Square at, Bits captured) {
  const bool king = (position.kings & bit(start)) != 0;
  const Bits empty = position.empty() | bit(start);
  std::vector<Jump> jumps;
  for (const Direction d : draughts_family::all_directions) {
    if (!king && !is_forward(d, position.to_move)) continue;
    Bits victim = step(bit(at), d);
    while (king && (victim & empty) != 0) victim = step(victim, d);
    victim &= position.enemy() & ~captured;
    for (Bits landing = step(victim, d) & empty; landing != 0; landing = king ? step(landing, d) & empty : 0)
      jumps.push_back({lowest(landing), victim});
  }
  return jumps;
}

std::vector<Capture> captures_from(const Position& position, Square start, Bits allowed) {
  std::vector<Capture> found;
  Capture capture{{start}, 0};
  follow(position, capture, allowed, found);
  return found;
}

std::vector<Route> routes_of(const Position& position, const Move& move) {
  if (move.captured == 0) return {{move.from, move.to}};
  std::vector<Route> routes;
  for (Capture& capture : captures_from(position, move.from, move.captured))
    if (capture.move() == move) routes.push_back(std::move(capture.route));
  std::sort(routes.begin(), routes.end(),
            [](const Route& a, const Route& b) { return text_of(a, true) < text_of(b, true); });
  return routes;
}

std::string text_of(const Route& route, bool capture) {
  std::string text;
  for (const Square square : route) {
    if (!text.empty()) text += capture ? 'x' : '-';
    text += std::to_string(number_of(square));
  }
  return text;
}

}  // namespace crownd::spanish
