#include "clients/terminal/crown.hpp"
#include "support/game_names.hpp"

using namespace crownd::testing;

namespace {

const std::string white_wins = "spanish --position W:W9,21,27:B6,25";

/// The output after the first board and its line.
std::string answer(const TemporaryFolder& folder, const std::string& flags, const std::string& input) {
  const auto nothing = crown(folder, flags, "").out;
  const auto run = crown(folder, flags, input);
  CHECK(run.errors == "");
  CHECK(run.code == 0);
  REQUIRE(run.out.starts_with(nothing));
  return run.out.substr(nothing.size());
}

/// The moves as saved.
std::string moves_in(const std::filesystem::path& file) {
  const auto text = read_file(file);
  return text.substr(text.find("\n\n") + 2);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "an unknown word is reported, with a hint to help") {
  for (const auto& game : game_names()) {
    INFO(game);
    for (const std::string line : {"hello", "hnt 5", "Take back, please"}) {
      const auto word = line.substr(0, line.find(' '));
      const auto again = game == "english" ? " Try again." : "";
      CHECK(answer(folder, game + " --white human --black human", line + "\n") ==
            "'" + word + "' is neither a move nor a command; help lists the commands." + again + "\n");
    }
  }
  CHECK(answer(folder, "english", "1l-15\n").starts_with("Invalid move: "));
}

TEST_CASE_METHOD(InFolder, "the last lines of answers") {
  const std::tuple<std::string, std::string, std::string> cases[] = {
      // An unknown command keeps an unfinished move.
      {"english ......a.......a...b.b...........:b", "14x23\nhlep\n30\n",
       "Black (b) wins: White (a) has no pieces left.\n"},
      {"stupid --white human", "pass\n", "Black (b) to move.\n"},
      {"stupid --board", "b2\n", "From B2 to which square? There are 52: moves B2 shows them.\n"},
      // A forced win in chess is called a mate.
      {"reduced-chess --depth 4 --white human", "hint\n", "Hint: a5a3 (White has mate in 1 move)\n"},
      {"reduced-chess --depth 8 --white human --position '8 Ka1,Rb5,Rc6 Kh8 w'", "hint\n",
       " (White has mate in 2 moves)\n"},
      {"spanish", "level\nlevel 3\nlevel\n",
       "The engine plays at level 20 of 20.\nYou play White, the engine plays Black at level 3.\n"
       "The engine plays at level 3 of 20.\n"},
      {"spanish", "level 21\nlevel high\n",
       "level: level is a number from 0 to 20, not '21'.\nlevel: level is a number from 0 to 20, not 'high'.\n"},
      {"spanish", "engine\n", "You play White, the engine plays Black.\n"},
      {"spanish --level 3", "engine\n", "You play White, the engine plays Black at level 3.\n"},
      {"spanish", "engine green\n", "engine takes white, black, both or off, not 'green'.\n"},
      {"stupid --board --depth 1", "engine black\n", "\nYou play Red (r), the engine plays Black (b).\n"},
      // A person who resigns against the engine is addressed as you; of two people the loser is named.
      {"spanish", "resign\n", "Black wins: you resigned.\n"},
      {"english", "resign\n", "White (a) wins: Black (b) has resigned.\n"},
  };
  for (const auto& [flags, input, end] : cases) {
    INFO(flags << ": " << input);
    CHECK(("\n" + answer(folder, flags, input)).ends_with(end));
  }
}

TEST_CASE_METHOD(InFolder, "moves are read in the notations that people type and paste") {
  const auto played = answer(folder, "english", "11-15\n");
  for (const std::string line :
       {"11–15", "11 — 15", "11 - 15", "11- 15", "11:15", "11 : 15", "11 15", "11-15,", "f6-e5", "F6 e5", "6c – 5d"}) {
    INFO(line);
    CHECK(answer(folder, "english", line + "\n") == played);
  }
  CHECK(contains(answer(folder, "spanish --black human", "d3–c4\n"), "15w<"));
  CHECK(contains(answer(folder, "english", "help\n"),
                 "\nAlso read: row and column, as in 6c-5d; algebraic, as in f6-e5 (29 is a1).\n"));
}

TEST_CASE_METHOD(InFolder, "a list of moves is played as a whole if people play both sides") {
  const auto moves = answer(folder, "english", "11-15, 23 – 19,8-11\nhistory\nundo\nhistory\n");
  CHECK(contains(moves, "\n1. 11-15 23-19  2. 8-11\n"));
  CHECK(moves.ends_with("\n1. 11-15 23-19\n"));
  CHECK(answer(folder, "english", "11-15, 23-18, 1-2\nhistory\n").starts_with("None of these moves was played: "));
  CHECK(contains(answer(folder, "english", "11-15,,23-19\n"), "'11-15,,23-19' is not a move"));
  CHECK(answer(folder, "spanish", "11-15, 21-17\n")
            .starts_with("Enter one move at a time, since the engine plays too.\n"));
  CHECK(contains(answer(folder, "spanish --black human", "11\n9-13, 21-17\n"),
                 "The piece on 11 was touched, so it must be played.\n"));
}

TEST_CASE_METHOD(InFolder, "undo takes back N moves, and redo replays them") {
  const std::string moves = "11-15\n23-19\n8-11\n22-17\n";
  const auto saved = [&](const std::string& commands) {
    answer(folder, "english", moves + commands + "save game.pdn\n");
    return moves_in(folder / "game.pdn");
  };
  CHECK(saved("undo 2\n") == "1. 11-15 23-19 *\n");
  CHECK(saved("undo 4\n") == "*\n");
  CHECK(saved("undo 3\nredo\n") == "1. 11-15 23-19 *\n");
  CHECK(saved("undo 3\nredo 3\n") == "1. 11-15 23-19 2. 8-11 22-17 *\n");
  CHECK(saved("undo\nundo\nredo 2\nundo\n") == "1. 11-15 23-19 2. 8-11 *\n");
  SECTION("entering the same move keeps the moves to redo, another one clears them") {
    CHECK(saved("undo 3\n23-19\nredo 2\n") == "1. 11-15 23-19 2. 8-11 22-17 *\n");
    CHECK(saved("undo 3\n24-19\nredo\n") == "1. 11-15 24-19 *\n");
  }
  SECTION("too many moves change nothing") {
    CHECK(saved("undo 5\nredo\n") == "1. 11-15 23-19 2. 8-11 22-17 *\n");
    CHECK(saved("undo\nredo 2\n") == "1. 11-15 23-19 2. 8-11 *\n");
    CHECK(saved("undo two\n") == "1. 11-15 23-19 2. 8-11 22-17 *\n");
    CHECK(answer(folder, "english", "undo\nredo\nundo 0\nundo -1\nundo 1x\n") ==
          "There is no move to take back.\nThere is no move to play again.\n"
          "A whole number from 1 to 100000 can follow, not '0'.\n"
          "A whole number from 1 to 100000 can follow, not '-1'.\n"
          "A whole number from 1 to 100000 can follow, not '1x'.\n");
    CHECK(answer(folder, "english", "11-15\nundo 2\n").ends_with("There is only 1 move to take back.\n"));
    CHECK(answer(folder, "english", moves + "undo 2\nredo 3\n").ends_with("There are only 2 moves to play again.\n"));
  }
}

TEST_CASE_METHOD(InFolder, "against the engine, undo and redo count the person's moves") {
  const auto play = [&](const std::string& commands) {
    answer(folder, "towers --specification-machine --white engine", commands);
    return read_file(folder / "game");
  };
  const auto all = play("G6-F5\nA6-B5\nsave game\n");
  CHECK(count(all, "\n") == 8);  // two turns
  CHECK(count(play("G6-F5\nA6-B5\nundo\nsave game\n"), "\n") == 6);
  CHECK(count(play("G6-F5\nA6-B5\nundo 2\nsave game\n"), "\n") == 4);
  CHECK(play("G6-F5\nA6-B5\nundo 2\nredo 2\nsave game\n") == all);
  CHECK(play("G6-F5\nA6-B5\nundo 3\nsave game\n") == all);
}

TEST_CASE_METHOD(InFolder, "hints and evaluations name the better side and change nothing") {
  const auto out = answer(folder, white_wins + " --depth 3", "27-31\nhint\neval\nsave game\n");
  CHECK(count(out, "\nHint: 31x13x3 (White wins in 1 move)\n") == 1);
  CHECK(count(out, "\nWithout looking ahead: ") == 1);
  CHECK(moves_in(folder / "game") == "1. 27-31 25x18 *\n");
  // The same for the other side.
  const auto black = answer(folder, "spanish --black human --depth 4 --position B:W9,21,K31:B6,25", "hint\neval\n");
  CHECK(count(black, " (White wins in 1 move)\n") == 1);
  CHECK(count(black, "Without looking ahead: White is better by ") == 1);
  const auto ahead = answer(folder, "spanish --position W:WK32,27,26,21:B6,10", "eval\n");
  CHECK(count(ahead, "Without looking ahead: White is better by ") == 1);
  CHECK(count(answer(folder, "spanish --position W:WK32:BK1", "eval\n"),
              "Without looking ahead: neither side is better.\n") == 1);
}

TEST_CASE_METHOD(InFolder, "hint N lists the N best moves, the best first") {
  const auto out = answer(folder, "english --depth 4", "hint 3\n");
  CHECK(count(out, "\n") == 3);
  CHECK(out.starts_with("Hint 1: "));
  CHECK(count(out, "\nHint 2: ") == 1);
  CHECK(count(out, "\nHint 3: ") == 1);
  // Each level plays another move, also if time runs out within an iteration.
  const auto in_time = answer(folder, "spanish --movetime 100", "hint 100\n");
  std::set<std::string> moves;
  std::istringstream words(in_time);
  for (std::string word; words >> word;)
    if (word.back() == ':' && words >> word) moves.insert(word);
  CHECK(moves.size() == 7);
  CHECK(count(in_time, "\n") == 7);
  // At most the number of moves; afterwards one again.
  const auto one = answer(folder, "english --depth 4", "hint 100\nhint\n");
  CHECK(count(one, "\n") == 8);
  CHECK(one.find("\nHint: ") != std::string::npos);
  CHECK(count(answer(folder, "english", "hint 0\n"), "A whole number from 1 to 256 can follow, not '0'.") == 1);
}

TEST_CASE_METHOD(InFolder, "players can be changed during a game") {
  SECTION("the engine takes over a side and returns it") {
    const auto out = answer(folder, "english --depth 2", "engine white\n11-15\nengine off\n");
    CHECK(out.starts_with("You play Black (b), the engine plays White (a).\n"));
    CHECK(count(out, "\nWhite (a) plays ") == 1);
    CHECK(out.ends_with("Black (b) to move.\nTwo people play Black (b) and White (a).\n"));
  }
  SECTION("the engine moves at once if it is its turn") {
    const auto out = answer(folder, "spanish --depth 2", "engine white\n");
    CHECK(out.starts_with("You play Black, the engine plays White.\nWhite plays "));
    CHECK(count(out, " plays ") == 2);
  }
  SECTION("both sides") {
    const auto out = answer(folder, white_wins + " --depth 4", "engine both\n");
    CHECK(out.starts_with("The engine plays both sides.\n"));
    CHECK(out.ends_with("White wins: Black has no pieces left.\n"));
  }
  SECTION("by the game's names of its sides") {
    for (const std::string name : {"r", "white", "R", "White"})
      CHECK(answer(folder, "stupid --black human", "engine " + name + "\n")
                .starts_with("You play Black (b), the engine plays Red (r)."));
  }
}

TEST_CASE_METHOD(InFolder, "new restarts from the first position") {
  answer(folder, "english", "11-15\n23-19\nnew\n9-14\nsave game.pdn\n");
  CHECK(moves_in(folder / "game.pdn") == "1. 9-14 *\n");
  answer(folder, "spanish --black human --position B:WK10,4:B22,30", "22-19\nnew\nsave game.pdn\n");
  CHECK(read_file(folder / "game.pdn").find("[FEN \"B:W4,K10:B22,30\"]\n\n*\n") != std::string::npos);
}
