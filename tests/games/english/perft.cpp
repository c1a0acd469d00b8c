#include "games/english/rules.hpp"
#include "support/catch.hpp"
#include "support/perft_file.hpp"

using crownd::english::Rules;

TEST_CASE("English draughts has the known node counts") {
  crownd::testing::check_perft_file<Rules>(CROWND_SOURCE_DIR "/tests/games/english/perft.txt");
}
