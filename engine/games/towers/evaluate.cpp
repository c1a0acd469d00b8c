#include "games/towers/rules.hpp"

#include <algorithm>

namespace crownd::towers {
namespace {

using draughts_family::bit;

// Centipawns. Set by hand, then each of them tried against larger and smaller values in games of the engine with
// itself.
constexpr int man = 100;
constexpr int tower = 200;
/// A man one step, and two steps, from becoming a tower. Further back it is no gain to have gone ahead.
constexpr int one_step_worth = 10;
constexpr int two_steps_worth = 5;
/// A man on its home row keeps the enemy's men from becoming towers there.
constexpr int guard_worth = 25;
/// Each action that a side has: many games are lost by running out of them behind a blockade.
constexpr int action_worth = 6;
/// A tower away from the edge of the board.
constexpr int centre_worth = 8;
/// The whole material advantage is worth this much more when it is all that there is: who is ahead should exchange.
constexpr int lead_worth = 300;
/// With so few pieces left a side with more material hunts: each step nearer to the enemy's pieces counts, and each
/// action that the hunted side has left.
constexpr int few_pieces = 10;
constexpr int step_nearer_worth = 6;
constexpr int freedom_worth = 4;

constexpr Bits centre_cells = [] {
  Bits set = 0;
  for (int row = 2; row < 6; ++row)
    for (int column = 2; column < 6; ++column)
      if (draughts_family::is_playable(row, column)) set |= bit(draughts_family::square_at(row, column));
  return set;
}();

/// Steps from square to square on an empty board.
constexpr auto distances = [] {
  std::array<std::array<std::int8_t, 32>, 32> table{};
  for (int a = 0; a < draughts_family::places; ++a)
    for (int b = 0; b < draughts_family::places; ++b) {
      const int rows = draughts_family::row_of_place(a) - draughts_family::row_of_place(b);
      const int columns = draughts_family::column_of_place(a) - draughts_family::column_of_place(b);
      table[draughts_family::square_of_place(a)][draughts_family::square_of_place(b)] =
          static_cast<std::int8_t>(std::max(rows < 0 ? -rows : rows, columns < 0 ? -columns : columns));
    }
  return table;
}();

template <Side S>
int actions(const Position& position) {
  return detail::count_actions<S>(position);
}

int material(const Position& position, Side side) {
  const Bits towers = position.of(side) & position.towers;
  return man * std::popcount(position.of(side) ^ towers) + tower * std::popcount(towers);
}

/// The row that is so many steps before the last one of a side.
constexpr Bits row_before_last(Side side, int steps) {
  return draughts_family::row_bits(side == Side::first ? steps : 7 - steps);
}
constexpr std::array<Bits, 2> one_step_before{row_before_last(Side::first, 1), row_before_last(Side::second, 1)};
constexpr std::array<Bits, 2> two_steps_before{row_before_last(Side::first, 2), row_before_last(Side::second, 2)};

int advancement(const Position& position, Side side) {
  const Bits men = position.of(side) & ~position.towers;
  const auto index = static_cast<std::size_t>(side);
  return one_step_worth * std::popcount(men & one_step_before[index]) +
         two_steps_worth * std::popcount(men & two_steps_before[index]);
}

int guard(const Position& position, Side side) {
  if ((position.of(opponent(side)) & ~position.towers) == 0) return 0;
  const Bits home = detail::last_row(opponent(side));
  return guard_worth * std::popcount(position.of(side) & ~position.towers & home);
}

int centre(const Position& position, Side side) {
  return centre_worth * std::popcount(position.of(side) & position.towers & centre_cells);
}

/// How far `side`, which is ahead in an ending, has come with encircling the other: less is better.
template <Side S>
int slack(const Position& position) {
  const Bits hunters = position.of(S) & position.towers;
  const Bits hunted = position.of(opponent(S));
  int steps = 0;
  for (Bits left = hunted; left != 0; left &= left - 1)
    for (Bits towers = hunters; towers != 0; towers &= towers - 1)
      steps += distances[draughts_family::lowest(left)][draughts_family::lowest(towers)];
  return step_nearer_worth * steps / std::max(1, std::popcount(hunted)) +
         freedom_worth * actions<opponent(S)>(position);
}

/// The hunt, for the first side.
int hunt(const Position& position, int advantage) {
  if (advantage == 0 || std::popcount(~position.empty()) > few_pieces) return 0;
  return advantage > 0 ? -slack<Side::first>(position) : slack<Side::second>(position);
}

struct Terms {
  int material, lead, advancement, guard, mobility, centre, hunt;

  [[nodiscard]] int sum() const { return material + lead + advancement + guard + mobility + centre + hunt; }
};

/// For the first side.
Terms terms_of(const Position& position) {
  const auto difference = [&](auto part) { return part(position, Side::first) - part(position, Side::second); };
  const int all_material = material(position, Side::first) + material(position, Side::second);
  const int advantage = difference(material);
  return {.material = advantage,
          .lead = lead_worth * advantage / all_material,
          .advancement = difference(advancement),
          .guard = difference(guard),
          .mobility = action_worth * (actions<Side::first>(position) - actions<Side::second>(position)),
          .centre = difference(centre),
          .hunt = hunt(position, advantage)};
}

int sign(const Position& position) { return position.to_move == Side::first ? 1 : -1; }

}  // namespace

Score Rules::evaluate(const Position& position) { return Score::centipawns(sign(position) * terms_of(position).sum()); }

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  const Terms terms = terms_of(position);
  const int for_mover = sign(position);
  return {{"material", for_mover * terms.material},
          {"lead", for_mover * terms.lead},
          {"advancement", for_mover * terms.advancement},
          {"guard", for_mover * terms.guard},
          {"mobility", for_mover * terms.mobility},
          {"centre", for_mover * terms.centre},
          {"hunt", for_mover * terms.hunt}};
}

int Rules::order_hint(const Position& position, Move move) {
  const Bits from = bit(move.from);
  int hint = 0;
  if (move.is_capture()) hint += (position.towers & bit(move.over)) != 0 ? tower : man;
  const bool crowned = (bit(move.to) & detail::last_row(position.to_move)) != 0 && (position.towers & from) == 0;
  return crowned ? hint + tower - man : hint;
}

}  // namespace crownd::towers
