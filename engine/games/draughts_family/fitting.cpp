#include "games/draughts_family/fitting.hpp"

#include <algorithm>

namespace crownd::draughts_family {

Fit fit(const Route& route, const std::vector<Square>& squares) {
  if (route == squares) return Fit::spells;
  const bool has_end = squares.size() > 1;  // where a capture goes in a circle its first square is its last one, too
  if (has_end && route.back() == squares.back() && passes(route, squares)) return Fit::shortens;
  return goes_on_behind(route, squares) ? Fit::begins : Fit::none;
}

bool goes_on_behind(const Route& route, const std::vector<Square>& squares) {
  return route.size() > squares.size() && std::equal(squares.begin(), squares.end(), route.begin());
}

bool passes(const Route& route, const std::vector<Square>& squares) {
  if (route.front() != squares.front()) return false;
  auto next = squares.begin() + 1;
  for (auto at = route.begin() + 1; at != route.end() && next != squares.end(); ++at)
    if (*at == *next) ++next;
  return next == squares.end();
}

std::string alternatives(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : " or ") + text;
  return all;
}

std::string several_meanings(const std::vector<std::string>& ended, const std::vector<std::string>& begun) {
  const std::string also = begun.empty() ? "" : ", and the beginning of " + alternatives(begun);
  return "name every landing square: this is short for " + alternatives(ended) + also;
}

}  // namespace crownd::draughts_family
