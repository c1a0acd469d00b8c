#include "clients/terminal/crown.hpp"

using namespace crownd::testing;

namespace {

struct Course {
  std::string game;
  std::string flags;  ///< two people, and the start position
  std::string moves;
};

const Course courses[] = {
    {"english", "--a human --b human", "11-15\n23-19\n8-11\n22-17\n"},
    {"english", "--a human --b human --position ..............a.....b..........B:a", "18-14\n1-6\n"},
    {"spanish", "--w human --b human", "10-14\n23-19\n14x23\n28x19\n"},
    {"spanish", "--w human --b human --position B:WK1,3:B30,K32", "30-26\n1-10\n"},
    {"stupid", "--r human --b human", "B2B6\nA7B6\nA1A2\n"},
    {"towers", "--b human --w human", "C6-D5\nF3-E4\nD5-F3\n"},
    {"reduced-chess", "--w human --b human", "a1b2\nb4b5\n"},
    {"reduced-chess", "--w human --b human --position '4 Ka1 Kd4,Rc3 b'", "d4d3\n"},
};

std::string last_lines(const std::string& text, int count) {
  auto at = text.size();
  for (int i = 0; i <= count && at != 0; ++i) at = text.rfind('\n', at - 1);
  return text.substr(at + 1);
}

/// The line printed by the last command of a game.
std::string last_answer(const TemporaryFolder& folder, const std::string& flags, const std::string& commands) {
  const auto run = crown(folder, flags, commands);
  CHECK(run.errors == "");
  CHECK(run.code == 0);
  return last_line(run.out);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "a saved game is loaded with its position and all its moves") {
  for (const auto& course : courses) {
    INFO(course.game << " " << course.flags);
    const auto players = course.flags.substr(0, course.flags.find(" --position"));
    const auto saved = crown(course.game + " " + course.flags, course.moves + "save one\n");
    REQUIRE(saved.out.ends_with("Saved in one.\n"));
    const auto board = last_lines(saved.out.substr(0, saved.out.rfind("Saved")), 6);

    // By the command and by the flag; saving it again gives the same file.
    const auto loaded = crown(course.game + " " + players, "load one\nsave two\n");
    CHECK(loaded.out.ends_with(board + "Saved in two.\n"));
    CHECK(read_file(folder / "two") == read_file(folder / "one"));
    const auto begun = crown(course.game + " " + players + " --file one", "undo\nundo\nsave three\n");
    CHECK(begun.out.find(board) != std::string::npos);
    CHECK(read_file(folder / "three") != read_file(folder / "one"));
  }
}

TEST_CASE_METHOD(InFolder, "draughts games are saved as PDN") {
  crown("english", "11-15\n23-19\n8-11\nsave game.pdn\n");
  const auto english = read_file(folder / "game.pdn");
  CHECK(english.find("[GameType \"21,B,8,8,N1,0\"]\n") != std::string::npos);
  CHECK(english.find("[FEN") == std::string::npos);
  CHECK(english.ends_with("\n\n1. 11-15 23-19 2. 8-11 *\n"));

  crown("spanish --b human --position B:WK10,4:B22,30", "22-19\n10x23\nsave game.pdn\n");
  const auto text = read_file(folder / "game.pdn");
  CHECK(text.find("[GameType \"24,W,8,8,N1,1\"]\n[SetUp \"1\"]\n[FEN \"B:W4,K10:B22,30\"]\n") != std::string::npos);
  CHECK(text.find("\n\n1... 22-19 2. 10x23 *") != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "PDN of others is read: comments, variations, strengths, short captures") {
  make_file(folder / "game.pdn",
            "[Event \"somewhere; sometime\"]\r\n[GameType \"21\"]\r\n[Result \"1-0\"]\r\n\r\n"
            "1. 11-15 {the usual; one} 23-19! 2.8-11 (2. 9-14 22-17 (2... 18x9 5x14)) 22-17 $5 3. 4-8? ; a comment\r\n"
            "17-13 4. 15-18 24-20 1-0\r\n\r\n[Event \"another\"]\r\n\r\n1. 9-13 *\r\n");
  const auto run = crown("english --file game.pdn", "save again.pdn\n");
  CHECK(run.errors == "");
  const auto again = read_file(folder / "again.pdn");
  CHECK(again.starts_with("[Event \"somewhere; sometime\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Result \"1-0\"]\n"));
  CHECK(
      again.ends_with("\n\n1. 11-15 {the usual; one} 1... 23-19! 2. 8-11 (2. 9-14 22-17 (2... 18x9 3.\n5x14)) 2... "
                      "22-17!? 3. 4-8? {a comment} 3... 17-13 4. 15-18 24-20 1-0\n"));
  const auto other = crown("english --file game.pdn", "undo 2\n9-14\nsave other.pdn\n");
  CHECK(other.errors == "");
  const auto text = read_file(folder / "other.pdn");
  CHECK(text.find("[Result \"*\"]") != std::string::npos);
  CHECK(text.find("{the usual; one}") != std::string::npos);
  CHECK(text.ends_with(" 4. 9-14 *\n"));
}

TEST_CASE_METHOD(InFolder, "the position alone can be saved") {
  crown("reduced-chess --black human", "a1b2\nb4b5\nsave position board.txt\n");
  CHECK(read_file(folder / "board.txt") == "5\nKc5, Ra2, Ra5, Bb2, Be2\nKb3, Rb5, Rd3, Re4\n");
  CHECK(crown("reduced-chess", "board.txt\n").out.find("The initial configuration is:") != std::string::npos);
  CHECK(crown("reduced-chess --file board.txt", "save again.txt\n").code == 0);
  CHECK(read_file(folder / "again.txt") ==
        "game reduced-chess\nplayer w human\nplayer b engine\nstart 5 | Kc5, Ra2, Ra5, Bb2, Be2 | Kb3, Rb5, Rd3, Re4 | "
        "w\n");
  crown("towers --w human", "G6-F5\nsave position list.txt\n");
  CHECK(read_file(folder / "list.txt") == "game towers\nstart wwwwwwwwwwww......b.bbb.bbbbbbbb:w\n");
  CHECK(crown("reduced-chess --black human", "a1b2\nsave position x\n").out.find("has White to move") !=
        std::string::npos);
}

TEST_CASE_METHOD(InFolder, "files that are no games are explained, and the game stays as it is") {
  make_file(folder / "empty", "\n");
  make_file(folder / "words", "This is no game.\n");
  make_file(folder / "other.pdn", "[GameType \"20\"]\n\n1. 32-28 *\n");
  make_file(folder / "wrong.pdn", "1. 11-15 11-15 *\n");
  make_file(folder / "fen.pdn", "[FEN \"W:W99:B1\"]\n\n*\n");
  make_file(folder / "brace.pdn", "[Event \"x\"]\n\n1. 11-15 {no end\n23-19 *\n");
  make_file(folder / "stupid.txt", "game stupid\nstart startpos\n");
  const std::string names[] = {"missing", "empty", "words", "other.pdn", "wrong.pdn", "fen.pdn", "brace.pdn", "."};
  for (const auto& name : names) {
    INFO(name);
    const auto run = crown("english", "9-14\nload " + name + "\nsave after\n");
    CHECK(run.out.find("\nload: ") != std::string::npos);
    CHECK(read_file(folder / "after").ends_with("\n\n1. 9-14 *\n"));
    const auto flag = crown("english --file " + name);
    CHECK(flag.code == 1);
    CHECK(flag.errors.starts_with("crown: "));
    CHECK(flag.out == "");
  }
  CHECK(crown("english", "load brace.pdn\n")
            .out.ends_with("load: line 3: the comment that begins in line 3 has no end: } is missing.\n"));
  for (const std::string name : {"stupid.txt", "words", "empty"}) {
    INFO(name);
    CHECK(crown("towers --w human", "load " + name + "\n").out.find("\nload: it ") != std::string::npos);
  }
  CHECK(crown("towers --w human", "save /nowhere/x\n")
            .out.ends_with("save: cannot write /nowhere/x: No such file or directory.\n"));
}

TEST_CASE_METHOD(InFolder, "a saved game has its players and the engine's settings") {
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
    crown(game + " " + flags, "save game\n");
    const auto expected = players + "\n";
    CHECK(last_answer(folder, game + " --file game", "engine\n") == expected);
    CHECK(last_answer(folder, game + " --board --depth 1", "load game\nengine\n") == expected);
    // The command line overrides the file.
    CHECK(last_answer(folder, game + " --file game --white human --black human", "engine\n").starts_with("Two people"));
    CHECK(last_answer(folder, game + " --file game --level 9", "level\n") == "The engine plays at level 9 of 20.\n");
  }
}

TEST_CASE_METHOD(InFolder, "a game by other players keeps the current players") {
  make_file(folder / "game.pdn", "[White \"A. Heard\"]\n[Black \"B. Wyllie\"]\n[Level \"expert\"]\n\n1. 11-15 *\n");
  make_file(folder / "list", "game towers\nG6-F5\n");
  CHECK(last_answer(folder, "english --black engine --level 3 --depth 1", "load game.pdn\nengine\n") ==
        "You play White (a), the engine plays Black (b) at level 3.\n");
  CHECK(last_answer(folder, "towers --white human --file list", "engine\n") == "Two people play Black and White.\n");
}

TEST_CASE_METHOD(InFolder, "players are saved before the moves of a list, or as tags of PDN") {
  crown("towers --black human --white engine --level 5 --movetime 1 --depth 9", "G6-F5\nsave list\n");
  CHECK(read_file(folder / "list")
            .starts_with("game towers\nplayer b human\nplayer w engine level 5 depth 9 movetime 1\n"
                         "start startpos\nG6-F5\n"));
  crown("english --white engine --level 5 --movetime 1 --depth 9", "save game.pdn\n");
  const auto pdn = read_file(folder / "game.pdn");
  CHECK(pdn.find("[White \"crownd\"]\n[Black \"human\"]\n") != std::string::npos);
  CHECK(pdn.find("[Level \"5\"]\n[Depth \"9\"]\n[MoveTime \"1\"]\n") != std::string::npos);
  crown("english", "11-15\nsave position position.pdn\n");
  CHECK(read_file(folder / "position.pdn").find("[White \"?\"]\n[Black \"?\"]\n") != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "invalid players are explained") {
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
