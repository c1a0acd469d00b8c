#include "core/weights_file.hpp"
#include "games/draughts_family/judge.hpp"
#include "games/draughts_family/learned.hpp"
#include "games/draughts_family/networked.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/slides.hpp"
#include "games/spanish/squares.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace crownd::spanish {
namespace {

using draughts_family::count;
using draughts_family::enemies_of;
using draughts_family::own_of;
using draughts_family::pair_counts;

/// Where a king cannot be trapped.
constexpr Bits great_diagonal = [] {
  Bits set = 0;
  for (const int number : {1, 5, 10, 14, 19, 23, 28, 32}) set |= bit(square_of(number));
  return set;
}();

/// A lone king against few pieces: one or two cannot trap it, and three cannot if it holds the great diagonal.
/// Men among them are no better: they only become kings.
bool holds_alone(Bits lone_men, Bits lone_kings, Bits hunters) {
  if (lone_men != 0 || count(lone_kings) != 1) return false;
  return count(hunters) <= 2 || (count(hunters) == 3 && (lone_kings & great_diagonal) != 0);
}

/// Runaway men: own men with no enemy piece ahead.
Bits men_with_a_free_way(const TablePieces& view) {
  Bits watched = enemies_of(view);  // grows to all squares with an enemy somewhere ahead
  for (int row = 0; row < 7; ++row)
    watched |= step<Direction::down_left>(watched) | step<Direction::down_right>(watched);
  return view.own_men & ~watched;
}

// weights.bin and weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_spanish_weights[], crownd_spanish_weights_end[];
extern "C" const std::uint8_t crownd_spanish_network[], crownd_spanish_network_end[];

struct Model {
  enum Term : std::size_t { patterns, material, kings, mobility, free_men, tempo };
  static constexpr std::array<const char*, 6> term_names{"patterns", "material", "kings",
                                                         "mobility", "free men", "tempo"};

  // Numbers of features, group by group; the patterns of men come first.
  static constexpr std::size_t men_number = draughts_family::large_regions.patterns();
  static constexpr std::size_t kings_number = men_number + 1;
  static constexpr std::size_t balance_number = kings_number + 1;
  static constexpr std::size_t king_square_number = balance_number + draughts_family::balance_count;
  static constexpr std::size_t diagonal_number = king_square_number + draughts_family::places;
  static constexpr std::size_t diagonal_alone_number = diagonal_number + 1;
  static constexpr std::size_t slides_number = diagonal_alone_number + 1;
  static constexpr std::size_t stuck_kings_number = slides_number + 1;
  static constexpr std::size_t men_steps_number = stuck_kings_number + 1;
  static constexpr std::size_t free_man_number = men_steps_number + 1;  ///< by row, from the top
  static constexpr std::size_t to_move_number = free_man_number + 8;
  static constexpr std::size_t the_move_number = to_move_number + pair_counts;
  static constexpr std::size_t with_kings_number = the_move_number + pair_counts;
  static constexpr std::size_t feature_count = with_kings_number + draughts_family::large_regions.patterns();

  [[nodiscard]] static const std::int16_t* weights() {
    return reinterpret_cast<const std::int16_t*>(crownd_spanish_weights + WeightsFile::header_bytes);
  }

  template <class Add>
  static void of_side(const TablePieces& view, Add add) {
    const Bits empty = ~draughts_family::pieces_of(view);
    draughts_family::large_regions.each_pattern(view.own_men, view.enemy_men,
                                                [&](std::size_t number) { add(patterns, number, 1); });
    add(material, men_number, count(view.own_men));
    add(material, balance_number + draughts_family::balance_of(view), 1);
    add(mobility, men_steps_number, draughts_family::men_steps(view.own_men, empty));
    if (view.enemy_kings == 0)
      for (Bits left = men_with_a_free_way(view); left != 0; left &= left - 1)
        add(free_men, free_man_number + static_cast<std::size_t>(row_of(lowest(left))), 1);
    // Patterns of men leave out much where there are kings.
    if ((view.own_kings | view.enemy_kings) != 0)
      draughts_family::large_regions.each_pattern(
          own_of(view), enemies_of(view), [&](std::size_t number) { add(kings, with_kings_number + number, 1); });
    if (view.own_kings != 0) of_kings(view, empty, add);
  }

  template <class Add>
  static void of_mover(const TablePieces& view, Add add) {
    const std::size_t pairs = draughts_family::pairs_of(view);
    add(tempo, to_move_number + pairs, 1);
    if (draughts_family::has_the_move(view)) add(tempo, the_move_number + pairs, 1);
  }

  static int fixed(const TablePieces&) { return 0; }

  static int drawish(const TablePieces& view) {
    constexpr int hardly_a_chance = 8;
    const bool drawn = holds_alone(view.own_men, view.own_kings, enemies_of(view)) ||
                       holds_alone(view.enemy_men, view.enemy_kings, own_of(view));
    return drawn ? hardly_a_chance : 1;
  }

 private:
  template <class Add>
  static void of_kings(const TablePieces& view, Bits empty, Add add) {
    add(material, kings_number, count(view.own_kings));
    for (Bits left = view.own_kings; left != 0; left &= left - 1) add(kings, king_square_number + lowest(left), 1);
    if ((view.own_kings & great_diagonal) != 0) {
      add(kings, diagonal_number, 1);
      if ((enemies_of(view) & great_diagonal) == 0) add(kings, diagonal_alone_number, 1);
    }
    add(mobility, slides_number, count_slides(view.own_kings, empty));
    add(mobility, stuck_kings_number, count(view.own_kings & ~draughts_family::around(empty)));
  }
};

using Learned = draughts_family::Learned<Model>;

const WeightsFile weights_file({crownd_spanish_weights, crownd_spanish_weights_end}, Learned::weight_count);

const network::Network learned_network({crownd_spanish_network, crownd_spanish_network_end}, Rules::network_shape);

struct Addition {
  static constexpr int clear = 300;
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

std::span<const std::uint8_t> Rules::network_file() { return {crownd_spanish_network, crownd_spanish_network_end}; }

}  // namespace crownd::spanish
