#include "terminal/scores.hpp"

#include <cstdlib>

namespace crownd::terminal {

namespace {

/// "6 moves", "1 move".
std::string moves(int count) { return std::to_string(count) + (count == 1 ? " move" : " moves"); }

}  // namespace

std::string verdict(const GameInfo& game, std::size_t side, const wire::Score& score) {
  const std::string better(game.words[score.value < 0 ? 1 - side : side]);
  const int size = std::abs(score.value);
  if (score.mate) return better + (game.ends_in_mate ? " has mate in " : " wins in ") + moves(size);
  const int tenths = (size + 5) / 10;
  if (tenths == 0) return "neither side is better";
  return better + " is better by " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace crownd::terminal
