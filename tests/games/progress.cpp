#include "games/catalogue.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

TEST_CASE("a search reports while it looks how many positions it has looked at, in all its threads") {
  for (const int threads : {1, 2}) {
    const auto game = crownd::games::find("english")->make();
    crownd::play::Settings settings;
    settings.threads = threads;
    game->configure(settings);
    crownd::play::Limits limits;
    limits.infinite = true;
    crownd::play::Control control;
    std::vector<std::uint64_t> reported;
    control.on_progress = [&](std::uint64_t nodes) {
      reported.push_back(nodes);
      if (nodes > 100'000) control.stop();
    };
    std::uint64_t last = 0;
    (void)game->search(limits, {}, control, [&](const crownd::play::Info& info) { last = info.nodes; });
    REQUIRE(!reported.empty());
    CHECK(reported.back() > 100'000);
    CHECK(reported.back() >= last);
    CHECK(std::is_sorted(reported.begin(), reported.end()));
  }
}
