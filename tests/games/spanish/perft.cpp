#include "games/spanish/rules.hpp"
#include "support/perft_file.hpp"

TEST_CASE("spanish: the known counts of lines are reached") {
  crownd::testing::check_perft_file<crownd::spanish::Rules>(CROWND_SOURCE_DIR "/tests/games/spanish/perft.txt");
}
