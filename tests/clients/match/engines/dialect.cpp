#include "match/engines/dialect.hpp"

#include "match/engines/engine_spec.hpp"
#include "support/catch.hpp"

#include <stdexcept>

using namespace crownd::match;
using namespace std::chrono_literals;

namespace {

Declared declared(const std::vector<std::string>& lines) {
  Declared result;
  for (const auto& line : lines) result.read(line);
  return result;
}

const Start chess_start{"8 Ke3,Rd3 Ke6 w", "8/8/4k3/8/8/3RK3/8/8 w - - 0 1"};
const Start wide_start{"10 Ke3,Rd3 Ke6 w", "10/10/10/10/4k5/10/10/3RK5/10/10 w - - 0 1"};

}  // namespace

TEST_CASE("an engine that has the game as a variant is sent the game's own positions") {
  const auto engine =
      declared({"id name crownd 1", "option name UCI_Variant type combo default a var english var chess"});
  CHECK(engine.name == "crownd 1");
  const auto dialect = find_dialect(engine, "english", Start{"startpos", "B:W1:B2"});
  REQUIRE(dialect);
  CHECK(dialect->variant == "english");
  CHECK(position_command(*dialect, Start{"startpos", ""}, {"9-13"}) == "position startpos moves 9-13");
  CHECK(position_command(*dialect, Start{"....:b", "B:W:B"}, {}) == "position fen ....:b");
}

TEST_CASE("a plain chess engine plays reduced chess on 8x8 through FEN, and nothing else") {
  const auto engine = declared({"id name Fish", "option name Hash type spin default 16 min 1 max 9"});
  const auto dialect = find_dialect(engine, "reduced-chess", chess_start);
  REQUIRE(dialect);
  CHECK(dialect->variant.empty());
  CHECK(position_command(*dialect, chess_start, {"d3d4", "e6e5"}) ==
        "position fen 8/8/4k3/8/8/3RK3/8/8 w - - 0 1 moves d3d4 e6e5");
  CHECK(!find_dialect(engine, "reduced-chess", wide_start));
  CHECK(!find_dialect(engine, "english", Start{"startpos", "B:W1:B2"}));
}

TEST_CASE("an engine with variants for sizes of the board plays those sizes") {
  const auto engine =
      declared({"option name UCI_Variant type combo default chess var chess var reduced-chess-10 var shogi"});
  CHECK(find_dialect(engine, "reduced-chess", wide_start)->variant == "reduced-chess-10");
  CHECK(find_dialect(engine, "reduced-chess", chess_start)->variant == "chess");
  CHECK(!find_dialect(engine, "reduced-chess", Start{"", "3/3/3 w - - 0 1"}));
}

TEST_CASE("the size of a board is read from a FEN") {
  CHECK(board_size("8/8/8/8/8/8/8/8 w - - 0 1") == 8);
  CHECK(board_size("R1K2/5/5/5/5 w - - 0 1") == 5);
  CHECK(board_size("12K13/26 w - - 0 1") == 26);
  CHECK(board_size("K1 w") == 2);
}

TEST_CASE("the go command sends clocks to engines that have one, and every other limit") {
  const std::vector<std::string> moves;
  Question question{chess_start, moves};
  question.clocks = {1000ms, 900us};
  question.increments = {10ms, 0ms};
  question.moves_to_go = 7;
  Limits limits;
  limits.clock = 1s;
  CHECK(go_command(question, limits, false) == "go wtime 1000 btime 1 winc 10 movestogo 7");
  CHECK(go_command(question, limits, true).starts_with("go ponder wtime 1000"));
  Limits fixed;
  fixed.movetime = 250ms;
  fixed.nodes = 5000;
  fixed.depth = 4;
  CHECK(go_command(question, fixed, false) == "go movetime 250 nodes 5000 depth 4");
}

TEST_CASE("an engine is described by words") {
  const auto engine =
      read_engine({"name=A", "cmd=prog -x \"two words\"", "dir=/tmp", "option.Hash=64", "option.Eval File=a=b"},
                  {"tc=1+0.1", "timemargin=20", "option.Hash=16", "ponder=on"});
  CHECK(engine.name == "A");
  CHECK(engine.command == std::vector<std::string>{"prog", "-x", "two words"});
  CHECK(engine.directory == "/tmp");
  CHECK(engine.limits.clock == 1s);
  CHECK(engine.limits.margin == 20ms);
  CHECK(engine.ponder);
  CHECK(engine.options == std::vector<EngineOption>{{"Hash", "64"}, {"Eval File", "a=b"}});
}

TEST_CASE("an engine gets a margin for busy machines, unless another is set") {
  CHECK(read_engine({"cmd=x", "st=1"}, {}).limits.margin == default_margin);
  CHECK(read_engine({"cmd=x", "st=1"}, {"timemargin=7"}).limits.margin == 7ms);
  CHECK(read_engine({"cmd=x", "st=1", "timemargin=0"}, {}).limits.margin == 0ms);
}

TEST_CASE("a wrong description of an engine is explained") {
  CHECK_THROWS_WITH(read_engine({"cmd=x"}, {}), crownd::testing::has_text("needs a limit"));
  CHECK_THROWS_WITH(read_engine({"name=x", "depth=1"}, {}), crownd::testing::has_text("cmd="));
  CHECK_THROWS_WITH(read_engine({"cmd=x", "tcp=a:1", "depth=1"}, {}), crownd::testing::has_text("either"));
  CHECK_THROWS_WITH(read_engine({"cmd=x", "speed=1"}, {}), crownd::testing::has_text("has no 'speed'"));
  CHECK_THROWS_WITH(read_engine({"cmd=x", "nodes=0"}, {}), crownd::testing::has_text("from 1 up"));
  CHECK_THROWS_WITH(read_engine({"cmd='x", "depth=1"}, {}), crownd::testing::has_text("open quote"));
}

TEST_CASE("a command is cut as a shell cuts it") {
  CHECK(split_command(R"(a  'b c' "d \" e" f\ g '')") == std::vector<std::string>{"a", "b c", "d \" e", "f g", ""});
  CHECK(split_command("  ").empty());
}
