#include "games/draughts_family/evaluate.hpp"
#include "games/spanish/own_inputs.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/squares.hpp"

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

// weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_spanish_network[], crownd_spanish_network_end[];

}  // namespace

/// See draughts_family/evaluation.hpp.
struct Model {
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_spanish_network, crownd_spanish_network_end};
  }

  static int fixed(const MoverView&) { return 0; }

  static int drawish(const MoverView& view) {
    constexpr int hardly_a_chance = 8;
    const bool drawn = holds_alone(view.own_men, view.own_kings, enemies_of(view)) ||
                       holds_alone(view.enemy_men, view.enemy_kings, own_of(view));
    return drawn ? hardly_a_chance : 1;
  }
};

}  // namespace crownd::spanish

template struct crownd::draughts_family::Evaluation<crownd::spanish::Position, crownd::spanish::Model,
                                                    crownd::spanish::OwnInputs>;
