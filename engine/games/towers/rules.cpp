#include "games/towers/rules.hpp"

namespace crownd::towers {

using draughts_family::bit;
using draughts_family::step;

static_assert(crownd::Rules<Rules>);
static_assert(HasNoisyMoves<Rules> && HasQuickMoveTest<Rules> && HasQuickCount<Rules> && HasOrderHint<Rules>);
static_assert(HasMachinePlayer<Rules> && HasEvaluationTerms<Rules>);
static_assert(Rules::max_moves == std::popcount(draughts_family::has_neighbour<Direction::up_right>) +
                                      std::popcount(draughts_family::has_neighbour<Direction::down_right>) +
                                      std::popcount(draughts_family::has_neighbour<Direction::down_left>) +
                                      std::popcount(draughts_family::has_neighbour<Direction::up_left>));

Position Position::of_pieces(const draughts_family::Position& pieces) {
  Position position{pieces, pieces.to_move == Side::second ? second_to_move_key : 0};
  for (std::size_t side = 0; side < 2; ++side)
    for (Bits left = pieces.pieces[side]; left != 0; left &= left - 1) {
      const Square square = draughts_family::lowest(left);
      position.key ^= piece_keys[side][(pieces.kings & bit(square)) != 0][square];
    }
  return position;
}

void Rules::machine_moves(const Position& position, Moves& moves) {
  const Bits enemies = position.of(opponent(position.to_move));
  for (const Square from : draughts_family::squares_by_place) {
    if ((position.of(position.to_move) & bit(from)) == 0) continue;
    for (const Direction direction : draughts_family::all_directions) {
      if (!detail::is_forward(position.to_move, direction) && (position.kings & bit(from)) == 0) continue;
      const Bits near = step(bit(from), direction);
      const Bits beyond = step(near & enemies, direction);
      if ((near & position.empty()) != 0)
        moves.push_back({from, draughts_family::lowest(near), from});
      else if ((beyond & position.empty()) != 0)
        moves.push_back({from, draughts_family::lowest(beyond), draughts_family::lowest(near)});
    }
  }
}

int Rules::leaf_cost(const Position& position) {
  constexpr int more_for_a_tower = 2;
  const auto worth = [&](Side side) {
    return std::popcount(position.of(side)) + more_for_a_tower * std::popcount(position.of(side) & position.kings);
  };
  return worth(Side::first) - worth(Side::second);
}

}  // namespace crownd::towers
