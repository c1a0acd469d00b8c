#pragma once

#include "games/stupid/rules.hpp"

#include <random>
#include <string>
#include <vector>

namespace stupid_test {

using crownd::Side;
using crownd::stupid::bit;
using crownd::stupid::Position;
using crownd::stupid::Rules;
using crownd::stupid::Square;

/// A board without the side to move: empty except for the named squares, "A1r B2b".
inline std::string board(const std::vector<std::string>& pieces) {
  std::string text = "......../......../......../......../......../......../......../........";
  for (const auto& piece : pieces)
    text.at(static_cast<std::size_t>((piece.at(1) - '1') * 9 + (piece.at(0) - 'A'))) = piece.at(2);
  return text;
}

/// `first` pieces of r and `second` of b at random squares.
inline Position random_position(int first, int second, std::mt19937& random) {
  Position position;
  const auto put = [&](std::size_t side, int count) {
    while (count > 0) {
      const auto square = static_cast<Square>(random() % 64);
      if (((position.pieces[0] | position.pieces[1]) & bit(square)) != 0) continue;
      position.pieces[side] |= bit(square);
      --count;
    }
  };
  put(0, first);
  put(1, second);
  position.to_move = random() % 2 == 0 ? Side::first : Side::second;
  return position;
}

/// Any number of pieces of either side, from one piece to a full board; sometimes a side has none.
inline std::vector<Position> random_positions(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Position> positions;
  while (positions.size() < count) {
    const auto all = static_cast<int>(1 + random() % 64);
    const auto first = static_cast<int>(random() % static_cast<unsigned>(all + 1));
    positions.push_back(random_position(first, all - first, random));
  }
  return positions;
}

}  // namespace stupid_test
