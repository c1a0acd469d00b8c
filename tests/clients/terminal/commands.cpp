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

TEST_CASE_METHOD(InFolder, "an engine may prove no reason, have other verdicts, or not know why") {
  const auto with_engine = [&](const std::string& script, const std::string& flags, const std::string& input) {
    make_file(folder / "engine", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
    return answer(folder, flags + " --engine ./engine", input);
  };
  const std::string no_reason = "The engine can prove no reason; the winning chance falls by 50 %.\n";
  CHECK(with_engine("crownd | sed -u /^reason/d", white_wins, "why 9-13\nwhy 27-31\n") ==
        "9-13 is a blunder; better is 27-31.\n" + no_reason + "27-31 is the best move.\n");
  CHECK(with_engine("crownd | sed -u '/^reason/d; s/ blunder / dubious /'", white_wins, "why 9-13\n") ==
        "9-13: dubious.\n" + no_reason);
  // The game goes on after the refusal.
  const auto out = with_engine("sed -u s/^why/old/ | crownd", "english", "11-15\nwhy\n23-19\nhistory\n");
  CHECK(count(out, "\nwhy: ") == 1);
  CHECK(last_line(out) == "1. 11-15 23-19\n");
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
