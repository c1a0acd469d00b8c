// The largest board with 600 pieces: a node costs a thousand times what it costs elsewhere, and stop is obeyed all the
// same.

#include "games/reduced_chess/game.hpp"
#include "support/catch.hpp"
#include "support/time_to_obey.hpp"

#include <string>

namespace crownd {
namespace {

/// Two armies of 300: rows 1 to 11 and half of row 12 against the same from above, kings in the corners.
std::string crowded_board() {
  const auto army = [](bool white) {
    std::string list;
    for (int n = 0; n < 300; ++n) {
      const int column = n % 26;
      const int row = white ? 1 + n / 26 : 26 - n / 26;
      const char letter = n == 0 ? 'K' : (n / 2 + n / 26) % 3 == 0 ? 'B' : 'R';
      list += (list.empty() ? "" : ",") + std::string{letter, static_cast<char>('a' + column)} + std::to_string(row);
    }
    return list;
  };
  return "26 " + army(true) + " " + army(false) + " w";
}

TEST_CASE("stop is obeyed on 26x26 with 600 pieces, whenever it comes") {
  const auto game = reduced_chess::make_game();
  game->set_position(crowded_board(), {});
  REQUIRE(game->legal_moves().size() > 100);
  for (const int looks : {1, 2, 30, 300}) {
    INFO("stopped after " << looks << " looks");
    testing::check_that_it_ends_at(*game, looks);
    CHECK(testing::time_to_obey(*game, looks) < testing::disobedience);
  }
}

}  // namespace
}  // namespace crownd
