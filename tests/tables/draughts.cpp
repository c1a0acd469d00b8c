#include "support/catch.hpp"
#include "tables/small_tables.hpp"

using namespace crownd;
using namespace crownd::tables;
using crownd::testing::few_pieces;
using crownd::testing::random_positions;
using crownd::testing::small_tables;

namespace {

/// Full search of this many plies, without tables: a win or loss within them, else a draw.
template <Rules R>
Score looked_at(const typename R::Position& position, int plies) {
  if (R::result(position).over()) return final_score(R::result(position), R::side_to_move(position));
  if (plies == 0) return Score::draw();
  Score best = -Score::infinity();
  for (const auto& move : legal_moves<R>(position))
    best = std::max(best, (-looked_at<R>(R::after(position, move), plies - 1)).at_parent());
  return best;
}

template <draughts_family::HasMoverView R>
Score in_table(const typename R::Position& position) {
  return small_tables<R>().probe(position).value();
}

template <draughts_family::HasMoverView R>
Score of_text(std::string_view text) {
  return in_table<R>(R::parse_position(text));
}

/// Calls visit with every position of the slice in which the first army is to move; that side is then the first one.
template <draughts_family::HasMoverView R, class Visit>
void for_each_position(std::uint64_t code, Visit visit) {
  const draughts_family::Slice slice(code);
  for (std::size_t place = 0; place < slice.places(); ++place) visit(*R::position_of(slice.pieces_at(place)));
}

}  // namespace

TEMPLATE_TEST_CASE("the table's short wins and losses are those of an exhaustive search", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  constexpr int plies = 5;
  std::size_t decided = 0;
  for (const auto& position : random_positions<R>(few_pieces, 400)) {
    INFO(R::format_position(position));
    const Score seen = looked_at<R>(position, plies), known = in_table<R>(position);
    decided += seen.is_decided();
    const bool within = known.is_decided() && known.plies_to_end() <= plies;
    CHECK((within ? known : Score::draw()) == seen);
  }
  CHECK(decided > 20);
}

TEMPLATE_TEST_CASE("a position and the turned position have the same value", "", english::Rules, spanish::Rules,
                   towers::Rules) {
  using R = TestType;
  std::size_t second = 0;
  for (const auto& position : random_positions<R>(few_pieces, 200)) {
    const auto turned = R::position_of(R::mover_view(position));
    REQUIRE(turned);
    CHECK(R::side_to_move(*turned) == Side::first);
    CHECK(legal_moves<R>(*turned).size() == legal_moves<R>(position).size());
    CHECK(looked_at<R>(*turned, 3) == looked_at<R>(position, 3));
    CHECK(R::evaluate(*turned) == R::evaluate(position));
    if (R::side_to_move(position) == Side::first) CHECK(*turned == position);
    second += R::side_to_move(position) == Side::second;
  }
  CHECK(second > 20);
}

TEST_CASE("English: two kings to move never lose to one, and win against a king in a single corner") {
  const std::uint64_t two_kings = draughts_family::Slice::code_of({0, 2}, {0, 1});
  std::size_t lost = 0, not_won_in_the_corner = 0;
  const auto corner = english::Rules::parse_position("B:WK29:BK1").pieces[1];
  for_each_position<english::Rules>(two_kings, [&](const english::Position& position) {
    const Score score = in_table<english::Rules>(position);
    lost += score.is_loss();
    not_won_in_the_corner += position.pieces[1] == corner && !score.is_win();
  });
  CHECK(lost == 0);
  CHECK(not_won_in_the_corner == 0);
}

TEST_CASE("English: with the opposition one king holds another in a single corner and wins") {
  CHECK(of_text<english::Rules>("W:WK29:BK22") == Score::loss_in(2));
  CHECK(of_text<english::Rules>("B:WK29:BK22") == Score::draw());
  CHECK(of_text<english::Rules>("B:WK29:BK21") == Score::draw());
}

TEST_CASE("Spanish: two kings do not beat one that holds the great diagonal, away from theirs") {
  CHECK(of_text<spanish::Rules>("W:WK4,K3:BK1") == Score::draw());
  CHECK(of_text<spanish::Rules>("B:WK4,K3:BK1") == Score::draw());
}

TEST_CASE("Towers: taking the last piece wins, being blocked loses") {
  CHECK(of_text<towers::Rules>("...w...b........................:w") == Score::win_in(1));
  CHECK(of_text<towers::Rules>("...w...b..b.....................:w") == Score::loss_in(0));
}
