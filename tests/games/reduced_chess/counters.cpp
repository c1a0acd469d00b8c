#include "games/reduced_chess/rules.hpp"
#include "play/make_game.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using Moves = std::vector<std::string>;

using crownd::reduced_chess::AnyBoard;

/// The last fields of the game's FEN, from the side to move on.
std::string fields(const crownd::play::AnyGame& game) {
  const auto fen = game.standard_text();
  return fen.substr(fen.find(' ') + 1);
}

}  // namespace

TEST_CASE("FEN's counters are read, counted on and written", "[reduced-chess]") {
  const auto game = crownd::play::make_game<AnyBoard>();
  const std::string fen = "k6r/8/8/8/8/8/8/K6R b - - 17 34";
  game->set_position(fen, {});
  CHECK(game->status().reversible_plies == 17);
  CHECK(game->standard_text() == fen);

  game->play(Moves{"a8a7"});
  CHECK(game->status().reversible_plies == 18);
  CHECK(fields(*game) == "w - - 18 35");
  game->play(Moves{"h1h8"});
  CHECK(game->status().reversible_plies == 0);
  CHECK(fields(*game) == "b - - 0 35");
  game->play(Moves{"a7a6"});
  CHECK(fields(*game) == "w - - 1 36");

  game->undo(2);
  CHECK(fields(*game) == "w - - 18 35");
  game->undo(1);
  CHECK(game->standard_text() == fen);
}

TEST_CASE("the same board with other counters is another position to set", "[reduced-chess]") {
  const auto game = crownd::play::make_game<AnyBoard>();
  game->set_position("k7/8/8/8/8/8/8/K7 w - - 3 5", Moves{"a1a2"});
  CHECK(fields(*game) == "b - - 4 5");
  game->set_position("k7/8/8/8/8/8/8/K7 w - - 30 50", Moves{"a1a2"});
  CHECK(fields(*game) == "b - - 31 50");
}

TEST_CASE("where a text has no counters they are 0 and 1", "[reduced-chess]") {
  const auto game = crownd::play::make_game<AnyBoard>();
  for (const auto* text : {"startpos", "5 Ka1 Kc3 w", "2k/3/K2", "2k/3/K2 w", "2k/3/K2 w - -", "2k/3/K2 w - - 0 0"}) {
    INFO(text);
    game->set_position("k7/8/8/8/8/8/8/K7 w - - 3 5", {});
    game->set_position(text, {});
    CHECK(game->status().reversible_plies == 0);
    CHECK(fields(*game) == "w - - 0 1");
  }
  game->set_position("2k/3/K2 w - - 7", {});
  CHECK(fields(*game) == "w - - 7 1");
}

TEST_CASE("counters go along with a board of any size", "[reduced-chess]") {
  const auto game = crownd::play::make_game<AnyBoard>();
  std::string rows = "k25/";
  for (int i = 0; i < 24; ++i) rows += "26/";
  game->set_position(rows + "K25 w - - 99 120", Moves{"a1a2", "a26a25"});
  CHECK(fields(*game) == "w - - 101 121");
}

TEST_CASE("the counters of an EPD are read, and its other operations are ignored", "[reduced-chess]") {
  const auto game = crownd::play::make_game<AnyBoard>();
  const std::string position = "k6r/8/8/8/8/8/8/K6R b - - ";
  game->set_position(position + "hmvc 17; fmvn 34; id \"x; y\";", {});
  CHECK(fields(*game) == "b - - 17 34");
  game->set_position(position + "bm h8h1;", {});
  CHECK(fields(*game) == "b - - 0 1");
  game->set_position(position + "hmvc 3; c0 \"a;1-0\";", {});
  CHECK(fields(*game) == "b - - 3 1");
  CHECK_THROWS(game->set_position(position + "hmvc many;", {}));
  CHECK_THROWS(game->set_position(position + "hmvc 3; # of somebody " + position, {}));
}
