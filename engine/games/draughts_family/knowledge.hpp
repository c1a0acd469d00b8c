#pragma once

#include "core/random.hpp"
#include "games/draughts_family/ending.hpp"
#include "games/draughts_family/random_view.hpp"
#include "games/draughts_family/rules.hpp"
#include "games/draughts_family/tuning.hpp"
#include "network/abilities.hpp"

#include <optional>

namespace crownd::draughts_family {

/// What is known about playing a game: search parameters, the evaluation, endgame tables and positions to train with.
/// It holds for that game alone; another one with the same rules of moving does not inherit it.
/// `Judge`: the game's Evaluation.
template <class Game, class P, class Judge, Kings kings>
struct Knowledge : Judge, Endings<Game, P, kings> {
  static constexpr search::Tuning tuning = draughts_family::tuning;

  /// A quarter of the training games begin at a random_position.
  static constexpr TrainingGames training_games{.random_percent = 25};
  [[nodiscard]] static std::optional<P> random_position(Random& random) {
    const auto view = random_view(random);
    return view ? SharedRules<P>::position_of(*view) : std::nullopt;
  }
};

}  // namespace crownd::draughts_family
