#include "clients/annotate/program.hpp"
#include "support/certificate.hpp"
#include "support/read_games.hpp"
#include "support/server_process.hpp"

#include <csignal>

using namespace crownd::annotate::test;
using crownd::testing::games_of;
using crownd::testing::has_text;
using crownd::testing::ServerProcess;
namespace connection = crownd::connection;

namespace {

/// Games that begin differently, so that there is work for several.
std::string many_games() {
  std::string text;
  for (const std::string first : {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"})
    for (const std::string second : {"22-18", "23-19"})
      if (!((first == "10-15" || first == "11-15") && second == "22-18"))
        text += "[GameType \"21\"]\n\n1. " + first + ' ' + second + " *\n\n";
  return text;
}

struct Files {
  explicit Files(const TemporaryFolder& folder, const std::string& name)
      : json(folder.path(name + ".json")), out(folder.path(name)) {}
  std::string json, out;

  [[nodiscard]] Arguments flags() const { return {"--nodes", "3000", "--json", json, "--out", out, "--puzzles", "3"}; }
  void check_same(const Files& other) const {
    CHECK(read_file(json) == read_file(other.json));
    CHECK(read_file(out + "/games.pdn") == read_file(other.out + "/games.pdn"));
    CHECK(!read_file(json).empty());
  }
};

}  // namespace

// Inputs that are read or skipped.

TEST_CASE("damaged games are reported by number and skipped, and change the exit code") {
  const std::string text =
      "[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n[GameType \"21\"]\n\n1. 11-15 23-17 *\n\n[GameType \"21\"]\n\n1. 9-14 "
      "{open\n\n"
      "[GameType \"20\"]\n\n1. 32-28 *\n\n[GameType \"21\"]\n\n*\n\n[GameType \"21\"]\n\n1. 9-13 22-18 *\n";
  const auto outcome = run({"-", "--depth", "1"}, text);
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.errors, has_text("standard input, game 2 (line 5) is skipped: line 7: 23-17: "));
  CHECK_THAT(outcome.errors, has_text("standard input, game 3 (line 9) is skipped: line 11: "));
  CHECK_THAT(outcome.errors, has_text("game 4 (line 13) is skipped: line 13: GameType 20 is international draughts"));
  CHECK(!contains(outcome.errors, "game 5"));
  CHECK(contains(outcome.output, "9-13"));
  CHECK(contains(outcome.output, "11-15"));
  CHECK(!contains(outcome.output, "23-17"));
}

TEST_CASE("the game is found by its moves if no tag names it") {
  const auto lines = [](const std::string& text, const Arguments& more = {}) {
    const TemporaryFolder folder;
    const auto outcome = run(extended({"-", "--depth", "1", "--json", folder.path("json")}, more), text);
    CHECK(outcome.errors.empty());
    CHECK(outcome.output.empty());
    return lines_of(read_file(folder.path("json")));
  };
  CHECK(lines("G6-F5 D3-C4\n").front()["game"] == "towers");
  CHECK(lines("11-15 23-19\n").front()["game"] == "english");
  CHECK(lines("9-13 23-19\n", {"--game", "spanish"}).front()["game"] == "spanish");
  CHECK(lines("9-13 23-19\n", {"--game", "Spanish"}).front()["game"] == "spanish");
}

TEST_CASE("a byte order mark before a list is ignored") {
  CHECK(contains(succeed({"-", "--depth", "1"}, "\xEF\xBB\xBF# a comment\n11-15 23-19\n").output, "11-15"));
}

TEST_CASE("a game that crown has saved without tags is one game") {
  const TemporaryFolder folder;
  (void)succeed({"-", "--depth", "1", "--json", folder.path("json")},
                "game towers\nplayer b human\nplayer w human\nstart startpos\nG6-F5\nD3-E4\nF5-D3\n");
  const auto lines = lines_of(read_file(folder.path("json")));
  REQUIRE(lines.size() == 1);
  CHECK(lines.front()["game"] == "towers");
  CHECK(lines.front()["moves"].size() == 3);
}

TEST_CASE("a forfeited turn is annotated as any other move") {
  const TemporaryFolder folder;
  (void)succeed({"-", "--nodes", "100", "--json", folder.path("json")},
                "11-15 23-19\nB2B6 A7B6 pass\nG6-F5 B3-C4\nB2B6 pass\n");
  const auto lines = lines_of(read_file(folder.path("json")));
  REQUIRE(lines.size() == 4);
  const auto& pass = lines[1]["moves"][2];
  CHECK(pass["move"] == "pass");
  CHECK(pass["loss"] == 1000);
  CHECK(pass["judgement"] == "Blunder");
  CHECK(!pass["better"].empty());
  CHECK(lines[3]["moves"][1]["loss"] == 0);
}

TEST_CASE("a game that the daemon refuses is skipped, and a resumed run tries it again") {
  const TemporaryFolder folder;
  const auto games = folder.write("games", "[GameType \"24\"]\n\n1. 9-13 *\n\n[GameType \"21\"]\n\n1. 11-15 *\n");
  const auto script =
      folder.write("script", "sed -u 's/^position spanish .*/position spanish nonsense/' | " + daemon() + "\n");
  const Arguments arguments{games, "--depth", "1", "--workers", "1", "--state", folder.path("state")};
  const auto refused = run(extended(arguments, {"--engine", "sh " + script}));
  CHECK(refused.code == 3);
  CHECK_THAT(refused.errors, has_text("games, game 1 (line 1) is skipped: crownd: W or B is expected"));
  CHECK_FALSE(contains(refused.output, "9-13"));
  CHECK(contains(refused.output, "11-15"));
  const auto resumed = succeed(arguments);
  CHECK(contains(resumed.output, "9-13"));
  CHECK(contains(resumed.output, "11-15"));
}

TEST_CASE("a better line ends where the daemon limits the length of games") {
  const std::string blunder = "11-15 23-19 8-11 19-16\n";
  const auto limited = succeed({"-", "--depth", "5", "--engine", daemon() + " --max-plies 5"}, blunder);
  CHECK_THAT(limited.output, has_text("19-16?? "));
  CHECK(games_of(limited.output).at(0).line.moves.at(3).variations.at(0).moves.size() == 2);
}

TEST_CASE("invalid command lines are explained") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", two_games);
  CHECK_THAT(refusal({}, 2), has_text("a file of games is needed, or - for standard input"));
  CHECK_THAT(refusal({games, "--mistake", "30"}, 2), has_text("nor --mistake above --blunder"));
  CHECK(refusal({games, "--game", "englsh"}, 2).starts_with("crown-annotate: --game: there is no game 'englsh'; "));
  CHECK_THAT(refusal({games, "--puzzles", "3"}, 2), has_text("--out"));
  CHECK_THAT(refusal({games, "--html", "page.html"}, 2),
             has_text("--html was removed: write the games with --out DIR, and open them on the page of crown-web"));
  CHECK_THAT(refusal({games, "--json", "-"}, 2), has_text("--json -: a file is needed"));
  CHECK_THAT(refusal({games, "--connect", "a:1", "--connect", "b:2", "--connect", "c:3", "--token-file", "t",
                      "--token-file", "u"},
                     2),
             has_text("--token-file is given 2 times, --connect"));
  CHECK_THAT(refusal({folder.path("none.pdn")}, 1), has_text("cannot be read"));
  CHECK_THAT(refusal({games, "--out", folder.path("")}, 1), has_text("is one of the files that are read"));
  CHECK_THAT(refusal({games, "--json", folder.write("json", "mine")}, 1), has_text("--force replaces it"));
  CHECK_THAT(refusal({games, "--connect", "127.0.0.1:1", "--reconnect", "0"}, 1), has_text("127.0.0.1:1"));
  CHECK_THAT(refusal({games, "--state", games}, 1), has_text("is one of the files that are read"));
  CHECK_THAT(refusal({games, "--state", folder.write("state", "mine")}, 1),
             has_text("is not a state file of crown-annotate"));
}

// The same results however the work is shared out, and after it was killed.

TEST_CASE("three daemons, or two with TLS and tokens, give the output of one") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", many_games());
  const Files one(folder, "one"), three(folder, "three"), remote(folder, "remote");
  CHECK(run(extended({games, "--workers", "1"}, one.flags())).code == 0);
  CHECK(run(extended({games, "--workers", "3"}, three.flags())).code == 0);
  three.check_same(one);
  const crownd::testing::Certificate certificate;
  const auto server = [&](const std::string& token) {
    return Arguments{daemon(),     "--listen",         "127.0.0.1:0", "--token-file",        token,
                     "--tls-cert", certificate.file(), "--tls-key",   certificate.key_file()};
  };
  const auto token = folder.write("token", "open sesame\n"), other = folder.write("other", "swordfish\n");
  ServerProcess first(server(token)), second(server(other));
  const auto address = [](const ServerProcess& of) { return "tls:" + connection::text_of(of.address()); };
  const Arguments both{games,           "--connect", address(first),    "--connect",
                       address(second), "--tls-ca",  certificate.file()};
  CHECK(run(extended(extended(both, {"--token-file", token, "--token-file", other}), remote.flags())).code == 0);
  remote.check_same(one);

  CHECK_THAT(refusal(extended(both, {"--token-file", token})), has_text("did not accept the token"));
}

TEST_CASE("the same command resumes after kill -9, with identical output") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", many_games());
  const Files whole(folder, "whole"), resumed(folder, "resumed");
  CHECK(run(extended({games}, whole.flags())).code == 0);
  const auto state = folder.path("state");
  const auto arguments = extended({games, "--state", state}, resumed.flags());
  {
    connection::ChildProcess process(extended({program()}, arguments), connection::Errors::discarded);
    REQUIRE(crownd::testing::comes_true([&] { return crownd::testing::count(read_file(state), "\n") >= 3; }));
    process.signal(SIGKILL);
    (void)process.wait(connection::within(crownd::testing::test_timeout));
  }
  {
    std::ofstream file(state, std::ios::app);
    file << R"({"index":5,"game":"engl)";  // a line that the kill cut off
  }
  const auto before = read_file(state);
  CHECK(run(extended(arguments, {"--force"})).code == 0);
  resumed.check_same(whole);
  const auto kept = before.substr(0, before.rfind('\n') + 1);
  CHECK(read_file(state).starts_with(kept));
  CHECK(lines_of(read_file(state)).size() == lines_of(read_file(resumed.json)).size() + 1);

  const auto other = run({games, "--nodes", "500", "--state", state});
  CHECK(other.code == 1);
  CHECK_THAT(other.errors, has_text("is of other games or settings; they differ in: nodes"));
}

TEST_CASE("a state of a version without reasons can be resumed") {
  const TemporaryFolder folder;
  const auto games =
      folder.write("games.pdn", "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 19-16 *\n\n[GameType \"21\"]\n\n*\n");
  const auto state = folder.path("state");
  const Arguments arguments{games, "--nodes", "3000", "--workers", "1", "--state", state};
  const auto output = succeed(arguments).output;
  REQUIRE(contains(output, "[%why 1] 19-16 loses a"));
  std::istringstream lines(read_file(state));
  std::string old;
  for (std::string line; std::getline(lines, line); old += line + '\n') {
    auto notes = Json::parse(line);
    if (!notes.contains("moves")) continue;
    for (auto& move : notes["moves"]) CHECK(move.erase("reasons") == 1);
    if (auto& position = notes["position"]; !position.is_null()) CHECK(position.erase("reasons") == 1);
    line = notes.dump();
  }
  folder.write("state", old);
  const auto resumed = succeed(arguments).output;
  CHECK(contains(resumed, "19-16?? "));
  CHECK(!contains(resumed, "[%why"));
}

TEST_CASE("an engine that exits is restarted, unless it always exits") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", "[GameType \"21\"]\n\n1. 11-15 23-19 *\n");
  // The first one ends.
  const auto runs = folder.path("runs");
  const auto script = folder.write("engine", "echo >> " + runs + "\n[ $(wc -l < " + runs + ") != 1 ] && exec " +
                                                 daemon() + "\n" + daemon() + " | sed -u '/^bestmove/q'\n");
  CHECK_THAT(refusal({games, "--nodes", "100", "--engine", "sh " + script, "--workers", "1"}, 0),
             has_text("trying again"));
  const auto bad = folder.write("bad", daemon() + " | sed -u '/^bestmove/q'\n");
  CHECK_THAT(refusal({games, "--nodes", "100", "--engine", "sh " + bad, "--workers", "1"}),
             has_text("for the third time in " + games + ", game 1"));
}

TEST_CASE("standard input is not read again after the loss of an engine") {
  const TemporaryFolder folder;
  const auto script = folder.write("engine", daemon() + " | sed -u 3q\n");
  const auto outcome = run({"-", "--engine", "sh " + script}, many_games());
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.errors, has_text("cannot be read again"));
}

TEST_CASE("an unreachable daemon is reported once, and others analyse the games") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", many_games());
  const std::string nobody = "127.0.0.1:1";
  ServerProcess server({daemon(), "--listen", "127.0.0.1:0"});
  const auto somebody = connection::text_of(server.address());
  const auto begun = std::chrono::steady_clock::now();
  for (const auto& [first, second] : {std::pair(nobody, somebody), std::pair(somebody, nobody)}) {
    const auto outcome = run({games, "--nodes", "100", "--connect", first, "--connect", second});
    CHECK(outcome.code == 0);
    CHECK(games_of(outcome.output).size() == games_of(many_games()).size());
    CHECK(outcome.errors == "crown-annotate: " + nobody + ": cannot connect to " + nobody +
                                ": Connection refused; trying again for 60 s\n");
  }
  CHECK(std::chrono::steady_clock::now() - begun < crownd::testing::test_timeout);  // no waiting for it
  const auto none = refusal({games, "--connect", nobody, "--reconnect", "1"});
  CHECK_THAT(none, has_text("; trying again for 1 s\n"));
  CHECK_THAT(none, has_text("crown-annotate: reading failed: no daemon is left\n"));
  CHECK_THAT(refusal({games, "--connect", "localhost"}), has_text("'localhost' is not an address"));
}
