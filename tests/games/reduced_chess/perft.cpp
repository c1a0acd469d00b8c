#include "support/perft_file.hpp"

#include "games/reduced_chess/rules.hpp"

namespace {

using crownd::reduced_chess::Rules;
using crownd::testing::check_perft_file;

const std::string folder = std::string(CROWND_SOURCE_DIR) + "/tests/games/reduced_chess/";

TEST_CASE("Reduced chess has as many lines as other programs count", "[reduced-chess][perft]") {
  SECTION("up to 8x8") { check_perft_file<Rules<1>>(folder + "perft_1.txt", 10'000'000); }
  SECTION("up to 11x11") { check_perft_file<Rules<2>>(folder + "perft_2.txt", 20'000'000); }
  SECTION("up to 26x26") { check_perft_file<Rules<11>>(folder + "perft_11.txt"); }
}

TEST_CASE("A wider board counts what a narrower one does", "[reduced-chess][perft]") {
  constexpr std::uint64_t few = 100'000;
  check_perft_file<Rules<2>>(folder + "perft_1.txt", few);
  check_perft_file<Rules<4>>(folder + "perft_1.txt", few);
  check_perft_file<Rules<11>>(folder + "perft_1.txt", few);
  check_perft_file<Rules<4>>(folder + "perft_2.txt", few);
  check_perft_file<Rules<11>>(folder + "perft_2.txt", few);
}

}  // namespace
