#include "core/weights_file.hpp"
#include "games/draughts_family/networked.hpp"
#include "games/towers/own_inputs.hpp"
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
using draughts_family::MoverView;

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

int steps(const MoverView& view, Bits empty) {
  return draughts_family::men_steps(view.own_men, empty) + draughts_family::king_steps(view.own_kings, empty);
}

/// The bonus of the side that is ahead in an ending, whose view it is, for encircling the other.
int hunt(const MoverView& view) {
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

}  // namespace

/// See draughts_family/learned.hpp; its kings are the towers.
struct Model : draughts_family::CommonFeatures<13, 5> {
  static constexpr std::array<const char*, 6> term_names{"patterns", "material", "towers",
                                                         "mobility", "captures", "tempo"};

  static constexpr std::size_t captures_due = own_term;
  static constexpr std::size_t men_steps_number = own_number;
  static constexpr std::size_t tower_steps_number = men_steps_number + 1;
  static constexpr std::size_t stuck_towers_number = tower_steps_number + 1;
  static constexpr std::size_t captures_number = stuck_towers_number + 1;
  /// Indexed by the number of steps, for the side that may run out of them.
  static constexpr std::size_t most_scarce_steps = 7;
  static constexpr std::size_t scarce_steps_number = captures_number + 1;
  static constexpr std::size_t captures_to_move_number = scarce_steps_number + most_scarce_steps + 1;
  static_assert(captures_to_move_number + 1 == to_move_number);

  static constexpr int clear_advantage = 200;
  [[nodiscard]] static const std::int16_t* weights() {
    return reinterpret_cast<const std::int16_t*>(crownd_towers_weights + WeightsFile::header_bytes);
  }
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_towers_network, crownd_towers_network_end};
  }
  [[nodiscard]] static const network::Network& network();

  template <class Add>
  static void of_side(const MoverView& view, Add add) {
    CommonFeatures::of_side(view, add);
    const Bits empty = ~draughts_family::pieces_of(view);
    const int men = draughts_family::men_steps(view.own_men, empty);
    const int towers = draughts_family::king_steps(view.own_kings, empty);
    add(mobility, men_steps_number, men);
    add(mobility, scarce_steps_number + std::min(static_cast<std::size_t>(men + towers), most_scarce_steps), 1);
    add(captures_due, captures_number, captures(view, empty));
    if (view.own_kings == 0) return;
    add(mobility, tower_steps_number, towers);
    add(mobility, stuck_towers_number, count(view.own_kings & ~draughts_family::around(empty)));
  }

  template <class Add>
  static void of_mover(const MoverView& view, Add add) {
    CommonFeatures::of_mover(view, add);
    add(captures_due, captures_to_move_number, captures(view, ~draughts_family::pieces_of(view)));
  }

  static int fixed(const MoverView& view) {
    if (count(draughts_family::pieces_of(view)) > few_pieces) return 0;
    const int ahead = man_value * (count(view.own_men) - count(view.enemy_men)) +
                      tower * (count(view.own_kings) - count(view.enemy_kings));
    return ahead > 0 ? hunt(view) : ahead < 0 ? -hunt(draughts_family::other_view(view)) : 0;
  }

  static int drawish(const MoverView&) { return 1; }
};

namespace {

/// Checks the file when the program starts; the weights are read where they are embedded.
const WeightsFile weights_file({crownd_towers_weights, crownd_towers_weights_end},
                               draughts_family::Learned<Model>::weight_count);

const network::Network learned_network(Model::network_file(), Rules::network_shape);

}  // namespace

const network::Network& Model::network() { return learned_network; }

int Rules::order_hint(const Position& position, Move move) {
  const Bits from = bit(move.from);
  int hint = 0;
  if (move.is_capture()) hint += (position.kings & bit(move.over)) != 0 ? tower : man_value;
  const bool crowned =
      (bit(move.to) & draughts_family::last_row(position.to_move)) != 0 && (position.kings & from) == 0;
  return crowned ? hint + tower - man_value : hint;
}

}  // namespace crownd::towers

template struct crownd::draughts_family::Evaluation<crownd::towers::Position, crownd::towers::Model>;
