#include "match/settings.hpp"

namespace crownd::match {

std::vector<std::string> MatchRules::names() const {
  std::vector<std::string> result;
  for (const auto& engine : engines) result.push_back(engine.name);
  return result;
}

}  // namespace crownd::match
