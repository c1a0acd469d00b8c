// A search that is left again and again, and goes on each time: whoever asks sees one search.

#include "games/catalogue.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace crownd {
namespace {

struct Seen {
  std::vector<play::Info> infos;
  play::BestMove best;
  int times = 0;  ///< it was left
};

/// Leaves the search at every `looks`-th look; 0: never.
Seen search(play::AnyGame& game, const play::Limits& limits, int looks, int stop_when_left = 0) {
  Seen seen;
  play::Control control;
  int looked = 0;
  control.on_progress = [&](std::uint64_t) { control.leave = looks > 0 && ++looked % looks == 0; };
  do {
    seen.best = game.search(limits, {}, control, [&](const play::Info& info) { seen.infos.push_back(info); });
    if (control.left && ++seen.times == stop_when_left) control.stop();
  } while (control.left);
  return seen;
}

/// Of each game, its first position and those of its bench.
template <class Visit>
void in_each_position(Visit visit) {
  for (const auto& row : games::catalogue())
    for (const auto& position : row.bench) {
      INFO(row.name << " " << position.label);
      const auto game = row.make();
      game->set_position(position.position, {});
      visit(*game, position.depth);
    }
}

TEST_CASE("a search that was left reports every depth once, and more nodes and time each time") {
  int left = 0;
  in_each_position([&](play::AnyGame& game, int depth) {
    play::Limits limits;
    limits.depth = depth;
    const auto seen = search(game, limits, 3);
    if (seen.times == 0) return;  // a solved game needs no search
    left += seen.times;
    int last_depth = 0;
    std::uint64_t nodes = 0;
    auto time = std::chrono::milliseconds(0);
    for (const auto& info : seen.infos) {
      if (info.bound == search::Bound::exact && info.depth > last_depth) CHECK(info.depth == last_depth + 1);
      CHECK(info.depth >= last_depth);
      CHECK(info.nodes >= nodes);
      CHECK(info.time >= time);
      last_depth = info.depth;
      nodes = info.nodes;
      time = info.time;
    }
    CHECK(seen.best.move.has_value());
    if (seen.best.move) CHECK(seen.infos.back().pv.front() == *seen.best.move);
  });
  CHECK(left > 20);
}

TEST_CASE("a search that was left keeps a limit of nodes, nearly, and obeys a stop") {
  in_each_position([](play::AnyGame& game, int) {
    play::Limits limits;
    limits.nodes = 20'000;
    const auto seen = search(game, limits, 3);
    CHECK(seen.infos.back().nodes <= 20'000 + 1000);
    limits = {};
    limits.infinite = true;
    game.forget();
    CHECK(search(game, limits, 3, 5).times <= 5);
  });
}

std::string row_of_rooks(int row) {
  std::string pieces = "Ka" + std::to_string(row);
  for (char column = 'b'; column <= 'z'; ++column) pieces += std::string(",R") + column + std::to_string(row);
  return pieces;
}

TEST_CASE("a search that comes no further is left all the same") {
  const auto game = games::find("reduced-chess")->make();
  // The exchanges below its first leaf take minutes.
  game->set_position("26 " + row_of_rooks(1) + " " + row_of_rooks(26) + " w", {});
  play::Limits limits;
  limits.nodes = 1'000'000;
  const auto seen = search(*game, limits, 1, 3);
  CHECK(seen.times == 3);
  CHECK(seen.best.move.has_value());
}

TEST_CASE("a search that was left finds the shortest mate") {
  const auto game = games::find("reduced-chess")->make();
  game->set_position("8 Kf6,Ra4,Be4 Kh7,Bg8 w", {});
  play::Limits limits;
  limits.mate = 5;
  const auto whole = search(*game, limits, 0);
  game->forget();
  const auto parts = search(*game, limits, 2);
  CHECK(parts.times > 0);
  CHECK(whole.infos.back().score == Score::win_in(9));
  CHECK(parts.infos.back().score == whole.infos.back().score);
}

}  // namespace
}  // namespace crownd
