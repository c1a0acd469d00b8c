#pragma once

#include "games/random_positions.hpp"
#include "games/spanish/rules.hpp"

#include <set>
#include <string>

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

}  // namespace spanish_test
