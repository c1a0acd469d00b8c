#include "match/settings.hpp"

namespace crownd::match {

std::vector<std::string> MatchRules::names() const {
  std::vector<std::string> result;
  for (const auto& engine : engines) result.push_back(engine.name);
  return result;
}

std::vector<int> Settings::cores_of(std::size_t slot) const {
  if (cores.empty()) return {};
  const auto first = cores.begin() + static_cast<std::ptrdiff_t>(slot * cores_a_game);
  return {first, first + static_cast<std::ptrdiff_t>(cores_a_game)};
}

Headings headings_of(const MatchRules& rules) {
  Headings headings{rules.game, rules.names()};
  for (const auto& engine : rules.engines) headings.time_controls.push_back(time_control_text(engine.limits));
  return headings;
}

Headings Settings::headings() const {
  auto headings = headings_of(rules);
  headings.event = event;
  headings.site = site;
  return headings;
}

}  // namespace crownd::match
