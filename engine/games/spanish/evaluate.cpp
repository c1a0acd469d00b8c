#include "core/weights_file.hpp"
#include "games/draughts_family/networked.hpp"
#include "games/spanish/own_inputs.hpp"
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
using draughts_family::MoverView;
using draughts_family::own_of;

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

// weights.bin and weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_spanish_weights[], crownd_spanish_weights_end[];
extern "C" const std::uint8_t crownd_spanish_network[], crownd_spanish_network_end[];

}  // namespace

/// See draughts_family/learned.hpp.
struct Model : draughts_family::CommonFeatures<13, 5> {
  static constexpr std::array<const char*, 6> term_names{"patterns", "material", "kings",
                                                         "mobility", "free men", "tempo"};

  static constexpr std::size_t free_men = own_term;
  static constexpr std::size_t diagonal_number = own_number;
  static constexpr std::size_t diagonal_alone_number = diagonal_number + 1;
  static constexpr std::size_t slides_number = diagonal_alone_number + 1;
  static constexpr std::size_t stuck_kings_number = slides_number + 1;
  static constexpr std::size_t men_steps_number = stuck_kings_number + 1;
  static constexpr std::size_t free_man_number = men_steps_number + 1;  ///< by row, from the top
  static_assert(free_man_number + 8 == to_move_number);

  static constexpr int clear_advantage = 300;
  [[nodiscard]] static const std::int16_t* weights() {
    return reinterpret_cast<const std::int16_t*>(crownd_spanish_weights + WeightsFile::header_bytes);
  }
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_spanish_network, crownd_spanish_network_end};
  }
  [[nodiscard]] static const network::Network& network();

  template <class Add>
  static void of_side(const MoverView& view, Add add) {
    CommonFeatures::of_side(view, add);
    const Bits empty = ~draughts_family::pieces_of(view);
    add(mobility, men_steps_number, draughts_family::men_steps(view.own_men, empty));
    if (view.enemy_kings == 0)
      for (Bits left = runaway_men(view); left != 0; left &= left - 1)
        add(free_men, free_man_number + static_cast<std::size_t>(row_of(lowest(left))), 1);
    if (view.own_kings == 0) return;
    if ((view.own_kings & great_diagonal) != 0) {
      add(kings, diagonal_number, 1);
      if ((enemies_of(view) & great_diagonal) == 0) add(kings, diagonal_alone_number, 1);
    }
    add(mobility, slides_number, count_slides(view.own_kings, empty));
    add(mobility, stuck_kings_number, count(view.own_kings & ~draughts_family::around(empty)));
  }

  static int fixed(const MoverView&) { return 0; }

  static int drawish(const MoverView& view) {
    constexpr int hardly_a_chance = 8;
    const bool drawn = holds_alone(view.own_men, view.own_kings, enemies_of(view)) ||
                       holds_alone(view.enemy_men, view.enemy_kings, own_of(view));
    return drawn ? hardly_a_chance : 1;
  }
};

namespace {

/// Checks the file when the program starts; the weights are read where they are embedded.
const WeightsFile weights_file({crownd_spanish_weights, crownd_spanish_weights_end},
                               draughts_family::Learned<Model>::weight_count);

const network::Network learned_network(Model::network_file(), Rules::network_shape);

}  // namespace

const network::Network& Model::network() { return learned_network; }

}  // namespace crownd::spanish

template struct crownd::draughts_family::Evaluation<crownd::spanish::Position, crownd::spanish::Model>;
