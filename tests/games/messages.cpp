#include "games/catalogue.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

using crownd::BadInput;
using crownd::play::AnyGame;

namespace {

/// How a game's moves name squares, and names that belong to another game.
struct Naming {
  const char* game;
  std::vector<std::string> squares;
  const char* between;  ///< separator of the two squares of a move
  std::regex foreign;
  std::vector<std::string> positions;
};

std::vector<std::string> numbers() {
  std::vector<std::string> names;
  for (int number = 1; number <= 32; ++number) names.push_back(std::to_string(number));
  return names;
}

std::vector<std::string> coordinates(char first_column, int size) {
  std::vector<std::string> names;
  for (int column = 0; column < size; ++column)
    for (int row = 1; row <= size; ++row)
      names.push_back(static_cast<char>(first_column + column) + std::to_string(row));
  return names;
}

std::vector<Naming> namings() {
  const std::regex no_coordinates("\\b[a-h][1-8]\\b|\\b[1-8][a-h]\\b|column [a-h]\\b");
  const std::regex no_small_letters("\\b[a-h][1-8]\\b|\\b[1-8][A-Ha-h]\\b|column [A-Ha-h]\\b|square [0-9]");
  return {
      {"english", numbers(), "-", no_coordinates, {"startpos", "B:W14,22,23:B9,K18", "W:WK1,5:B10,K27"}},
      {"spanish", numbers(), "-", no_coordinates, {"startpos", "W:WK1,9:B10,27,K30", "B:W14,15,22,23:B10,K3"}},
      {"stupid", coordinates('A', 8), "", no_small_letters, {"startpos"}},
      {"towers",
       coordinates('A', 8),
       "-",
       no_small_letters,
       {"startpos", "..w..b..........W.........b.....:b", "B........w.......b........W.....:w"}},
      {"reduced-chess", coordinates('a', 5), "", std::regex("\\b[A-Z][1-9]|column [a-z]|square [0-9]"), {"startpos"}},
  };
}

std::unique_ptr<AnyGame> make(std::string_view name) {
  for (const auto& row : crownd::games::catalogue())
    if (row.name == name) return row.make();
  FAIL("no game is named " << name);
  return nullptr;
}

/// The game's message, without what it quotes; empty if it accepts the input.
template <class Act>
std::string message_of(const Act& act) {
  try {
    act();
    return "";
  } catch (const BadInput& bad) {
    return std::regex_replace(bad.what(), std::regex("'[^']*'"), "''");
  }
}

}  // namespace

TEST_CASE("messages about moves name squares as the moves of the game do") {
  for (const auto& naming : namings()) {
    INFO(naming.game);
    const auto game = make(naming.game);
    for (const auto& position : naming.positions) {
      REQUIRE_NOTHROW(game->set_position(position, {}));
      int reported = 0;
      for (const auto& from : naming.squares)
        for (const auto& to : naming.squares) {
          const std::vector<std::string> move{from + naming.between + to};
          const auto message = message_of([&] { game->judge_search_moves(move); });
          if (!message.empty()) ++reported;
          if (std::regex_search(message, naming.foreign)) FAIL(move.front() << ": " << message);
        }
      CHECK(reported > 100);
    }
  }
}

TEST_CASE("messages about positions name squares as the moves of the game do") {
  for (const auto& naming : namings()) {
    INFO(naming.game);
    const auto game = make(naming.game);
    const auto text = game->position_text();
    int reported = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
      for (const char letter : std::string("wbWBKRaAx1,:/ ")) {
        auto changed = text;
        changed[at] = letter;
        const auto message = message_of([&] { game->set_position(changed, {}); });
        if (!message.empty()) ++reported;
        if (std::regex_search(message, naming.foreign)) FAIL(changed << ": " << message);
      }
    CHECK(reported > 50);
  }
}

TEST_CASE("a move after the end is refused with the reason of the end, and the fault is kept") {
  struct Ended {
    const char* game;
    const char* position;
    const char* move;
    const char* sentence;
  };
  for (const auto& [name, position, move, sentence] :
       {Ended{"english", "W:W22:B", "22-18", "Black (b) has no pieces left"},
        Ended{"spanish", "W:WK32:BK23,K28", "32-17", "White has no moves left"},
        Ended{"stupid", "r......./......../......../......../......../......../......../........ b", "pass",
              "Black (b) has no pieces left"},
        Ended{"towers", "w...b...........................:b", "A2-C1", "Black has no moves left"}}) {
    INFO(name);
    const auto game = make(name);
    REQUIRE_NOTHROW(game->set_position(position, {}));
    REQUIRE(game->status().result.over());
    try {
      game->play(std::vector<std::string>{move});
      FAIL("the move was played");
    } catch (const BadInput& bad) {
      CHECK(bad.what() == std::string("game-over: the game is over: ") + sentence);
      CHECK(bad.fault() == crownd::Fault::illegal_move);
      CHECK(bad.move_fault() == crownd::MoveFault::game_over);
    }
  }
}
