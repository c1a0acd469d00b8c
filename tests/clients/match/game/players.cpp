#include "clients/match/program.hpp"
#include "clients/match/support.hpp"
#include "match/game/scheduling_delays.hpp"
#include "support/catch.hpp"

#include <deque>

using namespace crownd::match::test;
using namespace crownd::match;
using namespace std::chrono_literals;
using Clock = SchedulingDelays::Clock;
namespace connection = crownd::connection;

namespace {

/// Plays the given moves, each with a given simulated time, and records the requests.
class FakePlayer final : public Player {
 public:
  struct Says {
    std::string move;
    Microseconds time{0};
    std::optional<std::string> ponder{};
    Clock::time_point started_at{};
    Answer answer = Answer::move;
  };
  explicit FakePlayer(std::deque<Says> says) : says_(std::move(says)) {}

  std::optional<std::string> prepare(const Start&) override { return std::nullopt; }
  SearchResult think(const MoveRequest& request) override {
    clocks.push_back(request.clocks);
    moves_to_go.push_back(request.moves_to_go);
    if (says_.empty()) return {Answer::no_move};
    const auto& [move, time, ponder, started_at, answer] = says_.front();
    SearchResult found{answer, move, ponder, time, started_at};
    found.line = "bestmove " + found.move;
    says_.pop_front();
    return found;
  }
  void ponder(const MoveRequest& request) override { pondered.push_back(request.moves); }

  std::vector<std::array<std::optional<Microseconds>, 2>> clocks;
  std::vector<int> moves_to_go;
  std::vector<std::vector<std::string>> pondered;

 private:
  std::deque<Says> says_;
};

TimeControl time_control(const std::string& text) {
  TimeControl limits;
  read_time_control(text, limits);
  return limits;
}

}  // namespace

// Games between players with simulated time: tests clocks, limits and pondering without waiting.

TEST_CASE("only the clock of the side to move runs, and gets its increment") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 300ms}, {"5-9", 100ms}});
  FakePlayer second({{"22-18", 50ms}});
  const auto game =
      play_game(judge, {Seat{first, time_control("1+0.1")}, Seat{second, time_control("2")}}, Opening{}, up_to(3));
  CHECK(game.ending.termination == Termination::max_plies);
  CHECK(first.clocks[0] == std::array<std::optional<Microseconds>, 2>{1000ms, 2000ms});
  CHECK(second.clocks[0] == std::array<std::optional<Microseconds>, 2>{800ms, 2000ms});
  CHECK(first.clocks[1] == std::array<std::optional<Microseconds>, 2>{800ms, 1950ms});
  CHECK(game.moves[0].time == 300ms);
}

TEST_CASE("a time loss reports the excess in milliseconds, rounded up") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 1000ms}, {"5-9", 40ms}});
  FakePlayer second({{"22-18", 0ms}});
  auto limits = time_control("1+0.01");
  SECTION("exactly the remaining time is in time") {
    FakePlayer exact({{"9-13", 1000ms}});
    const auto game = play_game(judge, {Seat{exact, limits}, Seat{second, {}}}, Opening{}, up_to(1));
    CHECK(game.ending.termination == Termination::max_plies);
  }
  SECTION("more is a loss") {
    const auto game = play_game(judge, {Seat{first, limits}, Seat{second, {}}}, Opening{}, up_to(3));
    CHECK(game.ending.termination == Termination::time_loss);
    CHECK(game.ending.winner == 1);
    CHECK(game.ending.detail == "30 ms over the limit");
    CHECK(game.ending.line == "bestmove 5-9");
    CHECK(game.moves.size() == 2);
  }
  SECTION("the margin is tolerated, but not added to the clock") {
    limits.margin = 30ms;
    const auto game = play_game(judge, {Seat{first, limits}, Seat{second, {}}}, Opening{}, up_to(3));
    CHECK(game.ending.termination == Termination::max_plies);
  }
}

TEST_CASE("a game beyond the referee's limit is a draw") {
  Referee judge({daemon(), "--max-plies", "2"}, "english");
  FakePlayer first({{"9-13", 0ms}, {"5-9", 0ms}});
  FakePlayer second({{"22-18", 0ms}});
  const auto game = play_game(judge, {Seat{first, {}}, Seat{second, {}}}, Opening{}, up_to(0));
  CHECK(game.ending.termination == Termination::max_plies);
  CHECK_FALSE(game.ending.winner.has_value());
  CHECK(game.moves.size() == 2);
}

TEST_CASE("moves to go count down, and the time control repeats") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 100ms}, {"5-9", 100ms}, {"10-14", 0ms}});
  FakePlayer second({{"22-18", 0ms}, {"24-19", 0ms}});
  (void)play_game(judge, {Seat{first, time_control("2/1")}, Seat{second, {}}}, Opening{}, up_to(5));
  CHECK(first.moves_to_go == std::vector<int>{2, 1, 2});
  CHECK(first.clocks[2][0] == 1800ms);
}

TEST_CASE("a player ponders on its predicted move if that is legal") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 0ms, "22-18"}, {"5-9", 0ms, "1-1"}});
  FakePlayer second({{"22-18", 0ms, "5-9"}});
  (void)play_game(judge, {Seat{first, {}, true}, Seat{second, {}, false}}, Opening{}, up_to(3));
  CHECK(first.pondered == std::vector<std::vector<std::string>>{{"9-13", "22-18"}});
  CHECK(second.pondered.empty());
}

TEST_CASE("side 0 moves first in the game, whatever side begins in the opening") {
  auto judge = referee("english");
  FakePlayer first({});
  FakePlayer second({{"22-18", 0ms}});
  const auto game = play_game(judge, {Seat{first, {}}, Seat{second, {}}}, Opening{"startpos", {"9-13"}}, {});
  CHECK(game.moves.size() == 2);
  CHECK(game.moves[0].book);
  CHECK(game.ending.termination == Termination::no_move);
  CHECK(game.ending.winner == 1);
}

TEST_CASE("the rules end a game with their own reason") {
  auto judge = referee("reduced-chess");
  FakePlayer white({{"a5a3", 0ms}});
  FakePlayer black({});
  const auto game = play_game(judge, {Seat{white, {}}, Seat{black, {}}}, Opening{}, {});
  CHECK(word(game.ending.termination) == "checkmate");
  CHECK(game.ending.winner == 0);
  CHECK(game.half_points() == 2);
}

TEST_CASE("a forfeited turn is allowed only in openings") {
  auto judge = referee("stupid");
  FakePlayer red({{"B2B6", 0ms}});
  FakePlayer blue({{"pass", 0ms}});
  const auto game = play_game(judge, {Seat{red, {}}, Seat{blue, {}}}, Opening{"startpos", {"pass", "pass"}}, {});
  CHECK(word(game.ending.termination) == word(Termination::illegal_move));
  CHECK(game.ending.winner == 0);
  CHECK(game.ending.detail == "pass: it is not among the legal moves");
  CHECK(game.ending.line == "bestmove pass");
  CHECK(game.ending.position.ends_with(" b"));
  REQUIRE(game.moves.size() == 3);
  CHECK(game.moves[1].move == "pass");
  CHECK(game.moves[2].move == "B2B6");
}

TEST_CASE("--exact ends the game when the referee proves the result") {
  auto judge = referee("stupid");
  FakePlayer red({});
  FakePlayer blue({});
  AdjudicationRules rules{.exact = true};
  const auto game = play_game(judge, {Seat{red, {}}, Seat{blue, {}}}, Opening{}, rules);
  CHECK(game.ending.termination == Termination::exact_adjudication);
  CHECK(game.ending.winner == 0);
}

TEST_CASE("--exact ends the game with the result of the referee's tables") {
  Referee judge({daemon(), "--no-tables"}, "english");
  FakePlayer first({{"32-28", 0ms}});
  FakePlayer second({});
  AdjudicationRules rules{.exact = true};
  const auto result_of = [&](const std::string& start) {
    return play_game(judge, {Seat{first, {}}, Seat{second, {}}}, Opening{start, {}}, rules).ending;
  };
  const auto draw = result_of("B:WK14:BK32");
  CHECK(draw.termination == Termination::exact_adjudication);
  CHECK(!draw.winner);
  const auto win = result_of("B:WK18:BK1,K32");
  CHECK(win.termination == Termination::exact_adjudication);
  CHECK(win.winner == 0);
  // Four pieces are not in the tables that need no files: the game continues.
  CHECK(result_of("B:WK18,K11:BK1,K32").termination == Termination::no_move);
}

// Moves that came late because this program got no processor time: not the engine's fault.

TEST_CASE("a late sample measures the delay of the runner") {
  SchedulingDelays scheduling_delays;
  const Clock::time_point start{1h};
  for (int look = 0; look <= 10; ++look)
    scheduling_delays.sample(start + look * SchedulingDelays::interval, std::nullopt);
  const auto last = start + 10 * SchedulingDelays::interval;
  scheduling_delays.sample(last + SchedulingDelays::interval + 500ms, std::nullopt);
  const auto due = last + SchedulingDelays::interval;
  CHECK(scheduling_delays.detected(start, last) == 0ms);
  CHECK(scheduling_delays.detected(start, due + 1s) == 500ms);
  CHECK(scheduling_delays.detected(due + 100ms, due + 300ms) == 200ms);
  CHECK(scheduling_delays.detected(due + 400ms, due + 1s) == 100ms);
  // A small delay is no hold-up.
  scheduling_delays.sample(due + 500ms + SchedulingDelays::interval + SchedulingDelays::tolerance, std::nullopt);
  CHECK(scheduling_delays.detected(due + 500ms, due + 1s) == 0ms);
}

TEST_CASE("steal time counts as a delay of the runner") {
  SchedulingDelays scheduling_delays;
  const Clock::time_point start{1h};
  scheduling_delays.sample(start, 5s);
  scheduling_delays.sample(start + 10ms, 5s);
  scheduling_delays.sample(start + 20ms, 5s + 8ms);
  CHECK(scheduling_delays.detected(start, start + 1s) == 8ms);
  CHECK(scheduling_delays.detected(start, start + 10ms) == 0ms);
  CHECK(read_stolen_time("cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 8\n", 100) == 2500ms);
  CHECK(!read_stolen_time("cpu  1 2 3\n", 100));
  CHECK(!read_stolen_time("intr 1 2 3 4 5 6 7 8\n", 100));
}

TEST_CASE("a late move is excused by an equal delay of the runner") {
  auto judge = referee("english");
  const auto now = Clock::now();
  const auto started_at = now - 10s;
  SchedulingDelays scheduling_delays;
  scheduling_delays.sample(started_at + 1s, std::nullopt);
  for (auto time = 1s + SchedulingDelays::interval + 400ms; time < 5s; time += SchedulingDelays::interval)
    scheduling_delays.sample(started_at + time, std::nullopt);
  TimeControl limits;
  limits.movetime = 2s;
  const auto play = [&](Microseconds time, SchedulingDelays* known, Answer answer = Answer::move) {
    FakePlayer first({{"9-13", time, {}, started_at, answer}});
    FakePlayer second({});
    return play_game(judge, {Seat{first, limits}, Seat{second, {}}}, Opening{}, {}, known).ending;
  };
  CHECK_THROWS_WITH(play(2400ms, &scheduling_delays), "400 ms over the limit, while the runner got no CPU for 400 ms");
  const auto too_late = play(2401ms, &scheduling_delays);
  CHECK(too_late.termination == Termination::time_loss);
  CHECK(too_late.detail == "401 ms over the limit");
  CHECK(play(2400ms, nullptr).termination == Termination::time_loss);
  CHECK_THROWS_WITH(play(2400ms, &scheduling_delays, Answer::silent),
                    "no answer after 2400 ms, while the runner got no CPU for 400 ms");
  const auto hung = play(2401ms, &scheduling_delays, Answer::silent);
  CHECK(hung.termination == Termination::stall);
  CHECK(hung.detail == "no answer after 2401 ms");
}

TEST_CASE_METHOD(InFolder, "a pair with a delay of the runner is replayed") {
  const auto outcome =
      run(match_program() + " --game english --games 2 --max-plies 6 --engine name=A " +
          bad_command("holds-runner-up", directory.path("held")) + " st=1 timemargin=0 depth=1" + engine_flag("B"));
  check_errors(outcome, 0, {"game 1: ", " over the limit, while the runner got no CPU for ", "; its pair is replayed"});
  check_texts(outcome.output, {"english: 2 of 2 games", "failures: A none; B none"});
}

TEST_CASE_METHOD(InFolder, "a match with repeated delays of the runner stops") {
  check_errors(
      run(match_program() + " --game english --games 2 --max-plies 6 --retry 0 --engine name=A " +
          bad_command("holds-runner-up", directory.path("held")) + " st=1 timemargin=0 depth=1" + engine_flag("B")),
      1, {"while the runner got no CPU for ", "; attempts were repeated for "});
}
