#include "clients/match/support.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/engines/uci.hpp"
#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"
#include "support/certificate.hpp"

#include <fcntl.h>
#include <sys/stat.h>

using namespace crownd::match::test;
using namespace crownd::match;
using namespace std::chrono_literals;

namespace {

/// One game between two engines; the first moves first.
GameRecord play(const std::string& game, const EngineSpec& one, const EngineSpec& other, const Opening& opening = {}) {
  return EngineMatch(one, other, game).play(opening, up_to(40));
}

std::string token_file(const TemporaryFolder& directory) {
  const auto file = directory.path("token");
  std::ofstream(file) << "secret\n";
  ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
  return file;
}

Declared declared(const std::vector<std::string>& lines) {
  Declared result;
  for (const auto& line : lines) result.read(line);
  return result;
}

const Start chess_start{"8 Ke3,Rd3 Ke6 w", "8/8/4k3/8/8/3RK3/8/8 w - - 0 1"};
const Start wide_start{"10 Ke3,Rd3 Ke6 w", "10/10/10/10/4k5/10/10/3RK5/10/10 w - - 0 1"};

}  // namespace

// Real engines: crownd over TCP, and Debian's Stockfish and Fairy-Stockfish if they are installed.

TEST_CASE_METHOD(InFolder, "a match over TLS with a token") {
  const auto token = token_file(directory);
  const crownd::testing::Certificate certificate;
  const crownd::testing::Daemon remote(
      {"--tls-cert", certificate.file(), "--tls-key", certificate.key_file(), "--token-file", token});
  const auto address = "tls=127.0.0.1:" + std::to_string(remote.address().port), trust = "tls-ca=" + certificate.file();
  const auto good = engine({address, trust, "token-file=" + token, "depth=2", "ponder=on"});
  const auto game = play("towers", good, good_engine());
  CHECK(!is_failure(game.ending.termination));
  CHECK(game.moves.size() > 10);

  const auto without_token = play("towers", engine({address, trust, "depth=2"}), good_engine()).ending;
  CHECK(without_token.termination == Termination::no_start);
  CHECK(without_token.detail.starts_with("it says: "));
  const auto without_trust = play("towers", engine({address, "depth=2"}), good_engine()).ending;
  CHECK(without_trust.termination == Termination::no_start);
  CHECK(without_trust.detail.find("not signed by an authority that this machine trusts") != std::string::npos);
}

TEST_CASE("pondering with right and wrong predictions") {
  const auto clock = [](const std::string& name) {
    return engine({"name=" + name, "cmd=" + daemon(), "tc=1", "timemargin=60000", "ponder=on"});
  };
  const auto game = play("english", clock("A"), clock("B"));
  CHECK(!is_failure(game.ending.termination));
  CHECK(game.moves.size() > 20);
}

TEST_CASE("dir= sets the working directory") {
  auto spec = engine({"cmd=./crownd", "dir=" + crownd::testing::bin_dir(), "depth=1"});
  CHECK(!is_failure(play("stupid", spec, spec).ending.termination));
}

#ifdef CROWND_STOCKFISH
TEST_CASE("Stockfish plays reduced chess on 8x8 through FEN") {
  const auto stockfish =
      engine({"name=stockfish", "cmd=" CROWND_STOCKFISH, "nodes=2000", "ponder=on", "option.Hash=1"});
  const Opening opening{"4b3/k7/r6r/8/8/R2K4/2B5/2R5 w - - 0 1", {}};
  for (const bool first : {true, false}) {
    const auto game = first ? play("reduced-chess", stockfish, good_engine(), opening)
                            : play("reduced-chess", good_engine(), stockfish, opening);
    CHECK(!is_failure(game.ending.termination));
    CHECK(game.moves.size() > 4);
    CHECK(game.moves[first ? 0 : 1].info.score);
    CHECK(game.moves[first ? 0 : 1].info.depth);
  }
}
#endif

#ifdef CROWND_FAIRY_STOCKFISH
TEST_CASE("Fairy-Stockfish plays reduced chess on other sizes through its variant file") {
  const auto ini = std::string(CROWND_SOURCE_DIR) + "/scripts/parts/play-match/reduced-chess.ini";
  const auto fairy = engine({"cmd=" CROWND_FAIRY_STOCKFISH, "option.VariantPath=" + ini, "nodes=2000"});
  const auto start = GENERATE(as<std::string>(), "3 Kc1,Rc2 Ka3 w", "5 Kc5,Ra2,Ba1 Kb3,Rb4 b",
                              "8 Ke1,Ra1,Bc1 Ke8,Ra8,Bc8 w", "10 Ke1,Ra1,Rj1,Bc1 Ke10,Ra10,Rj10,Bc10 w");
  INFO(start);
  const auto game = play("reduced-chess", fairy, good_engine(), {start, {}});
  CHECK(!is_failure(game.ending.termination));
  CHECK(!game.moves.empty());
}
#endif

TEST_CASE("an engine with the game in UCI_Variant gets the game's own positions") {
  const auto engine =
      declared({"id name crownd 1", "option name UCI_Variant type combo default a var english var chess"});
  CHECK(engine.name == "crownd 1");
  const auto format = find_position_format(engine, "english", Start{"startpos", "B:W1:B2"});
  REQUIRE(format);
  CHECK(format->variant == "english");
  CHECK(position_command(*format, Start{"startpos", ""}, {"9-13"}) == "position startpos moves 9-13");
  CHECK(position_command(*format, Start{"....:b", "B:W:B"}, {}) == "position fen ....:b");
}

TEST_CASE("a plain chess engine plays reduced chess on 8x8 through FEN, and nothing else") {
  const auto engine = declared({"id name Fish", "option name Hash type spin default 16 min 1 max 9"});
  const auto format = find_position_format(engine, "reduced-chess", chess_start);
  REQUIRE(format);
  CHECK(format->variant.empty());
  CHECK(position_command(*format, chess_start, {"d3d4", "e6e5"}) ==
        "position fen 8/8/4k3/8/8/3RK3/8/8 w - - 0 1 moves d3d4 e6e5");
  CHECK(!find_position_format(engine, "reduced-chess", wide_start));
  CHECK(!find_position_format(engine, "english", Start{"startpos", "B:W1:B2"}));
}

TEST_CASE("an engine with variants for sizes of the board plays those sizes") {
  const auto engine =
      declared({"option name UCI_Variant type combo default chess var chess var reduced-chess-10 var shogi"});
  CHECK(find_position_format(engine, "reduced-chess", wide_start)->variant == "reduced-chess-10");
  CHECK(find_position_format(engine, "reduced-chess", chess_start)->variant == "chess");
  CHECK(!find_position_format(engine, "reduced-chess", Start{"", "3/3/3 w - - 0 1"}));
}

TEST_CASE("board_size reads the size of a board from a FEN") {
  CHECK(board_size("8/8/8/8/8/8/8/8 w - - 0 1") == 8);
  CHECK(board_size("R1K2/5/5/5/5 w - - 0 1") == 5);
  CHECK(board_size("12K13/26 w - - 0 1") == 26);
  CHECK(board_size("K1 w") == 2);
}

TEST_CASE("the go command sends clocks to engines that have one, and every other limit") {
  const std::vector<std::string> moves;
  MoveRequest request{chess_start, moves};
  request.clocks = {1000ms, 900us};
  request.increments = {10ms, 0ms};
  request.moves_to_go = 7;
  TimeControl limits;
  limits.clock = 1s;
  CHECK(go_command(request, limits, false) == "go wtime 1000 btime 1 winc 10 movestogo 7");
  CHECK(go_command(request, limits, true).starts_with("go ponder wtime 1000"));
  TimeControl fixed;
  fixed.movetime = 250ms;
  fixed.nodes = 5000;
  fixed.depth = 4;
  CHECK(go_command(request, fixed, false) == "go movetime 250 nodes 5000 depth 4");
}

TEST_CASE("an impossible time in an info line is ignored") {
  const auto time_in = [](const std::string& text) {
    SearchResult found;
    read_info("info depth 1 score cp 5 time " + text, found);
    CHECK(found.info.score);
    return found.info.time;
  };
  CHECK(time_in("20") == 20);
  for (const auto* text : {"-1", "9223372036854775807"}) CHECK(!time_in(text));
}

TEST_CASE("read_engine reads words KEY=VALUE") {
  const auto engine =
      read_engine({"name=A", "cmd=prog -x \"two words\"", "dir=/tmp", "option.Hash=64", "option.Eval File=a=b"},
                  {"tc=1+0.1", "timemargin=20", "option.Hash=16", "ponder=on"});
  CHECK(engine.name == "A");
  CHECK(engine.command == std::vector<std::string>{"prog", "-x", "two words"});
  CHECK(engine.directory == "/tmp");
  CHECK(engine.time_control.clock == 1s);
  CHECK(engine.time_control.margin == 20ms);
  CHECK(engine.ponder);
  CHECK(engine.options == std::vector<EngineOption>{{"Hash", "64"}, {"Eval File", "a=b"}});
}

TEST_CASE("the default margin is for busy machines") {
  CHECK(read_engine({"cmd=x", "st=1"}, {}).time_control.margin == default_margin);
  CHECK(read_engine({"cmd=x", "st=1"}, {"timemargin=7"}).time_control.margin == 7ms);
  CHECK(read_engine({"cmd=x", "st=1", "timemargin=0"}, {}).time_control.margin == 0ms);
}

TEST_CASE("read_engine explains errors") {
  CHECK_THROWS_WITH(read_engine({"cmd=x"}, {}), crownd::testing::has_text("needs a limit"));
  CHECK_THROWS_WITH(read_engine({"name=x", "depth=1"}, {}), crownd::testing::has_text("cmd="));
  CHECK_THROWS_WITH(read_engine({"cmd=x", "tcp=a:1", "depth=1"}, {}), crownd::testing::has_text("either"));
  CHECK_THROWS_WITH(read_engine({"cmd=x", "speed=1"}, {}),
                    crownd::testing::has_text("--engine has no 'speed=1'; it has name= cmd= "));
  CHECK_THROWS_WITH(read_engine({"cmd=x", "nodes=0"}, {}), crownd::testing::has_text("from 1 up"));
  CHECK_THROWS_WITH(read_engine({"cmd='x", "depth=1"}, {}), crownd::testing::has_text("open quote"));
}

TEST_CASE("split_command splits like a shell") {
  CHECK(split_command(R"(a  'b c' "d \" e" f\ g '')") == std::vector<std::string>{"a", "b c", "d \" e", "f g", ""});
  CHECK(split_command("  ").empty());
}
