#include "core/weights_file.hpp"
#include "games/draughts_family/judge.hpp"
#include "games/draughts_family/learned.hpp"
#include "games/draughts_family/networked.hpp"
#include "games/towers/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace crownd::towers {
namespace {

using draughts_family::bit;
using draughts_family::count;
using draughts_family::enemies_of;
using draughts_family::lowest;
using draughts_family::own_of;
using draughts_family::pair_counts;
using draughts_family::step;

// Centipawns; used by the hunt and for ordering captures.
constexpr int tower = 200;
/// The hunt is not learned: with so few pieces left a side with more material must drive the other into a corner. Bonus
/// for each step nearer to the enemy's pieces, and for each action that the hunted side has left.
constexpr int few_pieces = 10;
constexpr int step_nearer_worth = 6;
constexpr int freedom_worth = 4;

/// The number of steps between two squares on an empty board.
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

template <Direction D>
int jumps_towards(Bits movers, Bits enemies, Bits empty) {
  return count(step<D>(step<D>(movers) & enemies) & empty);
}

/// The number of captures of the side whose view it is.
int captures(const TablePieces& view, Bits empty) {
  const Bits own = own_of(view), enemies = enemies_of(view);
  return jumps_towards<Direction::up_left>(own, enemies, empty) +
         jumps_towards<Direction::up_right>(own, enemies, empty) +
         jumps_towards<Direction::down_left>(view.own_kings, enemies, empty) +
         jumps_towards<Direction::down_right>(view.own_kings, enemies, empty);
}

int steps(const TablePieces& view, Bits empty) {
  return draughts_family::men_steps(view.own_men, empty) + draughts_family::king_steps(view.own_kings, empty);
}

/// The bonus of the side that is ahead in an ending, whose view it is, for encircling the other.
int hunt(const TablePieces& view) {
  const Bits hunted = enemies_of(view);
  int away = 0;
  for (Bits left = hunted; left != 0; left &= left - 1)
    for (Bits towers = view.own_kings; towers != 0; towers &= towers - 1)
      away += distances[lowest(left)][lowest(towers)];
  const auto other = draughts_family::other_view(view);
  const Bits empty = ~draughts_family::pieces_of(other);
  const int freedom = steps(other, empty) + captures(other, empty);
  return -step_nearer_worth * away / std::max(1, count(hunted)) - freedom_worth * freedom;
}

// weights.bin and weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_towers_weights[], crownd_towers_weights_end[];
extern "C" const std::uint8_t crownd_towers_network[], crownd_towers_network_end[];

struct Model {
  enum Term : std::size_t { patterns, material, towers, mobility, captures_due, tempo };
  static constexpr std::array<const char*, 6> term_names{"patterns", "material", "towers",
                                                         "mobility", "captures", "tempo"};

  // Numbers of features, group after group; the patterns of men come first.
  static constexpr std::size_t men_number = draughts_family::large_regions.patterns();
  static constexpr std::size_t towers_number = men_number + 1;
  static constexpr std::size_t balance_number = towers_number + 1;
  static constexpr std::size_t tower_square_number = balance_number + draughts_family::balance_count;
  static constexpr std::size_t men_steps_number = tower_square_number + draughts_family::places;
  static constexpr std::size_t tower_steps_number = men_steps_number + 1;
  static constexpr std::size_t stuck_towers_number = tower_steps_number + 1;
  static constexpr std::size_t captures_number = stuck_towers_number + 1;
  /// Indexed by the number of steps, for the side that may run out of them.
  static constexpr std::size_t most_scarce_steps = 7;
  static constexpr std::size_t scarce_steps_number = captures_number + 1;
  static constexpr std::size_t captures_to_move_number = scarce_steps_number + most_scarce_steps + 1;
  static constexpr std::size_t to_move_number = captures_to_move_number + 1;
  static constexpr std::size_t the_move_number = to_move_number + pair_counts;
  static constexpr std::size_t with_towers_number = the_move_number + pair_counts;
  static constexpr std::size_t feature_count = with_towers_number + draughts_family::large_regions.patterns();

  [[nodiscard]] static const std::int16_t* weights() {
    return reinterpret_cast<const std::int16_t*>(crownd_towers_weights + WeightsFile::header_bytes);
  }

  template <class Add>
  static void of_side(const TablePieces& view, Add add) {
    const Bits empty = ~draughts_family::pieces_of(view);
    draughts_family::large_regions.each_pattern(view.own_men, view.enemy_men,
                                                [&](std::size_t number) { add(patterns, number, 1); });
    add(material, men_number, count(view.own_men));
    add(material, balance_number + draughts_family::balance_of(view), 1);
    const int men = draughts_family::men_steps(view.own_men, empty);
    const int kings = draughts_family::king_steps(view.own_kings, empty);
    add(mobility, men_steps_number, men);
    add(mobility, scarce_steps_number + std::min(static_cast<std::size_t>(men + kings), most_scarce_steps), 1);
    add(captures_due, captures_number, captures(view, empty));
    // Patterns of men leave out much where there are towers.
    if ((view.own_kings | view.enemy_kings) != 0)
      draughts_family::large_regions.each_pattern(
          own_of(view), enemies_of(view), [&](std::size_t number) { add(towers, with_towers_number + number, 1); });
    if (view.own_kings == 0) return;
    add(material, towers_number, count(view.own_kings));
    for (Bits left = view.own_kings; left != 0; left &= left - 1) add(towers, tower_square_number + lowest(left), 1);
    add(mobility, tower_steps_number, kings);
    add(mobility, stuck_towers_number, count(view.own_kings & ~draughts_family::around(empty)));
  }

  template <class Add>
  static void of_mover(const TablePieces& view, Add add) {
    const std::size_t pairs = draughts_family::pairs_of(view);
    add(captures_due, captures_to_move_number, captures(view, ~draughts_family::pieces_of(view)));
    add(tempo, to_move_number + pairs, 1);
    if (draughts_family::has_the_move(view)) add(tempo, the_move_number + pairs, 1);
  }

  static int fixed(const TablePieces& view) {
    if (count(draughts_family::pieces_of(view)) > few_pieces) return 0;
    const int ahead = man_value * (count(view.own_men) - count(view.enemy_men)) +
                      tower * (count(view.own_kings) - count(view.enemy_kings));
    return ahead > 0 ? hunt(view) : ahead < 0 ? -hunt(draughts_family::other_view(view)) : 0;
  }

  static int drawish(const TablePieces&) { return 1; }
};

using Learned = draughts_family::Learned<Model>;

const WeightsFile weights_file({crownd_towers_weights, crownd_towers_weights_end}, Learned::weight_count);

const network::Network learned_network({crownd_towers_network, crownd_towers_network_end}, Rules::network_shape);

struct Addition {
  static constexpr int clear = 200;
  static const network::Network& network() { return learned_network; }
};
using Evaluation = draughts_family::Networked<Learned, Addition>;

}  // namespace

Score Rules::evaluate(const Position& position) {
  return Score::centipawns(Evaluation::evaluate(table_pieces(position)));
}

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  return Evaluation::terms(table_pieces(position));
}

const std::size_t Rules::feature_count = Learned::weight_count;
const int Rules::feature_unit = Learned::feature_unit;
const int Rules::weights_a_centipawn = Learned::weights_a_centipawn;

std::optional<int> Rules::features(const Position& position, std::vector<Feature>& list) {
  return Learned::features(table_pieces(position), list);
}

std::span<const std::int16_t> Rules::weights() { return weights_file.weights(); }

std::optional<network::Inputs> Rules::network_inputs(const Position& position) {
  return Evaluation::inputs(table_pieces(position));
}

int Rules::unlearned(const Position& position) { return Learned::evaluate(table_pieces(position)); }

std::span<const std::uint8_t> Rules::network_file() { return {crownd_towers_network, crownd_towers_network_end}; }

int Rules::order_hint(const Position& position, Move move) {
  const Bits from = bit(move.from);
  int hint = 0;
  if (move.is_capture()) hint += (position.towers & bit(move.over)) != 0 ? tower : man_value;
  const bool crowned = (bit(move.to) & detail::last_row(position.to_move)) != 0 && (position.towers & from) == 0;
  return crowned ? hint + tower - man_value : hint;
}

}  // namespace crownd::towers
