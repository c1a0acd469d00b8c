// What happens between games, and what is recorded of it: starts, cores, pauses, headings, latency.
#include "clients/match/program.hpp"
#include "match/engines/cores.hpp"
#include "match/output/game_text.hpp"
#include "match/statistics/latency.hpp"
#include "support/catch.hpp"

#include <regex>

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;
using crownd::testing::has_text;
using crownd::testing::long_enough;

TEST_CASE("an engine is started anew for each game if that is asked for") {
  auto judge = referee("english");
  StopFlag stop = false;
  const Patience patient{long_enough, long_enough, long_enough};
  AdjudicationRules rules;
  rules.max_plies = 2;
  EnginePlayer anew(engine({"cmd=" + daemon(), "depth=1", "restart=on"}), "english", patient, stop);
  EnginePlayer once(engine({"cmd=" + daemon(), "depth=1", "restart=off"}), "english", patient, stop);
  for (int game = 1; game <= 3; ++game) {
    (void)play_game(judge, {Seat{anew, {}}, Seat{once, {}}}, Opening{}, rules);
    CHECK(anew.starts() == game);
    CHECK(once.starts() == 1);
  }
  CHECK_THROWS_WITH(engine({"cmd=x", "depth=1", "restart=always"}), "restart=always: on or off is needed");
}

TEST_CASE("an engine is sent lines before all others, and has a core of its own") {
  const TemporaryDirectory directory;
  const auto log = directory.file("log");
  const std::string script =
      "read -r one; read -r two; echo \"got $two $one\"; grep Cpus_allowed_list /proc/self/status; exec " + daemon();
  const auto outcome = run({match_program(), "--game", "english", "--games", "2", "--max-plies", "4", "--log", log,
                            "--affinity", "--each", "depth=1", "--engine", "name=A", "cmd=sh -c '" + script + "'",
                            "initstr=hello\\nthere", "--engine", "name=B", "cmd=" + daemon()});
  CHECK(outcome.code == 0);
  const auto text = read_file(log);
  CHECK_THAT(text, has_text(" A > hello\n"));
  CHECK(text.find(" A > there\n") < text.find(" A > uci\n"));
  CHECK_THAT(text, has_text(" A < got there hello\n"));
  CHECK(std::regex_search(text, std::regex(" A < Cpus_allowed_list:.[0-9]+\n")));
}

TEST_CASE("cores are given as a list, and there must be enough of them") {
  CHECK(read_cores("0-2,7,1") == std::vector{0, 1, 2, 7});
  for (const std::string wrong : {"x", "3-1", "-1", "1-", "999999"})
    CHECK_THROWS_WITH(read_cores(wrong), "'" + wrong + "' is no list of cores, such as 0-3,6");
  const auto refused = [](const Arguments& more) {
    const auto outcome = run(match_arguments(more));
    CHECK(outcome.code == 2);
    return outcome.errors;
  };
  const auto core = std::to_string(usable_cores().front());
  CHECK_THAT(refused({"--affinity", core, "--concurrency", "2"}),
             has_text("--affinity needs 2 cores for --concurrency 2, and there are 1"));
  CHECK_THAT(refused({"--affinity", core, "--each", "option.Threads=3"}), has_text("--affinity needs 3 cores"));
  CHECK_THAT(refused({"--affinity", "1023"}), has_text("core 1023 is not one that can be used here"));
  CHECK(run(match_arguments({"--games", "2", "--max-plies", "4", "--affinity", core})).code == 0);
}

TEST_CASE("between two games there is a pause") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  REQUIRE(run(match_arguments({"--games", "2", "--max-plies", "5", "--wait", "2000", "--state", state})).code == 0);
  const auto lines = lines_of(read_file(state));
  REQUIRE(lines.size() == 3);
  CHECK(lines[2]["began"].get<int>() - lines[1]["began"].get<int>() >= 2);
}

TEST_CASE("time controls are written as PGN has them, event and site as they are given") {
  const auto of = [](const std::vector<std::string>& words) {
    auto all = words;
    all.emplace_back("cmd=x");
    return time_control_text(engine(all).limits);
  };
  CHECK(of({"tc=1+0.01"}) == "1+0.01");
  CHECK(of({"tc=40/2:30"}) == "40/150");
  CHECK(of({"tc=40/60+0.6", "nodes=5"}) == "40/60+0.6");
  CHECK(of({"st=0.1"}) == "1/0.1");
  CHECK(of({"nodes=100"}) == "-");

  const TemporaryDirectory directory;
  const auto games = directory.file("games");
  const auto play = [&](const Arguments& more) {
    std::filesystem::remove(games);
    std::filesystem::remove(directory.file("state"));
    Arguments all{"--games", "2",       "--max-plies",           "4",      "--games-file",
                  games,     "--state", directory.file("state"), "--each", "timemargin=60000"};
    all.insert(all.end(), more.begin(), more.end());
    REQUIRE(run(match_arguments(all)).code == 0);
    return read_file(games);
  };
  const auto same = play({"tc=60+1", "--event", "The \"open\"", "--site", "Here"});
  CHECK_THAT(same, has_text("[Event \"The \\\"open\\\"\"]\n[Site \"Here\"]\n"));
  CHECK(count(same, "[TimeControl \"60+1\"]\n") == 2);
  const auto other = play({"--engine", "name=C", "cmd=" + daemon(), "tc=9+1", "--format", "gauntlet"});
  CHECK_THAT(other, has_text("[WhiteTimeControl \"9+1\"]\n[BlackTimeControl \"-\"]\n"));
  CHECK_THAT(other, has_text("[WhiteTimeControl \"-\"]\n[BlackTimeControl \"9+1\"]\n"));
  CHECK(merge({directory.file("state"), "--games-file", directory.file("merged")}).code == 0);
  CHECK(read_file(directory.file("merged")) == other);
}

TEST_CASE("of each move is noted what the engine reported, and the time left") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  REQUIRE(run(match_arguments(
                  {"--games", "2", "--max-plies", "6", "--state", state, "--each", "tc=90+1", "timemargin=60000"}))
              .code == 0);
  const auto game = lines_of(read_file(state))[1];
  const auto move = game["moves"][5];
  for (const std::string key :
       {"depth", "seldepth", "nodes", "nps", "hashfull", "pv", "told-ms", "ready-us", "left-us"})
    CHECK(move.contains(key));
  CHECK(move["pv"][0] == move["move"]);
  CHECK(move["left-us"].get<std::int64_t>() <= 91'000'000);
  CHECK(to_json(game_from_json(game), {"A", "B"})["moves"] == game["moves"]);
}

TEST_CASE("latency is what readyok takes, and moves beyond the time that the engine reports") {
  GameRecord game;
  game.to_move = 1;
  for (int ply = 0; ply < 4; ++ply) {
    auto& move = game.moves.emplace_back();
    move.time = 10ms * (ply + 1);
    move.reported_time = 15ms;
    move.ready_after = 1ms * ply;
  }
  const auto latency = latency_of(game, 1);
  CHECK(latency.ready.count == 2);
  CHECK(latency.ready.mean() == 1ms);
  CHECK(latency.ready.longest == 2ms);
  CHECK(latency.beyond.mean() == 7500us);  // 10 ms are less than reported, 30 ms are 15 ms more
  CHECK(latency.beyond.longest == 15ms);
  CHECK(latency_of(game, 0).beyond.longest == 25ms);

  const auto shown = run(match_arguments({"--games", "2", "--max-plies", "6", "--show-latency"}));
  CHECK_THAT(shown.output, has_text("latency of A: readyok after "));
  CHECK_THAT(shown.output, has_text("latency of B: readyok after "));
  CHECK(run(match_arguments({"--games", "2", "--max-plies", "6"})).output.find("latency") == std::string::npos);
}
