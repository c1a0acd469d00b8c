#include "protocol/session/talk.hpp"

using namespace crownd;
using namespace crownd::testing;

TEST_CASE("questions about the engine are answered and ended") {
  Talk talk;
  CHECK(talk.ask("games") == Lines{"game first The first game", "game second The second game", "gamesok"});
  CHECK(talk.ask("version") == Lines{"version crownd 1.2.3 protocol 1"});
  const auto help = talk.ask("help");
  CHECK(help.front() == "help uci: who the engine is and which options it has");
  CHECK(help.back() == "helpok");
  const auto uci = talk.ask("uci");
  REQUIRE(uci.size() > 3);
  CHECK(uci[0] == "id name crownd 1.2.3");
  CHECK(uci[1] == "id author the crownd authors");
  CHECK(uci[2] == "id protocol 1");
  CHECK(uci.back() == "uciok");
}

TEST_CASE("questions about the position are answered") {
  Talk talk;
  CHECK(talk.ask("position 12 moves 3 4").empty());
  CHECK(talk.ask("fen") == Lines{"fen first 19"});
  CHECK(talk.ask("status") == Lines{"status ongoing x"});
  CHECK(talk.ask("legalmoves") == Lines{"legalmoves 3 1 2 3"});
  CHECK(talk.ask("d") == Lines{"board [19]", "fen first 19", "status ongoing x"});
  CHECK(talk.ask("eval") == Lines{"info string number cp 19", "eval cp 19"});
  CHECK(talk.ask("fen standard") == Lines{"error bad-argument first has no standard form"});
}

TEST_CASE("the board and the routes of the moves are given as data") {
  Talk talk;
  CHECK(talk.ask("squares") == Lines{"side x colour light end bottom player engine title X",
                                     "side y colour dark end top player human title Y", "piece p side x kind man",
                                     "fact title first", "fact notation plain", "fact standard none", "fact win win",
                                     "fact pass no", "fact touch-move no", "fact ask-again no",
                                     "fact first-in-results x", "reason no-moves LOSER has no moves left", "columns a",
                                     "rows 1", "row a1 dark p - light -", "squares first columns 2 rows 1 turn x"});
  CHECK(talk.ask("legalmoves squares") == Lines{"route 1 path a1 b1 takes c1 becomes q",
                                                "route 2 path a1 b2 takes c1 becomes q",
                                                "route 3 path a1 b3 takes c1 becomes q", "legalmoves 3 1 2 3"});
  CHECK(talk.ask("legalmoves round") ==
        Lines{"error bad-argument legalmoves is followed by nothing or by 'squares', not by 'round'"});
  (void)talk.ask("position 100");
  CHECK(talk.ask("legalmoves squares") == Lines{"legalmoves 0"});
  CHECK(talk.ask("squares").back() == "squares first columns 2 rows 1 turn -");
}

TEST_CASE("moves are played and taken back, all or none") {
  Talk talk;
  CHECK(talk.ask("move 1 2") == Lines{"moved 1 2 ongoing x"});
  CHECK(talk.ask("move 1 z") == Lines{"error illegal-move unreadable: not a digit"});
  CHECK(talk.ask("fen") == Lines{"fen first 3"});
  CHECK(talk.ask("undo") == Lines{"undone 1 ongoing y"});
  CHECK(talk.ask("undo 5") == Lines{"error bad-argument only 1 moves were played"});
  CHECK(talk.ask("fen") == Lines{"fen first 1"});
}

TEST_CASE("a finished game is said so") {
  Talk talk;
  (void)talk.ask("position 100");
  CHECK(talk.ask("status") == Lines{"status win x no-moves"});
  CHECK(talk.ask("legalmoves") == Lines{"legalmoves 0"});
  talk.say("go depth 1");
  CHECK(talk.client.until("bestmove") == Lines{"info depth 0 score mate 0", "bestmove (none)"});
}

TEST_CASE("a position may name its game, and a wrong one changes nothing") {
  Talk talk;
  (void)talk.ask("position 12");
  CHECK(talk.ask("position second x") == Lines{"error bad-position a number is needed"});
  CHECK(talk.ask("position second startpos moves 1 z") == Lines{"error illegal-move unreadable: not a digit"});
  CHECK(talk.ask("position second") == Lines{"error bad-argument position needs 'startpos' or the text of a position"});
  CHECK(talk.ask("position third startpos") ==
        Lines{"error bad-position there is no game 'third'; the games are first, second"});
  CHECK(talk.ask("fen") == Lines{"fen first 12"});
  CHECK(talk.ask("position SECOND FEN 8 moves 1").empty());
  CHECK(talk.ask("fen") == Lines{"fen second 9"});
  CHECK(talk.ask("position startpos").empty());
  CHECK(talk.ask("fen") == Lines{"fen second 0"});
}

TEST_CASE("bad lines are distinguished") {
  Talk talk;
  CHECK(talk.ask("fly") == Lines{"error unknown-command 'fly' is no command; help lists them"});
  CHECK(talk.ask("go depth 0") == Lines{"error bad-argument depth needs a whole number from 1 to 2147483647, not '0'"});
  CHECK(talk.ask("# a comment").empty());
  CHECK(talk.ask("").empty());
  CHECK(talk.ask("\t status \r") == Lines{"status ongoing x"});
}

TEST_CASE("a line that is too long gets an error") {
  session::SessionLimits limits;
  limits.max_line_bytes = 100;
  Talk talk(session::Access::open, limits);
  const Lines too_long{"error too-long a line may have at most 100 bytes (--max-line)"};
  CHECK(talk.ask("position startpos moves" + std::string(100, ' ')) == too_long);
  talk.session->line_too_long("x");
  CHECK(talk.client.all() == too_long);
}

TEST_CASE("debug reports what was received") {
  Talk talk;
  (void)talk.ask("debug on");
  talk.say("status");
  CHECK(talk.client.until("status") == Lines{"info string received status", "status ongoing x"});
  talk.say("auth secret");
  CHECK(talk.client.all() == Lines{"authok"});
  talk.say("debug off");
  (void)talk.client.all();
  CHECK(talk.ask("status") == Lines{"status ongoing x"});
}

TEST_CASE("only info lines may be dropped") {
  Talk talk;
  for (const auto* line : {"uci", "games", "help", "d", "eval", "move 1", "undo", "fen", "status", "debug on", "fly"})
    (void)talk.ask(line);
  talk.say("go depth 1");
  (void)talk.client.until("bestmove");
  CHECK(talk.client.only_info_dropped());
}
