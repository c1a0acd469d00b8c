#include "games/reduced_chess/rules.hpp"
#include "play/make_game.hpp"
#include "support/catch.hpp"
#include "support/crowded_board.hpp"
#include "support/time_to_obey.hpp"

namespace crownd {
namespace {

TEST_CASE("stop is obeyed on 26x26 with 600 pieces, whenever it comes") {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  game->set_position(testing::crowded_board(), {});
  REQUIRE(game->legal_moves().size() > 100);
  for (const int looks : {1, 2, 30, 300}) {
    INFO("stopped after " << looks << " looks");
    testing::check_that_it_ends_at(*game, looks);
    CHECK(testing::time_to_obey(*game, looks) < testing::disobedience);
  }
}

}  // namespace
}  // namespace crownd
