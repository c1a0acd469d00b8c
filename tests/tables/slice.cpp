#include "games/draughts_family/endings.hpp"

#include "games/draughts_family/evaluation.hpp"

#include "support/catch.hpp"
#include "tables/small_tables.hpp"

using namespace crownd;
using draughts_family::other_view;
using draughts_family::Slice;
using draughts_family::slices_of;

namespace {

/// Positions of so many pieces with both sides there, whichever side is to move.
std::size_t positions_of(int pieces, bool divided = false) {
  std::size_t sum = 0;
  for (const std::uint64_t code : slices_of(pieces, divided)) sum += Slice(code).table_places();
  return sum;
}

/// Positions of so many pieces of one side: men on 28 squares, kings on all.
std::size_t positions_of_one_side(int pieces) {
  const auto sets = [](int squares, int count) {
    std::size_t number = 1;
    for (int i = 0; i < count; ++i)
      number = number * static_cast<std::size_t>(squares - i) / static_cast<std::size_t>(i + 1);
    return number;
  };
  std::size_t sum = 0;
  for (int men = 0; men <= pieces; ++men) sum += sets(28, men) * sets(32 - men, pieces - men);
  return sum;
}

bool may_stand_so(const draughts_family::MoverView& pieces) {
  return (pieces.own_men & draughts_family::top_row) == 0 && (pieces.enemy_men & draughts_family::bottom_row) == 0;
}

/// From the view of the side to move, by an index of a table.
draughts_family::MoverView pieces_of_spot(const TableIndex& spot) {
  const Slice slice(spot.ending);
  if (spot.place < slice.places()) return slice.pieces_at(spot.place);
  return other_view(slice.pieces_at(spot.place - slice.places()));
}

}  // namespace

TEST_CASE("the number of places agrees with Chinook's count of positions") {
  // J. Schaeffer et al., "Building the Checkers 10-Piece Endgame Databases" (2003), table 1: positions of so many
  // pieces of either or both sides.
  const std::map<int, std::size_t> published{{2, 6'972},       {3, 261'224},       {4, 7'092'774},
                                             {5, 148'688'232}, {6, 2'503'611'964}, {7, 34'779'531'480}};
  for (const auto& [pieces, count] : published) {
    INFO(pieces);
    CHECK(positions_of(pieces) + 2 * positions_of_one_side(pieces) == count);
    CHECK(positions_of(pieces, true) == positions_of(pieces, false));
  }
}

TEST_CASE("places and positions of a slice correspond one to one") {
  for (const bool divided : {false, true})
    for (int pieces = 2; pieces <= 5; ++pieces)
      for (const std::uint64_t code : slices_of(pieces, divided)) {
        const Slice slice(code);
        const std::size_t step = 1 + slice.places() / 5'000;
        std::size_t wrong = 0;
        for (std::size_t place = 0; place < slice.places(); place += step) {
          const draughts_family::MoverView at = slice.pieces_at(place);
          const bool fits = may_stand_so(at) && Slice::piece_count(at) == pieces && slice.has(at);
          if (!fits || slice.place_of(at) != place || slice.place_of_kings(place, at) != place) ++wrong;
        }
        INFO(slice.name());
        CHECK(wrong == 0);
        CHECK(slice.code() == code);
      }
}

TEST_CASE("every position has a spot, whichever side is to move, divided or not") {
  using R = english::Rules;
  for (int pieces = 2; pieces <= draughts_family::max_table_pieces; ++pieces)
    for (const auto& position : testing::random_positions<R>(pieces, 3'000)) {
      const draughts_family::MoverView given = R::mover_view(position);
      for (const bool divided : {false, true}) {
        const TableIndex spot = Slice::spot_of(given, divided);
        const Slice slice(spot.ending);
        INFO(slice.name() << ' ' << spot.place);
        REQUIRE(spot.place < slice.table_places());
        REQUIRE(pieces_of_spot(spot) == given);
      }
    }
}

TEST_CASE("slices have unique codes and names, and come after those that they need") {
  for (const bool divided : {false, true})
    for (int pieces = 2; pieces <= 5; ++pieces) {
      std::set<std::uint64_t> before;
      std::set<std::string> names;
      for (const std::uint64_t code : slices_of(pieces, divided)) {
        const Slice slice(code);
        INFO(slice.name());
        CHECK(names.insert(slice.name()).second);
        for (const std::uint64_t other : slice.smaller()) {
          INFO(Slice(other).name());
          CHECK((Slice(other).pieces() < pieces || before.count(other) == 1));
        }
        CHECK(before.insert(code).second);
      }
    }
}

TEST_CASE("a slice's name has its men and kings, and the rows of leading men if it is divided") {
  CHECK(Slice({2, 1}, {1, 0}).name() == "mmkvm");
  CHECK(Slice({0, 2}, {0, 1}).name() == "kkvk");
  CHECK(Slice({2, 1, 4}, {2, 0, 0}).name() == "mm5kvmm1");
}
