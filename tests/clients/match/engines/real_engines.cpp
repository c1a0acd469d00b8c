// Real engines: crownd over TCP, and Debian's Stockfish and Fairy-Stockfish if they are installed.
#include "clients/match/support.hpp"
#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"
#include "support/certificate.hpp"

#include <fcntl.h>
#include <sys/stat.h>

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;

namespace {

/// One game between two engines; the first moves first.
GameRecord play(const std::string& game, const EngineSpec& one, const EngineSpec& other, const Opening& opening) {
  auto judge = referee(game);
  StopFlag stop = false;
  EnginePlayer first(one, game, {}, stop);
  EnginePlayer second(other, game, {}, stop);
  AdjudicationRules rules;
  rules.max_plies = 40;
  return play_game(judge, {Seat{first, one.limits, one.ponder}, Seat{second, other.limits, other.ponder}}, opening,
                   rules);
}

/// The folder where Debian installs games; none if it does not exist.
std::optional<std::string> installed(const std::string& program) {
  for (const std::string directory : {"/usr/games/", "/usr/bin/", "/usr/local/bin/"})
    if (std::filesystem::exists(directory + program)) return directory + program;
  WARN(program << " is not installed: not tried");
  return std::nullopt;
}

std::string token_file(const TemporaryDirectory& directory) {
  const auto file = directory.file("token");
  std::ofstream(file) << "secret\n";
  ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
  return file;
}

}  // namespace

TEST_CASE("crownd is played over TCP, with its token") {
  const TemporaryDirectory directory;
  const auto token = token_file(directory);
  const crownd::testing::Daemon remote({"--token-file", token});
  const auto address = "tcp=127.0.0.1:" + std::to_string(remote.address().port);
  const auto good = engine({address, "token-file=" + token, "depth=2", "ponder=on"});
  const auto game = play("towers", good, good_engine(), {});
  CHECK(!is_failure(game.ending.verdict));
  CHECK(game.moves.size() > 10);

  const auto ending = play("towers", engine({address, "depth=2"}), good_engine(), {}).ending;
  CHECK(ending.verdict == Verdict::no_start);
  CHECK(ending.detail.starts_with("it says: "));
}

TEST_CASE("crownd is played over TLS") {
  const crownd::testing::Certificate certificate;
  const crownd::testing::Daemon remote({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  const auto address = "tls=127.0.0.1:" + std::to_string(remote.address().port);
  const auto trusting = engine({address, "tls-ca=" + certificate.file(), "depth=2"});
  CHECK(!is_failure(play("towers", trusting, good_engine(), {}).ending.verdict));

  const auto ending = play("towers", engine({address, "depth=2"}), good_engine(), {}).ending;
  CHECK(ending.verdict == Verdict::no_start);
  CHECK(ending.detail.find("signed by nobody whom this machine trusts") != std::string::npos);
}

TEST_CASE("an engine ponders, and its guess is right or wrong") {
  const auto clock = [](const std::string& name) {
    return engine({"name=" + name, "cmd=" + daemon(), "tc=1", "timemargin=60000", "ponder=on"});
  };
  const auto game = play("english", clock("A"), clock("B"), {});
  CHECK(!is_failure(game.ending.verdict));
  CHECK(game.moves.size() > 20);
}

TEST_CASE("an engine is started in its directory") {
  auto spec = engine({"cmd=./crownd", "dir=" + std::string(CROWND_BIN_DIR), "depth=1"});
  CHECK(!is_failure(play("stupid", spec, spec, {}).ending.verdict));
}

TEST_CASE("Stockfish plays reduced chess on 8x8 through FEN") {
  const auto program = installed("stockfish");
  if (!program) return;
  const auto stockfish = engine({"name=stockfish", "cmd=" + *program, "nodes=2000", "ponder=on", "option.Hash=1"});
  const Opening opening{"4b3/k7/r6r/8/8/R2K4/2B5/2R5 w - - 0 1", {}};
  for (const bool first : {true, false}) {
    const auto game = first ? play("reduced-chess", stockfish, good_engine(), opening)
                            : play("reduced-chess", good_engine(), stockfish, opening);
    CHECK(!is_failure(game.ending.verdict));
    CHECK(game.moves.size() > 4);
    CHECK(game.moves[first ? 0 : 1].score);
    CHECK(game.moves[first ? 0 : 1].depth);
  }
}

TEST_CASE("Fairy-Stockfish plays reduced chess on other sizes through its variant file") {
  const auto program = installed("fairy-stockfish");
  if (!program) return;
  const auto ini = std::string(CROWND_SOURCE_DIR) + "/scripts/parts/play-match/reduced-chess.ini";
  const auto fairy = engine({"cmd=" + *program, "option.VariantPath=" + ini, "nodes=2000"});
  const auto start = GENERATE(as<std::string>(), "3 Kc1,Rc2 Ka3 w", "5 Kc5,Ra2,Ba1 Kb3,Rb4 b",
                              "8 Ke1,Ra1,Bc1 Ke8,Ra8,Bc8 w", "10 Ke1,Ra1,Rj1,Bc1 Ke10,Ra10,Rj10,Bc10 w");
  INFO(start);
  const auto game = play("reduced-chess", fairy, good_engine(), {start, {}});
  CHECK(!is_failure(game.ending.verdict));
  CHECK(!game.moves.empty());
}
