#include "games/draughts_family/learned.hpp"
#include "games/draughts_family/patterns.hpp"
#include "games/english/generate.hpp"
#include "games/english/squares.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace crownd::english {
namespace {

using draughts_family::block;
using draughts_family::other_view;

int count(Bits set) { return std::popcount(set); }
Bits own_of(const TablePieces& view) { return view.own_men | view.own_kings; }
Bits enemies_of(const TablePieces& view) { return view.enemy_men | view.enemy_kings; }

// The hunt is not learned: games of the engine with itself rarely show how to drive a few kings into a net. Centipawns,
// set by hand: in endings with more pieces than the other side, what a king loses for each square between it and the
// nearest enemy, and what the weaker side gains for a king in a double corner, from where it is hard to drive out, or
// loses on an edge.
constexpr int hunt_pieces = 10;
constexpr int hunt_distance = -4;
constexpr int in_double_corner = 18;
constexpr int on_edge = -8;

/// The two corners where a king can go to and fro.
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

/// Kings' moves between two squares.
int distance(Square a, Square b) {
  return std::max(std::abs(row_of(a) - row_of(b)), std::abs(column_of(a) - column_of(b)));
}

/// What the side that sees the board has, being the stronger one, from driving the enemy's kings into a net.
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

/// The squares from which a step leads to one of a set.
Bits around(Bits set) {
  return step<Direction::up_left>(set) | step<Direction::up_right>(set) | step<Direction::down_left>(set) |
         step<Direction::down_right>(set);
}

/// The regions of men, as a side sees the board. With the ones that the other side sees they cover the board several
/// times over: all blocks of four rows by two squares that begin in row 1, 3 or 5, and all of two rows by four.
constexpr std::array regions{block(0, 4, 0, 2), block(0, 4, 1, 2), block(0, 4, 2, 2),
                             block(2, 4, 0, 2), block(2, 4, 1, 2), block(0, 2, 0, 4),
                             block(1, 2, 0, 4), block(2, 2, 0, 4), block(3, 2, 0, 4)};

struct Model {
  enum Term : std::size_t { patterns, material, kings, mobility, tempo };
  static constexpr std::array<const char*, 5> term_names{"patterns", "material", "kings", "mobility", "tempo"};

  // Numbers of features, group after group.
  static constexpr auto first_of_region = [] {
    std::array<std::size_t, regions.size() + 1> first{};
    for (std::size_t i = 0; i < regions.size(); ++i)
      first[i + 1] = first[i] + draughts_family::pattern_count(regions[i]);
    return first;
  }();
  static constexpr std::size_t men_number = first_of_region.back();
  static constexpr std::size_t kings_number = men_number + 1;
  /// By men ahead (-3 to 3), kings of both sides (0 to 3), and pairs of pieces on the board.
  static constexpr int most_ahead = 3;
  static constexpr int most_kings = 3;
  static constexpr int most_pairs = 12;
  static constexpr std::size_t balance_number = kings_number + 1;
  static constexpr std::size_t balance_count =
      (2 * most_ahead + 1) * (most_kings + 1) * (most_kings + 1) * (most_pairs + 1);
  static constexpr std::size_t king_square_number = balance_number + balance_count;
  static constexpr std::size_t king_steps_number = king_square_number + 32;
  static constexpr std::size_t trapped_kings_number = king_steps_number + 1;
  static constexpr std::size_t men_steps_number = trapped_kings_number + 1;
  static constexpr std::size_t to_move_number = men_steps_number + 1;
  static constexpr std::size_t the_move_number = to_move_number + most_pairs + 1;
  static constexpr std::size_t feature_count = the_move_number + most_pairs + 1;

  static constexpr std::array<std::int16_t, 2 * feature_count> weights{
#include "games/english/weights.inc"
  };

  template <class Add>
  static void of_side(const TablePieces& view, Add add) {
    for (std::size_t i = 0; i < regions.size(); ++i)
      add(patterns, first_of_region[i] + draughts_family::pattern_in(regions[i], view.own_men, view.enemy_men), 1);
    add(material, men_number, count(view.own_men));
    add(material, kings_number, count(view.own_kings));
    add(material, balance_number + balance(view), 1);
    const Bits empty = ~(own_of(view) | enemies_of(view));
    const Bits steps_left = step<Direction::up_left>(view.own_men) & empty;
    const Bits steps_right = step<Direction::up_right>(view.own_men) & empty;
    add(mobility, men_steps_number, count(steps_left) + count(steps_right));
    if (view.own_kings == 0) return;
    for (Bits left = view.own_kings; left != 0; left &= left - 1) add(kings, king_square_number + lowest(left), 1);
    add(mobility, king_steps_number, king_steps(view.own_kings, empty));
    add(mobility, trapped_kings_number, count(view.own_kings & ~around(empty)));
  }

  template <class Add>
  static void of_mover(const TablePieces& view, Add add) {
    const auto pairs = static_cast<std::size_t>(count(own_of(view) | enemies_of(view)) / 2);
    add(tempo, to_move_number + pairs, 1);
    if (has_the_move(view)) add(tempo, the_move_number + pairs, 1);
  }

  static int fixed(const TablePieces& view) {
    const int ahead = count(own_of(view)) - count(enemies_of(view));
    if (ahead == 0 || count(own_of(view) | enemies_of(view)) > hunt_pieces) return 0;
    return ahead > 0 ? hunt(view) : -hunt(other_view(view));
  }

  static int drawish(const TablePieces&) { return 1; }

 private:
  static std::size_t balance(const TablePieces& view) {
    const int ahead = std::clamp(count(view.own_men) - count(view.enemy_men), -most_ahead, most_ahead);
    const int own_kings = std::min(count(view.own_kings), most_kings);
    const int enemy_kings = std::min(count(view.enemy_kings), most_kings);
    const int pairs = count(own_of(view) | enemies_of(view)) / 2;
    return static_cast<std::size_t>(((pairs * (most_kings + 1) + own_kings) * (most_kings + 1) + enemy_kings) *
                                        (2 * most_ahead + 1) +
                                    ahead + most_ahead);
  }

  static int king_steps(Bits kings, Bits empty) {
    return count(step<Direction::up_left>(kings) & empty) + count(step<Direction::up_right>(kings) & empty) +
           count(step<Direction::down_left>(kings) & empty) + count(step<Direction::down_right>(kings) & empty);
  }

  /// The last-mover's advantage, "the move": in the columns that have a playable square on the mover's back row stands
  /// an odd number of pieces.
  static bool has_the_move(const TablePieces& view) {
    constexpr Bits system = [] {
      Bits set = 0;
      for (int place = 0; place < draughts_family::places; ++place)
        if (draughts_family::column_of_place(place) % 2 == 0) set |= bit(draughts_family::square_of_place(place));
      return set;
    }();
    return count((own_of(view) | enemies_of(view)) & system) % 2 == 1;
  }
};

using Learned = draughts_family::Learned<Model>;

}  // namespace

Score Rules::evaluate(const Position& position) { return Score::centipawns(Learned::evaluate(table_pieces(position))); }

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  return Learned::terms(table_pieces(position));
}

const std::size_t Rules::feature_count = Learned::weight_count;
const int Rules::feature_unit = Learned::feature_unit;
const int Rules::weights_a_centipawn = Learned::weights_a_centipawn;

std::optional<int> Rules::features(const Position& position, std::vector<Feature>& list) {
  return Learned::features(table_pieces(position), list);
}

std::span<const std::int16_t> Rules::weights() { return Model::weights; }

}  // namespace crownd::english
