#include "core/weights_file.hpp"
#include "games/draughts_family/networked.hpp"
#include "games/english/generate.hpp"
#include "games/english/rules.hpp"
#include "games/english/squares.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace crownd::english {
namespace {

using draughts_family::count;
using draughts_family::enemies_of;
using draughts_family::MoverView;
using draughts_family::own_of;

// The hunt is not learned: self-play rarely shows how to trap a few kings. Centipawns,
// set by hand: in endings in which one side has more pieces, what its king loses for each square between it and the
// nearest enemy, and what the weaker side gains for a king in a double corner, from where it is hard to drive out, or
// loses on an edge.
constexpr int hunt_pieces = 10;
constexpr int hunt_distance = -4;
constexpr int in_double_corner = 18;
constexpr int on_edge = -8;

/// The two double corners, where a king can move to and fro.
constexpr Bits double_corners =
    bit(square_of_number(1)) | bit(square_of_number(5)) | bit(square_of_number(28)) | bit(square_of_number(32));
constexpr Bits edges = [] {
  Bits set = 0;
  for (int place = 0; place < draughts_family::places; ++place) {
    const int row = draughts_family::row_of_place(place);
    const int column = draughts_family::column_of_place(place);
    if (row == 0 || row == 7 || column == 0 || column == 7) set |= bit(draughts_family::square_of_place(place));
  }
  return set;
}();

/// The number of king moves between two squares.
int distance(Square a, Square b) {
  return std::max(std::abs(row_of(a) - row_of(b)), std::abs(column_of(a) - column_of(b)));
}

/// The bonus of the stronger side, whose view it is, for trapping the enemy's kings.
int hunt(const MoverView& view) {
  int sum = -on_edge * count(view.enemy_kings & edges & ~double_corners) -
            in_double_corner * count(view.enemy_kings & double_corners);
  for (Bits kings = view.own_kings; kings != 0; kings &= kings - 1) {
    int nearest = 0;
    for (Bits enemies = enemies_of(view); enemies != 0; enemies &= enemies - 1) {
      const int steps = distance(lowest(kings), lowest(enemies));
      if (nearest == 0 || steps < nearest) nearest = steps;
    }
    sum += hunt_distance * nearest;
  }
  return sum;
}

// weights.bin and weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_english_weights[], crownd_english_weights_end[];
extern "C" const std::uint8_t crownd_english_network[], crownd_english_network_end[];

}  // namespace

/// See draughts_family/learned.hpp.
struct Model : draughts_family::CommonFeatures<3, 4> {
  static constexpr std::array<const char*, 5> term_names{"patterns", "material", "kings", "mobility", "tempo"};

  static constexpr std::size_t king_steps_number = own_number;
  static constexpr std::size_t trapped_kings_number = king_steps_number + 1;
  static constexpr std::size_t men_steps_number = trapped_kings_number + 1;
  static_assert(men_steps_number + 1 == to_move_number && tempo == own_term);

  static constexpr int clear_advantage = 150;
  [[nodiscard]] static const std::int16_t* weights() {
    return reinterpret_cast<const std::int16_t*>(crownd_english_weights + WeightsFile::header_bytes);
  }
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_english_network, crownd_english_network_end};
  }
  [[nodiscard]] static const network::Network& network();

  template <class Add>
  static void of_side(const MoverView& view, Add add) {
    CommonFeatures::of_side(view, add);
    const Bits empty = ~draughts_family::pieces_of(view);
    add(mobility, men_steps_number, draughts_family::men_steps(view.own_men, empty));
    if (view.own_kings == 0) return;
    add(mobility, king_steps_number, draughts_family::king_steps(view.own_kings, empty));
    add(mobility, trapped_kings_number, count(view.own_kings & ~draughts_family::around(empty)));
  }

  static int fixed(const MoverView& view) {
    const int ahead = count(own_of(view)) - count(enemies_of(view));
    if (ahead == 0 || count(draughts_family::pieces_of(view)) > hunt_pieces) return 0;
    return ahead > 0 ? hunt(view) : -hunt(draughts_family::other_view(view));
  }

  static int drawish(const MoverView&) { return 1; }
};

namespace {

/// Checks the file when the program starts; the weights are read where they are embedded.
const WeightsFile weights_file({crownd_english_weights, crownd_english_weights_end},
                               draughts_family::Learned<Model>::weight_count);

const network::Network learned_network(Model::network_file(), Rules::network_shape);

}  // namespace

const network::Network& Model::network() { return learned_network; }

/// The captured material, kings counting for more, and a bonus for a crowning.
int Rules::order_hint(const Position& position, Move move) {
  constexpr int king = 150;
  constexpr int crowning = 80;
  const int kings = std::popcount(move.captured & position.kings);
  const bool crowns = (draughts_family::bit(move.from) & position.kings) == 0 &&
                      (draughts_family::bit(move.to) & draughts_family::last_row(position.to_move)) != 0;
  return (std::popcount(move.captured) - kings) * man_value + kings * king + (crowns ? crowning : 0);
}

}  // namespace crownd::english

template struct crownd::draughts_family::Evaluation<crownd::english::Position, crownd::english::Model>;
