#pragma once

#include "core/random.hpp"
#include "games/draughts_family/table_pieces.hpp"
#include "network/abilities.hpp"

#include <cstdint>
#include <optional>

namespace crownd::draughts_family {

/// A quarter of the training games begin at a random_position.
inline constexpr TrainingGames training_games{.random_percent = 25};

/// Few pieces anywhere, usually equally many for both sides.
template <HasTablePieces R>
[[nodiscard]] std::optional<typename R::Position> random_position(Random& random) {
  constexpr int most_pieces = 7;  // for each side
  constexpr int equal_percent = 60;
  constexpr int king_percent = 45;

  const int own = random.between(1, most_pieces);
  const int enemy = own + (random.percent(equal_percent) ? 0 : random.between(-1, 1));
  if (enemy < 1) return {};
  TablePieces pieces;
  std::uint32_t taken = 0;
  const auto put = [&](int count, std::uint32_t& men, std::uint32_t& kings) {
    for (; count > 0; --count) {
      std::uint32_t square = 0;
      do square = std::uint32_t{1} << random.below(32);
      while ((taken & square) != 0);
      taken |= square;
      (random.percent(king_percent) ? kings : men) |= square;
    }
  };
  put(own, pieces.own_men, pieces.own_kings);
  put(enemy, pieces.enemy_men, pieces.enemy_kings);
  return R::table_position(pieces);
}

}  // namespace crownd::draughts_family
