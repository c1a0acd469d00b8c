#include "games/english/routes.hpp"

#include <algorithm>

namespace crownd::english {
namespace {

using draughts_family::bit;

/// Continues `route` in every way that takes exactly the men `left` and ends on `to`. That a man
/// goes forward only needs no test: with a jump backwards it could not get as far ahead in as many jumps.
void walk(Route& route, Bits empty, Bits left, Square to, std::vector<Route>& found) {
  const Square at = route.back();
  if (left == 0) {
    if (at == to) found.push_back(route);
    return;
  }
  for (const auto direction : draughts_family::all_directions) {
    const Bits over = step(bit(at), direction) & left;
    const Bits landing = step(over, direction) & empty;
    if (landing == 0) continue;
    route.push_back(draughts_family::lowest(landing));
    walk(route, empty, left & ~over, to, found);
    route.pop_back();
  }
}

}  // namespace

std::vector<Route> routes(const Position& position, Move move) {
  if (move.captured == 0) return {{move.from, move.to}};
  std::vector<Route> found;
  Route route{move.from};
  walk(route, position.empty() | bit(move.from), move.captured, move.to, found);
  std::sort(found.begin(), found.end(), [](const Route& a, const Route& b) {
    return text_of(a, true, Naming::number) < text_of(b, true, Naming::number);
  });
  return found;
}

std::string text_of(const Route& route, bool capture, Naming naming) {
  std::string text;
  for (const Square square : route) {
    if (!text.empty()) text += capture ? 'x' : '-';
    text += name_of(square, naming);
  }
  return text;
}

std::string first_route(const Position& position, Move move, Naming naming) {
  return text_of(routes(position, move).front(), move.captured != 0, naming);
}

}  // namespace crownd::english
