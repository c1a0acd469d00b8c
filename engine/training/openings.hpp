#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/position.hpp"
#include "games/reduced_chess/rules.hpp"
#include "network/network.hpp"

namespace crownd::training {

/// How the engine plays training games against itself.
struct TrainingGames {
  int random_percent = 0;      ///< percentage of games that begin at a random_position; others near the start
  int max_imbalance = 500;     ///< centipawns; games whose first position is more unbalanced are not played
  unsigned ending_effort = 1;  ///< factor for the nodes per move when few pieces are left
};

template <Rules R>
inline constexpr bool is_draughts = draughts_family::HasMoverView<R>&& HasNetwork<R>;
template <Rules R>
inline constexpr bool is_reduced_chess = R::name == reduced_chess::AnyBoard::name;

template <Rules R>
[[nodiscard]] constexpr TrainingGames training_games_of() {
  // There is no standard start. A piece's value on a full board shows only if one side is ahead by one, and chess
  // pieces need many moves to win an ending.
  if (is_reduced_chess<R>) return {.random_percent = 100, .max_imbalance = 1500, .ending_effort = 8};
  if (is_draughts<R>) return {.random_percent = 25};
  return {};
}

/// The rules that a game is trained with: for reduced chess those that hold the boards of all random positions.
template <Rules R>
struct RulesToTrain {
  using Type = R;
};
template <>
struct RulesToTrain<reduced_chess::AnyBoard> {
  using Type = reduced_chess::Rules<11>;
};

/// Few pieces anywhere, usually equally many for both sides.
[[nodiscard]] std::optional<draughts_family::MoverView> random_view(Random& random);
/// Pieces anywhere on a board of 4x4 to `max_size`, in most cases 8x8 or 10x10.
[[nodiscard]] reduced_chess::Diagram random_diagram(Random& random, int max_size);

/// Pieces anywhere on the board, so that endings are learned too; nothing if that position would be illegal.
template <Rules R>
[[nodiscard]] std::optional<typename R::Position> random_position(Random& random) {
  if constexpr (is_reduced_chess<R>) {
    const auto position = R::parse_position(reduced_chess::format_list(random_diagram(random, R::max_size)));
    if (R::in_check(position) || R::in_check(R::null_move(position))) return {};
    return position;
  } else if constexpr (is_draughts<R>) {
    const auto view = random_view(random);
    return view ? R::position_of(*view) : std::nullopt;
  } else {
    return {};
  }
}

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
    constexpr int percent = training_games_of<R>().random_percent;
    const bool anywhere = percent > 0 && random.percent(percent);
    const auto position = anywhere ? random_position<R>(random) : position_near_start<R>(random);
    if (position && !R::result(*position).over()) return *position;
  }
}

}  // namespace crownd::training
