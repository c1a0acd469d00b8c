#pragma once

#include "tables/value.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownd::tables {

/// Values of positions that lead to each other, worked out from the ends of the game backwards (retrograde analysis,
/// Thompson 1986): the winner hurries, the loser delays. Positions are numbered from 0 and described in that order.
class Retrograde {
 public:
  explicit Retrograde(std::size_t positions);

  // Describing a position: what each of its moves leads to, then the end of it.
  /// A position of this graph.
  void add_move_to(std::uint32_t position) {
    moves_.push_back(position);
    ++open_[at_];
  }
  /// A position outside, of known value.
  void add_move_to_known(Value value);
  void end_position();
  /// Instead of all these: a position that cannot be, and that no move leads to.
  void end_impossible_position();

  /// The values of all positions, in order. Throws std::length_error for a game longer than most_plies.
  [[nodiscard]] std::vector<Value> solve();

 private:
  using Number = std::uint32_t;

  void transpose();
  void decide(Number position, int plies);
  void plan(Number position, int plies);

  std::vector<Number> moves_;        ///< after transpose: where they come from
  std::vector<std::size_t> bounds_;  ///< of each position's part of moves_
  std::vector<std::uint16_t> open_;  ///< moves of a position that are not known to lose; none left: it is lost
  std::vector<Value> longest_;       ///< plies of the longest known win for the opponent outside
  std::vector<Value> values_;
  std::array<std::vector<Number>, most_plies + 2> due_;  ///< by plies to the end

  std::size_t at_ = 0;  ///< being described
  int shortest_loss_ = no_loss;
  static constexpr int no_loss = most_plies + 1;
};

}  // namespace crownd::tables
