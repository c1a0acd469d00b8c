#include "core/weights_file.hpp"
#include "games/draughts_family/judge.hpp"
#include "games/draughts_family/learned.hpp"
#include "games/draughts_family/networked.hpp"
#include "games/english/generate.hpp"
#include "games/english/rules.hpp"
#include "games/english/squares.hpp"
#include "network/network.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace crownd::english {
namespace {

using draughts_family::count;
using draughts_family::enemies_of;
using draughts_family::own_of;
using draughts_family::pair_counts;

// weights.bin and weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_english_weights[], crownd_english_weights_end[];
extern "C" const std::uint8_t crownd_english_network[], crownd_english_network_end[];

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
int hunt(const TablePieces& view) {
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

struct Model {
  enum Term : std::size_t { patterns, material, kings, mobility, tempo };
  static constexpr std::array<const char*, 5> term_names{"patterns", "material", "kings", "mobility", "tempo"};

  // Numbers of features, group by group; the patterns of men come first.
  static constexpr std::size_t men_number = draughts_family::large_regions.patterns();
  static constexpr std::size_t kings_number = men_number + 1;
  static constexpr std::size_t balance_number = kings_number + 1;
  static constexpr std::size_t king_square_number = balance_number + draughts_family::balance_count;
  static constexpr std::size_t king_steps_number = king_square_number + draughts_family::places;
  static constexpr std::size_t trapped_kings_number = king_steps_number + 1;
  static constexpr std::size_t men_steps_number = trapped_kings_number + 1;
  static constexpr std::size_t to_move_number = men_steps_number + 1;
  static constexpr std::size_t the_move_number = to_move_number + pair_counts;
  static constexpr std::size_t with_kings_number = the_move_number + pair_counts;
  static constexpr std::size_t feature_count = with_kings_number + draughts_family::large_regions.patterns();

  [[nodiscard]] static const std::int16_t* weights() {
    return reinterpret_cast<const std::int16_t*>(crownd_english_weights + WeightsFile::header_bytes);
  }

  template <class Add>
  static void of_side(const TablePieces& view, Add add) {
    const Bits empty = ~draughts_family::pieces_of(view);
    draughts_family::large_regions.each_pattern(view.own_men, view.enemy_men,
                                                [&](std::size_t number) { add(patterns, number, 1); });
    add(material, men_number, count(view.own_men));
    add(material, balance_number + draughts_family::balance_of(view), 1);
    add(mobility, men_steps_number, draughts_family::men_steps(view.own_men, empty));
    // Patterns of men say little where there are kings.
    if ((view.own_kings | view.enemy_kings) == 0) return;
    draughts_family::large_regions.each_pattern(own_of(view), enemies_of(view),
                                                [&](std::size_t number) { add(kings, with_kings_number + number, 1); });
    add(material, kings_number, count(view.own_kings));
    for (Bits left = view.own_kings; left != 0; left &= left - 1) add(kings, king_square_number + lowest(left), 1);
    add(mobility, king_steps_number, draughts_family::king_steps(view.own_kings, empty));
    add(mobility, trapped_kings_number, count(view.own_kings & ~draughts_family::around(empty)));
  }

  template <class Add>
  static void of_mover(const TablePieces& view, Add add) {
    const std::size_t pairs = draughts_family::pairs_of(view);
    add(tempo, to_move_number + pairs, 1);
    if (draughts_family::has_the_move(view)) add(tempo, the_move_number + pairs, 1);
  }

  static int fixed(const TablePieces& view) {
    const int ahead = count(own_of(view)) - count(enemies_of(view));
    if (ahead == 0 || count(draughts_family::pieces_of(view)) > hunt_pieces) return 0;
    return ahead > 0 ? hunt(view) : -hunt(draughts_family::other_view(view));
  }

  static int drawish(const TablePieces&) { return 1; }
};

using Learned = draughts_family::Learned<Model>;

const WeightsFile weights_file({crownd_english_weights, crownd_english_weights_end}, Learned::weight_count);

const network::Network learned_network({crownd_english_network, crownd_english_network_end}, Rules::network_shape);

struct Addition {
  static constexpr int clear = 150;
  static const network::Network& network() { return learned_network; }
};
using Evaluation = draughts_family::Networked<Learned, Addition>;

}  // namespace

/// The captured material, kings counting for more, and a bonus for a crowning.
int Rules::order_hint(const Position& position, Move move) {
  constexpr int king = 150;
  constexpr int crowning = 80;
  const int kings = std::popcount(move.captured & position.kings);
  const bool crowns = (draughts_family::bit(move.from) & position.kings) == 0 &&
                      (draughts_family::bit(move.to) & draughts_family::last_row(position.to_move)) != 0;
  return (std::popcount(move.captured) - kings) * man_value + kings * king + (crowns ? crowning : 0);
}

std::optional<network::Inputs> Rules::network_inputs(const Position& position) {
  return Evaluation::inputs(table_pieces(position));
}

int Rules::unlearned(const Position& position) { return Learned::evaluate(table_pieces(position)); }

std::span<const std::uint8_t> Rules::network_file() { return {crownd_english_network, crownd_english_network_end}; }

const std::size_t Rules::feature_count = Learned::weight_count;
const int Rules::feature_unit = Learned::feature_unit;
const int Rules::weights_a_centipawn = Learned::weights_a_centipawn;

std::optional<int> Rules::features(const Position& position, std::vector<Feature>& list) {
  return Learned::features(table_pieces(position), list);
}

std::span<const std::int16_t> Rules::weights() { return weights_file.weights(); }

Score Rules::evaluate(const Position& position) {
  return Score::centipawns(Evaluation::evaluate(table_pieces(position)));
}

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  return Evaluation::terms(table_pieces(position));
}

}  // namespace crownd::english
