// Moves that came late because this program got no processor time: not the engine's fault.
#include "match/game/hold_ups.hpp"

#include "clients/match/program.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;
using crownd::testing::has_text;
using Clock = HoldUps::Clock;

namespace {

/// Plays one move with a given start and duration.
class LatePlayer final : public Player {
 public:
  LatePlayer(Clock::time_point asked_at, Microseconds time, Answer answer = Answer::move)
      : asked_at_(asked_at), time_(time), answer_(answer) {}

  std::optional<std::string> prepare(const Start&) override { return std::nullopt; }
  Thought think(const Question&) override {
    Thought thought;
    thought.answer = answer_;
    thought.move = "9-13";
    thought.line = "bestmove 9-13";
    thought.asked_at = asked_at_;
    thought.time = time_;
    return thought;
  }
  void ponder(const Question&) override {}

 private:
  Clock::time_point asked_at_;
  Microseconds time_;
  Answer answer_;
};

}  // namespace

TEST_CASE("a look at the clock that comes late says how long the program did not run") {
  HoldUps hold_ups;
  const Clock::time_point start{1h};
  for (int look = 0; look <= 10; ++look) hold_ups.look(start + look * HoldUps::interval, std::nullopt);
  const auto last = start + 10 * HoldUps::interval;
  hold_ups.look(last + HoldUps::interval + 500ms, std::nullopt);
  const auto due = last + HoldUps::interval;
  CHECK(hold_ups.noticed(start, last) == 0ms);
  CHECK(hold_ups.noticed(start, due + 1s) == 500ms);
  CHECK(hold_ups.noticed(due + 100ms, due + 300ms) == 200ms);
  CHECK(hold_ups.noticed(due + 400ms, due + 1s) == 100ms);
  // A small delay is no hold-up.
  hold_ups.look(due + 500ms + HoldUps::interval + HoldUps::tolerance, std::nullopt);
  CHECK(hold_ups.noticed(due + 500ms, due + 1s) == 0ms);
}

TEST_CASE("so does the time that the machine itself was denied") {
  HoldUps hold_ups;
  const Clock::time_point start{1h};
  hold_ups.look(start, 5s);
  hold_ups.look(start + 10ms, 5s);
  hold_ups.look(start + 20ms, 5s + 8ms);
  CHECK(hold_ups.noticed(start, start + 1s) == 8ms);
  CHECK(hold_ups.noticed(start, start + 10ms) == 0ms);
  CHECK(read_stolen_time("cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 8\n", 100) == 2500ms);
  CHECK(!read_stolen_time("cpu  1 2 3\n", 100));
  CHECK(!read_stolen_time("intr 1 2 3 4 5 6 7 8\n", 100));
}

TEST_CASE("a move that was late by no more than the runner was held up is not judged, another one is lost") {
  auto judge = referee("english");
  const auto now = Clock::now();
  const auto asked_at = now - 10s;
  HoldUps hold_ups;
  hold_ups.look(asked_at + 1s, std::nullopt);
  for (auto time = 1s + HoldUps::interval + 400ms; time < 5s; time += HoldUps::interval)
    hold_ups.look(asked_at + time, std::nullopt);
  Limits limits;
  limits.movetime = 2s;
  const auto play = [&](Microseconds time, HoldUps* known, Answer answer = Answer::move) {
    LatePlayer first(asked_at, time, answer);
    LatePlayer second(asked_at, 0ms);
    return play_game(judge, {Seat{first, limits}, Seat{second, {}}}, Opening{}, {}, known).ending;
  };
  CHECK_THROWS_WITH(play(2400ms, &hold_ups), "400 ms over the limit, while the runner was held up for 400 ms");
  const auto too_late = play(2401ms, &hold_ups);
  CHECK(too_late.verdict == Verdict::time_loss);
  CHECK(too_late.detail == "401 ms over the limit");
  CHECK(play(2400ms, nullptr).verdict == Verdict::time_loss);
  CHECK_THROWS_WITH(play(2400ms, &hold_ups, Answer::silent),
                    "no answer after 2400 ms, while the runner was held up for 400 ms");
  const auto hung = play(2401ms, &hold_ups, Answer::silent);
  CHECK(hung.verdict == Verdict::stall);
  CHECK(hung.detail == "no answer after 2401 ms");
}

TEST_CASE("a pair in which a move was late because the runner was stopped is played again") {
  const TemporaryDirectory directory;
  const auto outcome =
      run({match_program(), "--game", "english", "--games", "2", "--max-plies", "6", "--engine", "name=A",
           "cmd=sh " + data("bad_engine.sh") + " holds-runner-up " + daemon() + " " + directory.file("held"), "st=1",
           "timemargin=0", "depth=1", "--engine", "name=B", "cmd=" + daemon(), "depth=1"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.errors, has_text("game 1: "));
  CHECK_THAT(outcome.errors, has_text(" over the limit, while the runner was held up for "));
  CHECK_THAT(outcome.errors, has_text("; its pair is played again"));
  CHECK_THAT(outcome.output, has_text("english: 2 of 2 games"));
  CHECK_THAT(outcome.output, has_text("failures: A none; B none"));
}

TEST_CASE("a match whose runner is held up again and again stops, and counts none of those games") {
  const TemporaryDirectory directory;
  const auto outcome =
      run({match_program(), "--game", "english", "--games", "2", "--max-plies", "6", "--retry", "0", "--engine",
           "name=A", "cmd=sh " + data("bad_engine.sh") + " holds-runner-up " + daemon() + " " + directory.file("held"),
           "st=1", "timemargin=0", "depth=1", "--engine", "name=B", "cmd=" + daemon(), "depth=1"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.errors, has_text("while the runner was held up for "));
  CHECK_THAT(outcome.errors, has_text("; it was tried again for "));
}
