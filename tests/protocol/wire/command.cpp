#include "wire/command.hpp"

#include "support/catch.hpp"

#include <string>

using namespace crownd::wire;
using std::chrono::milliseconds;

namespace {

/// The error message for a malformed command; empty if it is valid.
std::string why(std::string_view line) {
  const auto command = parse_command(line);
  const auto* const malformed = std::get_if<Malformed>(&command);
  return malformed == nullptr ? std::string() : malformed->why;
}

Go go(std::string_view line) {
  const auto command = parse_command(line);
  INFO(line);
  REQUIRE(std::holds_alternative<Go>(command));
  return std::get<Go>(command);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("commands without arguments are known by their word") {
  CHECK(parse_command("uci") == Command(Uci{}));
  CHECK(parse_command("isready") == Command(IsReady{}));
  CHECK(parse_command("games") == Command(ListGames{}));
  CHECK(parse_command("ucinewgame") == Command(UciNewGame{}));
  CHECK(parse_command("legalmoves") == Command(LegalMoves{}));
  CHECK(parse_command("legalmoves Squares") == Command(LegalMoves{true}));
  CHECK(std::holds_alternative<Malformed>(parse_command("legalmoves fast")));
  CHECK(parse_command("squares") == Command(GetSquares{}));
  CHECK(parse_command("status") == Command(GetStatus{}));
  CHECK(parse_command("d") == Command(Show{}));
  CHECK(parse_command("show") == Command(Show{}));
  CHECK(parse_command("stop") == Command(Stop{}));
  CHECK(parse_command("ponderhit") == Command(PonderHit{}));
  CHECK(parse_command("eval") == Command(Evaluate{}));
  CHECK(parse_command("probe") == Command(Probe{}));
  CHECK(parse_command("help") == Command(Help{}));
  CHECK(parse_command("version") == Command(GetVersion{}));
  CHECK(parse_command("quit") == Command(Quit{}));
}

TEST_CASE("white space, line ends and the case of letters do not matter") {
  CHECK(parse_command("  uci \t ") == Command(Uci{}));
  CHECK(parse_command("uci\r\n") == Command(Uci{}));
  CHECK(parse_command("UCI") == Command(Uci{}));
  CHECK(parse_command("undo\t\t 3\r") == Command(Undo{3}));
  CHECK(parse_command("Go Depth 3") == Command(go("go depth 3")));
  CHECK(parse_command("position   startpos\tmoves  a1b2 \t c1c2") == Command(Position{{"startpos"}, {"a1b2", "c1c2"}}));
}

TEST_CASE("empty lines and comments are nothing") {
  for (const auto* line : {"", "   ", "\t", "\r\n", "# uci", "#uci", "  # position startpos"}) {
    INFO(line);
    CHECK(parse_command(line) == Command(Nothing{}));
  }
}

TEST_CASE("an unknown word is told apart from a bad argument") {
  CHECK(parse_command("ucy") == Command(Unknown{"ucy"}));
  CHECK(parse_command("joho debug on") == Command(Unknown{"joho"}));
  CHECK(parse_command("register later") == Command(Unknown{"register"}));
  CHECK(parse_command(std::string("go\0", 3)) == Command(Unknown{std::string("go\0", 3)}));
}

TEST_CASE("words after a command that takes none are ignored") {
  CHECK(parse_command("isready now please") == Command(IsReady{}));
  CHECK(parse_command("stop 5") == Command(Stop{}));
}

TEST_CASE("setoption keeps spaces in names and values") {
  CHECK(parse_command("setoption name Hash value 64") == Command(SetOption{"Hash", "64"}));
  CHECK(parse_command("setoption name Move   Overhead value 10") == Command(SetOption{"Move Overhead", "10"}));
  CHECK(parse_command("setoption name Clear Hash") == Command(SetOption{"Clear Hash", std::nullopt}));
  CHECK(parse_command("setoption NAME TablePath VALUE /a  b/c d \r") == Command(SetOption{"TablePath", "/a  b/c d"}));
  CHECK(parse_command("setoption name X value") == Command(SetOption{"X", ""}));
  CHECK(contains(why("setoption Hash value 64"), "'name'"));
  CHECK(contains(why("setoption name value 64"), "name of an option"));
  CHECK(contains(why("setoption"), "'name'"));
}

TEST_CASE("position texts may have several words, and end at 'moves'") {
  CHECK(parse_command("position fen 8/8 w - - 0 1 moves a1a2") ==
        Command(Position{{"fen", "8/8", "w", "-", "-", "0", "1"}, {"a1a2"}}));
  CHECK(parse_command("position reduced-chess 5 Kc5,Ra2 Kb3 w") ==
        Command(Position{{"reduced-chess", "5", "Kc5,Ra2", "Kb3", "w"}, {}}));
  CHECK(parse_command("position startpos moves") == Command(Position{{"startpos"}, {}}));
  CHECK(contains(why("position"), "startpos"));
  CHECK(contains(why("position moves a1a2"), "startpos"));
}

TEST_CASE("long lists of moves are read whole") {
  std::string line = "position startpos moves";
  for (int i = 0; i < 5000; ++i) line += " a1a2";
  const auto command = parse_command(line);
  REQUIRE(std::holds_alternative<Position>(command));
  CHECK(std::get<Position>(command).moves.size() == 5000);
}

TEST_CASE("small commands read their arguments") {
  CHECK(parse_command("undo") == Command(Undo{1}));
  CHECK(parse_command("fen") == Command(GetFen{false}));
  CHECK(parse_command("fen standard") == Command(GetFen{true}));
  CHECK(parse_command("tables") == Command(ListTables{false}));
  CHECK(parse_command("tables ALL") == Command(ListTables{true}));
  CHECK(parse_command("move 11-15 22-18") == Command(Move{{"11-15", "22-18"}}));
  CHECK(parse_command("perft 3") == Command(Perft{3}));
  CHECK(parse_command("bench") == Command(Bench{}));
  CHECK(parse_command("bench depth 4") == Command(Bench{4}));
  CHECK(parse_command("debug on") == Command(Debug{true}));
  CHECK(parse_command("debug off") == Command(Debug{false}));
  CHECK(parse_command("auth secret") == Command(Auth{"secret"}));
  CHECK(parse_command("auth two words") == Command(Auth{"two words"}));
}

TEST_CASE("small commands refuse what they cannot read") {
  for (const auto* line :
       {"undo 0", "undo -1", "undo x", "undo 99999999999999999999", "fen pretty", "tables some", "move", "perft",
        "perft 0", "perft two", "bench 4", "bench depth", "bench depth 0", "debug", "debug yes", "auth", " auth  "}) {
    INFO(line);
    CHECK(!why(line).empty());
  }
}

TEST_CASE("go reads every parameter, in any order") {
  CHECK(go("go depth 7").depth == 7);
  CHECK(go("go nodes 5000000000").nodes == 5'000'000'000U);
  CHECK(go("go movetime 1500").movetime == milliseconds(1500));
  CHECK(go("go mate 3").mate == 3);
  CHECK(go("go infinite").infinite);
  CHECK(go("go ponder").ponder);
  const auto clocks = go("go binc 20 wtime 1000 movestogo 4 btime 2000 winc 10");
  CHECK(clocks.clock[0] == Clock{milliseconds(1000), milliseconds(10)});
  CHECK(clocks.clock[1] == Clock{milliseconds(2000), milliseconds(20)});
  CHECK(clocks.moves_to_go == 4);
}

TEST_CASE("searchmoves ends where the next parameter begins") {
  const auto command = go("go searchmoves a1a2 b1b2 depth 5");
  CHECK(command.search_moves == std::vector<std::string>{"a1a2", "b1b2"});
  CHECK(command.depth == 5);
  CHECK(contains(why("go searchmoves"), "at least one move"));
  CHECK(contains(why("go searchmoves depth 5"), "at least one move"));
}

TEST_CASE("go knows whether its search ends by itself") {
  CHECK(go("go").unbounded());
  CHECK(go("go infinite depth 5").unbounded());
  CHECK(go("go ponder wtime 100 btime 100").unbounded());
  CHECK(go("go searchmoves a1a2").unbounded());
  CHECK(go("go winc 5").unbounded());
  for (const auto* line : {"go depth 1", "go nodes 1", "go movetime 1", "go mate 1", "go wtime 5", "go btime 5"}) {
    INFO(line);
    CHECK_FALSE(go(line).unbounded());
  }
}

TEST_CASE("go perft and go minimax stand alone") {
  CHECK(parse_command("go perft 4") == Command(Perft{4}));
  CHECK(parse_command("go minimax 3") == Command(GoMinimax{3}));
  CHECK(contains(why("go perft 4 depth 2"), "only parameter"));
  CHECK(contains(why("go depth 2 perft 4"), "only parameter"));
  CHECK(contains(why("go minimax"), "after it"));
}

TEST_CASE("numbers of go that cannot be used are explained") {
  CHECK(why("go depth 0") == "depth needs a whole number from 1 to 2147483647, not '0'");
  CHECK(why("go depth") == "depth needs a whole number from 1 to 2147483647 after it");
  for (const auto* line :
       {"go depth -1", "go depth five", "go depth 5x", "go depth 2147483648", "go depth +5", "go depth 5.0",
        "go nodes 0", "go nodes -5", "go nodes 18446744073709551616", "go movetime 0", "go movetime -100",
        "go movetime 99999999999999999999", "go mate 0", "go mate -2", "go wtime", "go wtime soon", "go movestogo -1",
        "go depth 3 depth", "go wtime 10000000001"}) {
    INFO(line);
    CHECK(!why(line).empty());
  }
}

TEST_CASE("a fallen flag is no time left, and no more time controls is none") {
  CHECK(go("go wtime -35 btime 100").clock[0].left == milliseconds(0));
  CHECK(go("go wtime 100 winc -5").clock[0].increment == milliseconds(0));
  CHECK_FALSE(go("go wtime 100 movestogo 0").moves_to_go.has_value());
  CHECK_FALSE(go("go wtime 100 movestogo 5 movestogo 0").moves_to_go.has_value());
  CHECK(go("go depth 3 depth 5").depth == 5);
  CHECK(go("go searchmoves a b searchmoves c").search_moves == std::vector<std::string>{"a", "b", "c"});
  CHECK_FALSE(go("go winc 100 binc 100 movestogo 5").limited());
}

TEST_CASE("a misspelt parameter of go is not an endless search") { CHECK(contains(why("go deph 10"), "'deph'")); }

TEST_CASE("explanations quote no control characters and nothing long") {
  CHECK(contains(why("go depth \x1b[31m"), "'?[31m'"));
  CHECK(contains(why("go depth \xff"), "'?'"));
  CHECK(why("go depth " + std::string(100'000, '9')).size() < 200);
}

TEST_CASE("help lists every command once") {
  for (const auto& row : command_help()) {
    INFO(row.word);
    CHECK_FALSE(std::holds_alternative<Unknown>(parse_command(row.word)));
    CHECK_FALSE(row.summary.empty());
  }
  CHECK(command_help().size() == 28);
}
