#pragma once

#include "core/random.hpp"
#include "games/draughts_family/mover_view.hpp"

#include <optional>

namespace crownd::draughts_family {

/// Few pieces anywhere, usually equally many for both sides.
[[nodiscard]] inline std::optional<MoverView> random_view(Random& random) {
  constexpr int most_pieces = 7;  // for each side
  constexpr int equal_percent = 60;
  constexpr int king_percent = 45;

  const int own = random.between(1, most_pieces);
  const int enemy = own + (random.percent(equal_percent) ? 0 : random.between(-1, 1));
  if (enemy < 1) return {};
  MoverView view;
  Bits taken = 0;
  const auto put = [&](int count, Bits& men, Bits& kings) {
    for (; count > 0; --count) {
      Bits square = 0;
      do square = Bits{1} << random.below(places);
      while ((taken & square) != 0);
      taken |= square;
      (random.percent(king_percent) ? kings : men) |= square;
    }
  };
  put(own, view.own_men, view.own_kings);
  put(enemy, view.enemy_men, view.enemy_kings);
  return view;
}

}  // namespace crownd::draughts_family
