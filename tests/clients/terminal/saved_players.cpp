#include "clients/terminal/crown.hpp"

using namespace crownd::testing;

namespace {

/// The line printed by the last command of a game.
std::string last_answer(const Folder& folder, const std::string& flags, const std::string& commands) {
  const auto run = crown(folder, flags, commands);
  CHECK(run.errors == "");
  CHECK(run.code == 0);
  return last_line(run.out);
}

}  // namespace

TEST_CASE("a saved game remembers who played it, and how the engine did") {
  const Folder folder;
  struct Case {
    std::string game, flags, players;
  };
  const Case cases[] = {
      {"english", "--black engine --white human --level 7",
       "You play White (a), the engine plays Black (b) at level 7."},
      {"english", "--black human --white human", "Two people play Black (b) and White (a)."},
      {"spanish", "--white human --black engine --depth 1", "You play White, the engine plays Black."},
      {"stupid", "--white engine --black human", "You play Black (b), the engine plays Red (r)."},
      {"towers", "--white engine --black human --specification-machine",
       "You play Black, the engine plays White, as the specification has it."},
      {"reduced-chess", "--white engine --black human --movetime 1 --level 0 --position '4 Ka1 Kd4,Rc3 w'",
       "You play Black, the engine plays White at level 0."},
  };
  for (const auto& [game, flags, players] : cases) {
    INFO(game << " " << flags);
    crown(folder, game + " " + flags, "save game\n");
    const auto expected = players + "\n";
    CHECK(last_answer(folder, game + " --file game", "engine\n") == expected);
    CHECK(last_answer(folder, game + " --board --depth 1", "load game\nengine\n") == expected);
    // The command line overrides the file.
    CHECK(last_answer(folder, game + " --file game --white human --black human", "engine\n").starts_with("Two people"));
    CHECK(last_answer(folder, game + " --file game --level 9", "level\n") == "The engine plays at level 9 of 20.\n");
  }
}

TEST_CASE("a game of others leaves the players as they are") {
  const Folder folder;
  make_file(folder / "game.pdn", "[White \"A. Heard\"]\n[Black \"B. Wyllie\"]\n[Level \"expert\"]\n\n1. 11-15 *\n");
  make_file(folder / "list", "game towers\nG6-F5\n");
  CHECK(last_answer(folder, "english --black engine --level 3 --depth 1", "load game.pdn\nengine\n") ==
        "You play White (a), the engine plays Black (b) at level 3.\n");
  CHECK(last_answer(folder, "towers --white human --file list", "engine\n") == "Two people play Black and White.\n");
}

TEST_CASE("in a list the players stand before the moves, in PDN among the tags") {
  const Folder folder;
  crown(folder, "towers --black human --white engine --level 5 --movetime 1 --depth 9", "G6-F5\nsave list\n");
  CHECK(text_of_file(folder / "list")
            .starts_with("game towers\nplayer b human\nplayer w engine level 5 depth 9 movetime 1\n"
                         "start startpos\nG6-F5\n"));
  crown(folder, "english --white engine --level 5 --movetime 1 --depth 9", "save game.pdn\n");
  const auto pdn = text_of_file(folder / "game.pdn");
  CHECK(pdn.find("[White \"crownd\"]\n[Black \"human\"]\n") != std::string::npos);
  CHECK(pdn.find("[Level \"5\"]\n[Depth \"9\"]\n[MoveTime \"1\"]\n") != std::string::npos);
  crown(folder, "english", "11-15\nsave position position.pdn\n");
  CHECK(text_of_file(folder / "position.pdn").find("[White \"?\"]\n[Black \"?\"]\n") != std::string::npos);
}

TEST_CASE("players that cannot be are explained") {
  const Folder folder;
  const auto check = [&](const std::string& line, const std::string& sentence) {
    INFO(line);
    make_file(folder / "list", "game towers\n" + line + "\nG6-F5\n");
    CHECK(last_answer(folder, "towers --board", "load list\n") == "load: " + sentence + ".\n");
  };
  const std::string form = "a player is written as 'player b human', or 'engine' and how it plays";
  for (const std::string line :
       {"player", "player b", "player r human", "player b nobody", "player b human level 3", "player w engine skill 3"})
    check(line, form);
  check("player w engine level 30", "level is a number from 0 to 20, not '30'");
  check("player w engine depth", "depth is a number from 1 to 1000, not ''");
}
