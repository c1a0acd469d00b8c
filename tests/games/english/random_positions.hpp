#pragma once

#include "games/english/rules.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace crownd::testing {

/// Position texts of all kinds, the same in every run: random placements, from two pieces to a crowded board, with few
/// or many kings; and positions from games of random moves.
inline std::vector<std::string> random_english_positions(int placed, int from_games) {
  std::mt19937 random(20'240'101);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  std::vector<std::string> texts;
  while (static_cast<int>(texts.size()) < placed) {
    const std::uint32_t fill = 4 + below(16);   // of 24 squares, how many are occupied
    const std::uint32_t kings = 1 + below(12);  // of 12 pieces, how many are kings
    const std::uint32_t share = 2 + below(9);   // of 12 pieces, how many are a's
    std::string text(32, '.');
    for (std::size_t place = 0; place < text.size(); ++place) {
      if (below(24) >= fill) continue;
      const bool is_a = below(12) < share;
      const bool must_be_king = is_a ? place >= 28 : place < 4;
      const bool king = must_be_king || below(12) < kings;
      text[place] = is_a ? (king ? 'A' : 'a') : (king ? 'B' : 'b');
    }
    if (text.find_first_not_of('.') == std::string::npos) continue;
    texts.push_back(text + (below(2) == 0 ? ":a" : ":b"));
  }
  using english::Rules;
  const std::size_t enough = texts.size() + static_cast<std::size_t>(from_games);
  auto position = Rules::start();
  for (int ply = 0; texts.size() < enough; ++ply) {
    texts.push_back(Rules::format_position(position));
    const auto moves = legal_moves<Rules>(position);
    const bool over = moves.empty() || ply == 200;
    position = over ? Rules::start() : Rules::after(position, moves[below(static_cast<std::uint32_t>(moves.size()))]);
    if (over) ply = -1;
  }
  return texts;
}

}  // namespace crownd::testing
