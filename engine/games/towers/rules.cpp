#include "games/towers/rules.hpp"

namespace crownd::towers {

static_assert(crownd::Rules<Rules> && HasBoard<Rules> && HasMachinePlayer<Rules>);
static_assert(HasNoisyMoves<Rules> && HasQuickCount<Rules> && HasOrderHint<Rules>);
static_assert(Rules::max_moves ==
              2 * (count(has_neighbour<Direction::up_right>) + count(has_neighbour<Direction::down_right>)));

Position::Position(const draughts_family::Position& position)
    : draughts_family::Position(position), key(to_move == Side::second ? second_to_move_key : 0) {
  for (std::size_t side = 0; side < 2; ++side)
    for (Bits left = pieces[side]; left != 0; left &= left - 1) {
      const Square square = lowest(left);
      key ^= piece_keys[side][(kings & bit(square)) != 0][square];
    }
}

void Rules::machine_moves(const Position& position, Moves& moves) {
  const Bits enemies = position.of(opponent(position.to_move));
  for (const Square from : squares_by_place) {
    if ((position.of(position.to_move) & bit(from)) == 0) continue;
    for (const Direction direction : all_directions) {
      if (!detail::is_forward(position.to_move, direction) && (position.kings & bit(from)) == 0) continue;
      const Bits near = step(bit(from), direction);
      const Bits beyond = step(near & enemies, direction);
      if ((near & position.empty()) != 0)
        moves.push_back({from, lowest(near), from});
      else if ((beyond & position.empty()) != 0)
        moves.push_back({from, lowest(beyond), lowest(near)});
    }
  }
}

namespace {

template <Side S>
void add_children_for(const draughts_family::Position& position, Rules::PositionList& list) {
  const Bits men = position.men_of(S), kings = position.kings_of(S), enemies = position.of(opponent(S));
  const Bits empty = position.empty();
  const auto can_step = [&]<Direction D>() { return step<opposite(D)>(empty); };
  const auto can_jump = [&]<Direction D>() { return step<opposite(D)>(enemies & step<opposite(D)>(empty)); };
  const auto add = [&]<Direction L, Direction R, bool men_move>() {
    const Bits step_left = can_step.template operator()<L>(), step_right = can_step.template operator()<R>();
    const Bits jump_left = can_jump.template operator()<L>(), jump_right = can_jump.template operator()<R>();
    if constexpr (men_move) {
      list.add_men_steps<L, R>(position, men & step_left, men & step_right);
      list.add_men_jumps<L>(position, men & jump_left);
      list.add_men_jumps<R>(position, men & jump_right);
    }
    if (kings == 0) return;
    list.add_king_steps<L, R>(position, kings & step_left, kings & step_right);
    list.add_king_jumps<L>(position, kings & jump_left);
    list.add_king_jumps<R>(position, kings & jump_right);
  };
  add.template operator()<forward_left<S>, forward_right<S>, true>();
  if (kings != 0) add.template operator()<opposite(forward_left<S>), opposite(forward_right<S>), false>();
}

template <Side S>
Lanes count_lanes(Lanes own, Lanes enemies, Lanes all_kings, SquareCount& count) {
  const Lanes empty = ~(own | enemies), kings = own & all_kings;
  const auto add = [&]<Direction D>(Lanes movers) {
    const Lanes near = step<D>(movers);
    count.add((near | step<D>(near & enemies)) & empty);  // no square is both: own pieces or enemies are before it
  };
  add.template operator()<forward_left<S>>(own);
  add.template operator()<forward_right<S>>(own);
  if (any(kings)) {
    add.template operator()<opposite(forward_left<S>)>(kings);
    add.template operator()<opposite(forward_right<S>)>(kings);
  }
  return Lanes{};
}

}  // namespace

void Rules::add_children(const draughts_family::Position& position, PositionList& list) {
  for_side(position.to_move, [&]<Side S>() { add_children_for<S>(position, list); });
}

std::uint64_t Rules::take_moves(PositionList& list) {
  return for_side(list.to_move(), [&]<Side S>() {
    return list.take_moves(count_lanes<S>, [](const draughts_family::Position&) { return std::uint64_t{0}; });
  });
}

int Rules::leaf_cost(const Position& position) {
  constexpr int more_for_a_tower = 2;
  const auto worth = [&](Side side) {
    return std::popcount(position.of(side)) + more_for_a_tower * std::popcount(position.of(side) & position.kings);
  };
  return worth(Side::first) - worth(Side::second);
}

namespace {

// Centipawns; used by the hunt and for ordering captures.
constexpr int tower = 200;
// Hunting the last pieces is not learned. Bonus for each step nearer to them, and for each action that they have left.
constexpr int few_pieces = 10;
constexpr int step_nearer_worth = 6;
constexpr int freedom_worth = 4;

/// The bonus of the side ahead, as it sees the board, for encircling the other.
int hunt(const MoverView& view) {
  const Bits hunted = enemies_of(view);
  int away = 0;
  for (Bits left = hunted; left != 0; left &= left - 1)
    for (Bits towers = view.own_kings; towers != 0; towers &= towers - 1)
      away += distance(lowest(left), lowest(towers));
  const auto other = other_view(view);
  const Bits empty = ~pieces_of(other);
  const int freedom = steps(other, empty) + captures(other, empty);
  return -step_nearer_worth * away / std::max(1, count(hunted)) - freedom_worth * freedom;
}

// weights.net, embedded by engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_towers_network[], crownd_towers_network_end[];

}  // namespace

/// See draughts_family/evaluation.hpp.
struct Model {
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_towers_network, crownd_towers_network_end};
  }

  static int fixed(const MoverView& view) {
    if (count(pieces_of(view)) > few_pieces) return 0;
    const int ahead = man_value * (count(view.own_men) - count(view.enemy_men)) +
                      tower * (count(view.own_kings) - count(view.enemy_kings));
    return ahead > 0 ? hunt(view) : ahead < 0 ? -hunt(other_view(view)) : 0;
  }

  static int drawish(const MoverView&) { return 1; }
};

int Rules::order_hint(const Position& position, Move move) {
  const Bits from = bit(move.from);
  int hint = 0;
  if (move.is_capture()) hint += (position.kings & bit(move.over)) != 0 ? tower : man_value;
  const bool crowned = (bit(move.to) & last_row(position.to_move)) != 0 && (position.kings & from) == 0;
  return crowned ? hint + tower - man_value : hint;
}

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{
      .node_budget = {207, 207, 207, 207, 207, 207, 207, 232, 264, 293, 321, 350, 393, 427, 472, 535},
      .blunder_rate = {668, 640, 614, 590, 567, 545, 524, 505, 484, 466, 451, 437, 419, 406, 390, 371}};
  return scale;
}

}  // namespace crownd::towers

template struct crownd::draughts_family::Evaluation<crownd::towers::Position, crownd::towers::Model,
                                                    crownd::towers::OwnInputs>;
