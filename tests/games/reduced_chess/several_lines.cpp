#include "games/reduced_chess/rules.hpp"
#include "play/make_game.hpp"
#include "support/catch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace crownd {
namespace {

/// 300 pieces all over the largest board, with hundreds of captures for either side; the kings are walled in.
std::string dense_board() {
  constexpr int side = 26;
  constexpr std::size_t pieces = 300;
  std::array<std::string, 2> armies{"Ka1,Ra2,Rb1,Rb2", "Kz26,Rz25,Ry26,Ry25"};
  std::set<std::string> taken{"a1", "a2", "b1", "b2", "z26", "z25", "y26", "y25"};
  std::uint32_t random = 3;
  while (taken.size() < pieces) {
    random = (random * 1103515245U + 12345U) & 0x7fffffffU;  // the generator of the C standard's example
    const int square = static_cast<int>(random >> 16) % (side * side);
    const std::string name = std::string{static_cast<char>('a' + square % side)} + std::to_string(1 + square / side);
    const std::size_t number = taken.size();
    if (taken.insert(name).second) armies[number % 2] += (number % 4 < 2 ? ",B" : ",R") + name;
  }
  return "26 " + armies[0] + " " + armies[1] + " w";
}

std::uint64_t nodes_of_first_depth(int lines) {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  game->set_position(dense_board(), {});
  play::Settings settings;
  settings.multipv = lines;
  game->configure(settings);
  play::Limits limits;
  limits.depth = 1;
  play::Control control;
  play::Info last;
  (void)game->search(limits, {}, control, [&](const play::Info& info) { last = info; });
  CHECK(last.multipv == lines);
  return last.nodes;
}

TEST_CASE("256 lines of 300 pieces on 26x26 are found in one look at each move, not in 256") {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  game->set_position(dense_board(), {});
  const auto moves = game->legal_moves().size();
  REQUIRE(moves > 900);
  // Of this many nodes most are the exchanges that the score of each line is made of; looks for one line after the
  // other need twice as many.
  CHECK(nodes_of_first_depth(256) < 400 * moves);
}

}  // namespace
}  // namespace crownd
