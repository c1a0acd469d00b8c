#include "search/strength.hpp"

namespace crownd::search {

Strength strength_of(const StrengthScale& scale, int elo, std::uint64_t seed) {
  const int above = std::clamp(elo, least_elo, most_elo) - least_elo;
  const auto step = static_cast<std::size_t>(above / elo_a_step);
  const int share = above % elo_a_step;
  const StrengthStep& from = scale[step];
  const StrengthStep& to = scale[std::min(step + 1, scale.size() - 1)];
  const auto between = [&](int low, int high) { return low + (high - low) * share / elo_a_step; };
  return {static_cast<std::uint64_t>(between(from.node_budget, to.node_budget)),
          between(from.blunder_rate, to.blunder_rate), elo >= least_elo_to_see_wins, seed,
          between(from.careless_rate, to.careless_rate)};
}

}  // namespace crownd::search
