#include "match/schedule.hpp"

namespace crownd::match {

std::size_t Schedule::pairings() const {
  return format == Format::gauntlet ? engines - 1 : engines * (engines - 1) / 2;
}

std::array<std::size_t, 2> Schedule::pairing(std::size_t number) const {
  if (format == Format::gauntlet) return {0, number + 1};
  std::size_t first = 0;
  for (std::size_t opponents = engines - 1; number >= opponents; --opponents) {
    number -= opponents;
    ++first;
  }
  return {first, first + 1 + number};
}

std::array<std::size_t, 2> Schedule::sides(std::size_t game) const {
  const auto [first, second] = pairing(pairing_of(game));
  if (game % 2 == 0) return {first, second};
  return {second, first};
}

}  // namespace crownd::match
