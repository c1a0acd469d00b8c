#pragma once

#include "games/towers/rules.hpp"

#include <cctype>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace towers_test {

using crownd::towers::Position;
using crownd::towers::Rules;

/// The text of a board with pieces named by cell and letter, "D5b E4W", and the side to move.
inline std::string board(const std::string& pieces, char side) {
  std::string text(32, '.');
  std::istringstream words(pieces);
  for (std::string word; words >> word;) {
    const auto row = static_cast<std::size_t>(word.at(1) - '1');
    const auto column = static_cast<std::size_t>(word.at(0) - 'A');
    if ((row + column) % 2 == 0) throw std::logic_error(word + " is a light cell");
    text.at(4 * row + column / 2) = word.at(2);
  }
  return text + ':' + side;
}

/// Random placements, from nearly empty to nearly full, at least half of the pieces towers.
inline Position random_placement(std::mt19937& random) {
  const auto below = [&](unsigned n) { return random() % n; };
  std::string text(32, '.');
  const auto density = 5 + below(90);
  for (std::size_t i = 0; i < 32; ++i) {
    if (below(100) >= density) continue;
    char piece = "wWbB"[below(4)];
    if ((piece == 'b' && i < 4) || (piece == 'w' && i >= 28)) piece = static_cast<char>(std::toupper(piece));
    text[i] = piece;
  }
  if (text == std::string(32, '.')) text[below(32)] = 'B';
  return Rules::parse_position(text + (below(2) == 0 ? ":b" : ":w"));
}

/// Random placements, and the positions of random games from the start: `count` of each.
inline std::vector<Position> random_positions(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Position> positions;
  while (positions.size() < count) positions.push_back(random_placement(random));
  while (positions.size() < 2 * count) {
    constexpr int plies_limit = 150;
    auto position = Rules::start();
    for (int ply = 0; ply < plies_limit; ++ply) {
      positions.push_back(position);
      const auto moves = crownd::legal_moves<Rules>(position);
      if (moves.empty()) break;
      position = Rules::after(position, moves[random() % moves.size()]);
    }
  }
  return positions;
}

}  // namespace towers_test
