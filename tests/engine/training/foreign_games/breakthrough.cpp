#include "foreign_games/programs.hpp"
#include "support/catch.hpp"

using namespace crownd::testing;

namespace {

const std::string name = "breakthrough";

}  // namespace

TEST_CASE("breakthrough can be trained and tuned") {
  const TemporaryFolder folder;
  const auto play = run(folder, "crown-train play " + name + " --out data --positions 300 --nodes 100 --games 3", {});
  INFO(play.text);
  REQUIRE(play.code == 0);
  const auto fit = run(folder, "crown-train fit " + name + " --data data --weights new.bin --epochs 2", {});
  INFO(fit.text);
  CHECK(fit.code == 0);
  CHECK(contains(read_file(folder.path("new.bin.txt")), name));
  const auto tried =
      run(folder,
          "crown-tune try " + name + " --with late_pruning_depth=0 --games 2 --nodes 300 && crown-tune spsa " + name +
              " --number futility_margin:20 --games 2 --nodes 300",
          {});
  INFO(tried.text);
  CHECK(tried.code == 0);
  CHECK(contains(tried.text, " of 2 games, Elo "));
  CHECK(contains(tried.text, "2 games: futility_margin="));
}
