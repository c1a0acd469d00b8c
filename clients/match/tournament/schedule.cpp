#include "match/tournament/schedule.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 4> words{"round-robin", "gauntlet", "pyramid", "knockout"};

}  // namespace

std::string_view word(Format format) { return words[static_cast<std::size_t>(format)]; }

std::optional<Format> read_format(std::string_view text) {
  const auto found = std::find(words.begin(), words.end(), text);
  return found == words.end() ? std::nullopt : std::optional(static_cast<Format>(found - words.begin()));
}

std::size_t Schedule::pairings() const {
  return format == Format::gauntlet ? seeds * (engines - seeds) : engines * (engines - 1) / 2;
}

std::size_t Schedule::expected_games() const {
  return format == Format::knockout ? 2 * rounds * (engines - 1) : games();
}

std::size_t Schedule::round_of(std::size_t game) const {
  return is_one_pairing_after_another() ? game / 2 % pairs_per_pairing() : game / 2 / pairings();
}

std::size_t Schedule::pairing_of(std::size_t game) const {
  return is_one_pairing_after_another() ? game / 2 / pairs_per_pairing() : game / 2 % pairings();
}

std::size_t Schedule::game_of(std::size_t pairing, std::size_t round) const {
  return 2 * (is_one_pairing_after_another() ? pairing * pairs_per_pairing() + round : round * pairings() + pairing);
}

std::array<std::size_t, 2> Schedule::pairing(std::size_t number) const {
  if (format == Format::gauntlet) return {number / (engines - seeds), seeds + number % (engines - seeds)};
  if (format == Format::pyramid) {
    std::size_t newest = 1;
    for (; number >= newest; ++newest) number -= newest;
    return {newest, number};
  }
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
