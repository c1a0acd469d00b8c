// How the library spends its time, and that nothing a caller does harms it.

#include "engine_library.hpp"

#include "core/random.hpp"

using namespace crownd::testing;

namespace {

constexpr const char* for_hours = "100000";
/// Milliseconds within which a search of hours must stop on a busy machine; on an idle one it takes ten.
constexpr int soon = 10'000;

/// The clock that `info` and `more_info` describe.
EngineLibrary::Terms clock(int unit, int remaining, int increment) {
  return {"1", unit << 2, static_cast<int>(static_cast<unsigned>(remaining) << 16 | static_cast<unsigned>(increment)),
          -1};
}

bool plays(EngineLibrary& library) {
  const auto played = library.getmove(start_cells(), black, {});
  return played.cells != start_cells() && played.move.before == (black | man);
}

}  // namespace

TEST_CASE("playnow ends a search") {
  EngineLibrary library;
  for (const char* const threads : {"1", "2"}) {
    CHECK(library.command(std::string("set searchthreads ") + threads).code == 1);
    for (const int after : {0, 300}) {
      const auto played = library.getmove(start_cells(), black, {for_hours, 2, 0, after});
      CHECK(played.cells != start_cells());
      CHECK(played.milliseconds < soon);
    }
  }
}

TEST_CASE("exact and average times are kept") {
  EngineLibrary library;
  const auto exact = library.getmove(start_cells(), black, {"0.5", 2, 0, -1});
  CHECK(exact.milliseconds >= 400);
  const auto about = library.getmove(start_cells(), black, {"0.5", 0, 0, -1});
  CHECK(about.milliseconds >= 50);
}

TEST_CASE("the clock is read in its unit") {
  EngineLibrary library;
  // Taken for milliseconds, these would be a moment.
  CHECK(library.getmove(start_cells(), black, clock(2, 3'000, 0)).milliseconds > 400);
  CHECK(library.getmove(start_cells(), black, clock(3, 300, 0)).milliseconds > 400);
  CHECK(library.getmove(start_cells(), black, clock(1, 65'535, 1'000)).milliseconds > 400);
  CHECK(library.getmove(start_cells(), black, clock(1, 0, 0)).cells != start_cells());
}

TEST_CASE("any maxtime gives a move") {
  EngineLibrary library;
  for (const char* const maxtime : {"0", "-1", "1e-9"})
    for (const int info : {0, 2}) {
      const auto played = library.getmove(start_cells(), black, {maxtime, info, 0, -1});
      CHECK(played.cells != start_cells());
    }
  for (const char* const maxtime : {"1e300", for_hours})
    CHECK(library.getmove(start_cells(), black, {maxtime, 2, 0, 10}).cells != start_cells());
}

TEST_CASE("a finished game is lost, and no move is played") {
  EngineLibrary library;
  const auto no_pieces = cells_with({{11, white | king}});
  const auto blocked = cells_with({{12, black | man}, {16, white | man}, {19, white | man}});
  for (const auto& cells : {no_pieces, blocked}) {
    const auto played = library.getmove(cells, black, {});
    CHECK(played.verdict == 2);
    CHECK(played.cells == cells);
    CHECK_THAT(played.text, has_text("has no "));
  }
}

TEST_CASE("a found win is claimed") {
  EngineLibrary library;
  const auto played = library.getmove(cells_with({{18, black | man}, {23, white | man}}), black, {"0.2", 2, 0, -1});
  CHECK(played.verdict == 1);
  CHECK_THAT(played.text, has_text("wins in 1"));
  CHECK(played.cells == cells_with({{27, black | man}}));
}

TEST_CASE("an invalid board is refused, and stays unchanged") {
  EngineLibrary library;
  const auto refused = [&](const Cells& cells, int color, const std::string& why) {
    INFO(why);
    const auto played = library.getmove(cells, color, {});
    CHECK(played.verdict == 3);
    CHECK(played.cells == cells);
    CHECK_THAT(played.text, has_text(why));
    CHECK_FALSE(library.islegal(cells, color, 11, 15).first);
  };
  refused(start_cells(), 0, "the side to move is 1 (white) or 2 (black), not 0");
  refused(start_cells(), 3, "not 3");
  refused(cells_with({{1, 7}}), black, "square 1 holds 7, which is no piece");
  refused(cells_with({{32, black | man}}), black, "32");
  auto on_light = start_cells();
  on_light[cell_of(1) + 1] = black | man;
  refused(on_light, black, "light square");
  CHECK(plays(library));
}

TEST_CASE("a null board and no clock are accepted") {
  EngineLibrary library;
  crownd::Random random(7);
  const std::vector<int> contents{0, white | man, white | king, black | man, black | king};
  for (int round = 0; round < 150; ++round) {
    Cells cells{};
    if (round % 3 == 0) {
      for (int& cell : cells) cell = random.between(-20, 20);
    } else {
      const int share = random.between(0, 100);
      for (int number = 1; number <= 32; ++number)
        if (random.percent(share)) cells[cell_of(number)] = contents[random.below(contents.size())];
    }
    const int info = random.between(0, 3) | (random.percent(20) ? 1 << 2 : 0);
    const auto played = library.getmove(cells, random.between(0, 3), {"0.002", info, random.between(0, 50) << 16, -1});
    CHECK((played.verdict >= 0 && played.verdict <= 3));
  }
  auto kings = Cells{};
  for (int number = 1; number <= 32; ++number) kings[cell_of(number)] = (number % 2 == 0 ? white : black) | king;
  library.getmove(kings, white, {});
  CHECK(library.nulls() == "survived");
  CHECK(plays(library));
}

TEST_CASE("commands do not wait for a search") {
  EngineLibrary library;
  CHECK_THAT(library.meanwhile("3", start_cells()), has_text(" under"));
  library.check("get hashsize", 1, "16");
  CHECK(plays(library));
}

TEST_CASE("the library can be loaded and unloaded repeatedly", "[.windows]") {
  EngineLibrary library;
  for (int time = 0; time < 100; ++time) {
    CHECK(plays(library));
    CHECK(library.unload());
    library.load();
  }
}
