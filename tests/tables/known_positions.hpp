#pragma once

#include "games/reduced_chess/rules.hpp"
#include "tables/every_position.hpp"

#include <memory>
#include <random>
#include <string_view>
#include <vector>

namespace crownd::testing {

/// Reduced chess: endings on boards small enough to enumerate every position.
template <std::size_t Words = 1>
class KnownChess {
 public:
  using R = reduced_chess::Rules<Words>;

  explicit KnownChess(const std::vector<std::string_view>& starts) {
    for (const auto start : starts)
      endings_.push_back(std::make_unique<EveryPosition<R>>(std::vector{R::parse_position(start)}));
  }

  [[nodiscard]] std::optional<Score> exact(const typename R::Position& position) const {
    for (const auto& ending : endings_)
      if (const auto score = ending->exact(position)) return score;
    return {};
  }

  /// The same in every run; equally many from each ending.
  [[nodiscard]] std::vector<typename R::Position> some(std::size_t count) const {
    std::mt19937 random(20'240'229);
    std::vector<typename R::Position> chosen;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& all = endings_[i % endings_.size()]->positions();
      chosen.push_back(all[random() % all.size()]);
    }
    return chosen;
  }

 private:
  std::vector<std::unique_ptr<EveryPosition<R>>> endings_;
};

}  // namespace crownd::testing
