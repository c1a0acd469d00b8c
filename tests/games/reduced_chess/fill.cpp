#include "games/reduced_chess/fill.hpp"

#include "games/reduced_chess/survey.hpp"
#include "support/catch.hpp"

#include <random>

namespace crownd::reduced_chess {
namespace {

/// Random pieces, on boards of all sizes that the width holds, from nearly empty to nearly full: what all see at once
/// is what each sees.
template <std::size_t Words>
void check_random_boards() {
  constexpr int row = static_cast<int>(stride<Words>);
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto& board = geometry<Words>.boards[2 + random() % (stride<Words> - 1)];
    const auto full = 1 + random() % 20;
    SquareSet<Words> occupied, sliders, open;
    board.for_each([&](unsigned square) {
      if (random() % 20 < full) occupied.add(square);
      if (occupied.has(square) && random() % 3 == 0) sliders.add(square);
      if (random() % 2 == 0) open.add(square);
    });
    const auto& ring = geometry<Words>.king_steps[random() % square_count<Words>];
    const auto same = [](const Seen<Words>& all, const Seen<Words>& each) {
      CHECK(all.squares == each.squares);
      CHECK(all.mobility == each.mobility);
      CHECK(all.ring_hits == each.ring_hits);
    };
    INFO("round " << round << ", width " << Words);
    same(seen_by_all<1, -1, row, -row>(sliders, occupied, open, ring),
         seen_one_by_one(sliders, open, ring, [&](unsigned at) { return rook_sight<Words>(at, occupied); }));
    same(seen_by_all<row + 1, row - 1, -row + 1, -row - 1>(sliders, occupied, open, ring),
         seen_one_by_one(sliders, open, ring, [&](unsigned at) { return bishop_sight<Words>(at, occupied); }));
  }
}

TEST_CASE("what all sliders see at once is what each sees, and no square is counted twice") {
  check_random_boards<1>();
  check_random_boards<2>();
  check_random_boards<4>();
  check_random_boards<11>();
}

}  // namespace
}  // namespace crownd::reduced_chess
