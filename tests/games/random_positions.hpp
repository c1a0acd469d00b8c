#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/position.hpp"

#include <random>
#include <vector>

/// Positions of draughts and towers of all kinds, the same in every run.
namespace crownd::testing {

/// How many pieces a random placement has, and how many of a hundred are kings.
struct Mixture {
  int own = 12;
  int enemy = 12;
  int own_kings = 30;
  int enemy_kings = 30;
};

/// Pieces anywhere, men never on their last row; at most as many as the mixture says, at least one for each side.
template <Rules R>
[[nodiscard]] typename R::Position random_placement(std::mt19937_64& random, const Mixture& mixture) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  draughts_family::Position position;
  position.to_move = below(2) == 0 ? Side::first : Side::second;
  const auto place = [&](Side side, int count, int kings) {
    while (count > 0) {
      const auto square = draughts_family::bit(static_cast<draughts_family::Square>(below(32)));
      if ((position.empty() & square) == 0) continue;
      const bool king = below(100) < kings || (square & draughts_family::last_row(side)) != 0;
      position.pieces[static_cast<unsigned>(index_of(side))] |= square;
      if (king) position.kings |= square;
      --count;
    }
  };
  place(position.to_move, 1 + below(mixture.own), mixture.own_kings);
  place(opponent(position.to_move), 1 + below(mixture.enemy), mixture.enemy_kings);
  return typename R::Position(position);
}

/// A wide sample: full boards, few pieces, many kings, lone kings among many enemies, and played games.
template <Rules R>
[[nodiscard]] std::vector<typename R::Position> sample(int of_each, std::uint64_t seed) {
  constexpr int plies_limit = 150;
  std::mt19937_64 random(seed);
  std::vector<typename R::Position> positions;
  for (const Mixture& mixture : {Mixture{12, 12, 20, 20}, Mixture{12, 12, 80, 80}, Mixture{4, 4, 60, 60},
                                 Mixture{2, 12, 100, 30}, Mixture{2, 9, 100, 50}, Mixture{12, 12, 0, 0}})
    for (int i = 0; i < of_each; ++i) positions.push_back(random_placement<R>(random, mixture));
  const auto enough = positions.size() + static_cast<std::size_t>(of_each);
  while (positions.size() < enough) {
    auto position = R::start();
    for (int ply = 0; ply < plies_limit; ++ply) {
      positions.push_back(position);
      const auto moves = legal_moves<R>(position);
      if (moves.empty()) break;
      position = R::after(position, moves[random() % moves.size()]);
    }
  }
  return positions;
}

}  // namespace crownd::testing
