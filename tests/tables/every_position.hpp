#pragma once

#include "core/rules.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace crownd::testing {

/// The exact scores of all positions reachable from some starts, by the rules alone: a side without a move has
/// lost or drawn, and results in n plies follow from those in n - 1 plies. For a few million positions, in games
/// where having no move never wins.
template <Rules R>
class EveryPosition {
 public:
  using Position = typename R::Position;

  explicit EveryPosition(const std::vector<Position>& starts) {
    for (const Position& start : starts) (void)number_of(start);
    for (std::size_t i = 0; i < positions_.size(); ++i) list_moves(i);
    plies_.assign(positions_.size(), undecided);
    for (int plies = 0; decide(plies); ++plies) continue;
  }

  [[nodiscard]] const std::vector<Position>& positions() const { return positions_; }
  /// None for an unreachable position.
  [[nodiscard]] std::optional<Score> exact(const Position& position) const {
    const auto found = numbers_.find(R::key(position));
    if (found == numbers_.end()) return {};
    const int plies = plies_[found->second];
    if (plies == undecided) return Score::draw();
    return plies % 2 != 0 ? Score::win_in(plies) : Score::loss_in(plies);
  }

 private:
  static constexpr int undecided = -1;

  std::uint32_t number_of(const Position& position) {
    const auto [entry, fresh] = numbers_.try_emplace(R::key(position), static_cast<std::uint32_t>(positions_.size()));
    if (fresh) positions_.push_back(position);
    return entry->second;
  }

  void list_moves(std::size_t i) {
    const Position position = positions_[i];
    for (const auto& move : legal_moves<R>(position)) next_.push_back(number_of(R::after(position, move)));
    ends_.push_back(next_.size());
  }

  /// Finds the positions decided after exactly this many plies; returns whether there were any.
  bool decide(int plies) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < positions_.size(); ++i)
      if (plies_[i] == undecided && is_decided(i, plies)) {
        plies_[i] = plies;
        ++found;
      }
    return found > 0;
  }

  [[nodiscard]] bool is_decided(std::size_t i, int plies) const {
    const std::size_t first = i == 0 ? 0 : ends_[i - 1], last = ends_[i];
    if (plies == 0) return first == last && R::result(positions_[i]).outcome == Outcome::win;
    if (first == last) return false;
    const bool winning = plies % 2 != 0;
    for (std::size_t at = first; at < last; ++at) {
      const int next = plies_[next_[at]];
      if (winning && next == plies - 1) return true;
      if (!winning && (next == undecided || next % 2 == 0)) return false;
    }
    return !winning;
  }

  std::vector<Position> positions_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::uint32_t> next_;  ///< the successors of each position, one position after the other
  std::vector<std::size_t> ends_;    ///< the end of each position's part of next_
  std::vector<int> plies_;
};

}  // namespace crownd::testing
