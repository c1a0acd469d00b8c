#include "search/skill.hpp"

#include "core/mix.hpp"

#include <algorithm>

namespace crownd::search {

std::size_t choose_weaker(const std::vector<Score>& scores, int level, std::uint64_t seed) {
  // At level 0 a move up to this much worse may be taken, in centipawns; less for each level more.
  constexpr int largest_mistake = 240;
  const int mistake = largest_mistake * (full_skill - level) / full_skill;

  std::size_t chosen = 0;
  int best = scores[0].raw();
  for (std::size_t i = 1; i < scores.size(); ++i) {
    const auto random = static_cast<int>(mix(seed + i) % static_cast<std::uint64_t>(std::max(mistake, 1)));
    if (scores[i].raw() + random > best) {
      best = scores[i].raw() + random;
      chosen = i;
    }
  }
  return chosen;
}

}  // namespace crownd::search
