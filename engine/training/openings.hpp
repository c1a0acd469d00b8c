#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"
#include "network/network.hpp"

namespace crownd::training {

template <Rules R>
[[nodiscard]] constexpr TrainingGames training_games_of() {
  if constexpr (requires { R::training_games; })
    return R::training_games;
  else
    return {};
}

/// The rules that a game is trained with.
template <Rules R>
struct RulesToTrain {
  using Type = R;
};
template <Rules R>
requires requires { typename R::ForTraining; }
struct RulesToTrain<R> {
  using Type = typename R::ForTraining;
};

/// The position after a few random moves from the start; nothing if they end the game.
template <Rules R>
[[nodiscard]] std::optional<typename R::Position> position_near_start(Random& random) {
  constexpr int min_plies = 4, max_plies = 10;
  auto position = R::start();
  for (int plies = random.between(min_plies, max_plies); plies > 0; --plies) {
    const auto moves = legal_moves<R>(position);
    if (moves.empty()) return {};
    position = R::after(position, moves[static_cast<std::size_t>(random.below(moves.size()))]);
  }
  return position;
}

/// The first position of a training game: not over, and chosen at random.
template <Rules R>
[[nodiscard]] typename R::Position draw_opening(Random& random) {
  while (true) {
    std::optional<typename R::Position> position;
    if constexpr (HasRandomPositions<R>)
      position = random.percent(R::training_games.random_percent) ? R::random_position(random)
                                                                  : position_near_start<R>(random);
    else
      position = position_near_start<R>(random);
    if (position && !R::result(*position).over()) return *position;
  }
}

}  // namespace crownd::training
