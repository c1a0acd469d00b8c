#pragma once

#include "core/rules.hpp"
#include "search/worker.hpp"

#include <optional>

namespace crownd::search {

/// What a position is worth without search, in centipawns for the side to move.
struct Judgement {
  int plain = 0;      ///< what the game's evaluation says
  int corrected = 0;  ///< and with what was learned about such positions

  [[nodiscard]] Score score() const { return Score::centipawns(corrected); }
};

/// `known`: the plain evaluation, if the table had it.
template <Rules R>
[[nodiscard]] Judgement judge(const Worker<R>& worker, const typename R::Position& position, std::optional<int> known) {
  const int plain = known ? *known : R::evaluate(position).raw();
  if constexpr (HasStructureKey<R>)
    if (worker.tuning.correction_limit > 0)
      return {plain, plain + worker.memory.correction.of(R::side_to_move(position), R::structure_key(position),
                                                         worker.tuning.correction_limit)};
  return {plain, plain};
}

/// Teaches the correction how a search of a quiet position ended, unless the score is only a bound that proves nothing
/// about the evaluation, or is a win or a loss.
template <Rules R>
void learn_correction([[maybe_unused]] Worker<R>& worker, [[maybe_unused]] const typename R::Position& position,
                      [[maybe_unused]] int evaluation, [[maybe_unused]] Score score, [[maybe_unused]] Bound bound,
                      [[maybe_unused]] int depth) {
  if constexpr (HasStructureKey<R>) {
    const int difference = score.raw() - evaluation;
    if (worker.tuning.correction_limit == 0 || score.is_decided() || (bound == Bound::lower && difference < 0) ||
        (bound == Bound::upper && difference > 0))
      return;
    worker.memory.correction.learn(R::side_to_move(position), R::structure_key(position), difference, depth);
  }
}

}  // namespace crownd::search
