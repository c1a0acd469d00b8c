#pragma once

#include "games/spanish/rules.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace spanish_test {

using crownd::spanish::Bits;
using crownd::spanish::Move;
using crownd::spanish::Position;
using Spanish = crownd::spanish::Rules;

[[nodiscard]] inline Position position_of(const std::string& text) { return Spanish::parse_position(text); }

[[nodiscard]] inline Spanish::Moves moves_of(const Position& position) {
  return crownd::legal_moves<Spanish>(position);
}

[[nodiscard]] inline std::set<std::string> move_texts(const Position& position) {
  std::set<std::string> texts;
  for (const Move& move : moves_of(position)) texts.insert(Spanish::format_move(position, move));
  return texts;
}

[[nodiscard]] inline std::set<int> numbers_in(Bits set) {
  std::set<int> numbers;
  for (; set != 0; set &= set - 1) numbers.insert(crownd::spanish::number_of(crownd::spanish::lowest(set)));
  return numbers;
}

/// How many pieces a random placement has, and how many of a hundred are kings.
struct Mixture {
  int own = 12;
  int enemy = 12;
  int own_kings = 30;
  int enemy_kings = 30;
};

/// Pieces anywhere, men never on their last row; at most as many as the mixture says, at least one for each side.
[[nodiscard]] inline Position random_placement(std::mt19937_64& random, const Mixture& mixture) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  Position position;
  position.to_move = below(2) == 0 ? crownd::Side::first : crownd::Side::second;
  const auto place = [&](crownd::Side side, int count, int kings) {
    while (count > 0) {
      const Bits square = crownd::spanish::bit(static_cast<crownd::spanish::Square>(below(32)));
      if ((position.empty() & square) == 0) continue;
      const bool king = below(100) < kings || (square & crownd::spanish::last_row(side)) != 0;
      position.pieces[static_cast<unsigned>(crownd::index_of(side))] |= square;
      if (king) position.kings |= square;
      --count;
    }
  };
  place(position.to_move, 1 + below(mixture.own), mixture.own_kings);
  place(crownd::opponent(position.to_move), 1 + below(mixture.enemy), mixture.enemy_kings);
  return position;
}

/// The positions of a random game from the start, at most `plies` of them.
[[nodiscard]] inline std::vector<Position> random_game(std::mt19937_64& random, int plies) {
  std::vector<Position> positions{Spanish::start()};
  while (static_cast<int>(positions.size()) < plies) {
    const auto moves = moves_of(positions.back());
    if (moves.empty()) break;
    positions.push_back(Spanish::after(positions.back(), moves[random() % moves.size()]));
  }
  return positions;
}

/// A wide sample: full boards, few pieces, many kings, lone kings among many enemies, and played games.
[[nodiscard]] inline std::vector<Position> sample(int of_each, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Position> positions;
  for (const Mixture& mixture : {Mixture{12, 12, 20, 20}, Mixture{12, 12, 80, 80}, Mixture{4, 4, 60, 60},
                                 Mixture{2, 12, 100, 30}, Mixture{2, 9, 100, 50}, Mixture{12, 12, 0, 0}})
    for (int i = 0; i < of_each; ++i) positions.push_back(random_placement(random, mixture));
  const auto enough = positions.size() + static_cast<std::size_t>(of_each);
  while (positions.size() < enough)
    for (const Position& position : random_game(random, 120)) positions.push_back(position);
  return positions;
}

}  // namespace spanish_test
