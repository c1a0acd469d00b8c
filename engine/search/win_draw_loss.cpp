#include "search/win_draw_loss.hpp"

#include <cmath>

namespace crownd::search {

WinDrawLoss chances(Score score) {
  if (score.is_win()) return {1000, 0, 0};
  if (score.is_loss()) return {0, 0, 1000};
  // A lead of one man wins about half of the games; each 60 centipawns more or less change the odds by a factor of e.
  constexpr double even_chance = 100, scale = 60;
  const auto win_chance = [&](double centipawns) { return 1000 / (1 + std::exp((even_chance - centipawns) / scale)); };
  const int win = static_cast<int>(std::lround(win_chance(score.raw())));
  const int loss = static_cast<int>(std::lround(win_chance(-score.raw())));
  return {win, 1000 - win - loss, loss};
}

}  // namespace crownd::search
