// Games between players with simulated time: tests clocks, limits and pondering without waiting.
#include "clients/match/support.hpp"
#include "support/catch.hpp"

#include <deque>

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;
namespace connection = crownd::connection;

namespace {

/// Plays the given moves, each with a given simulated time, and records the requests.
class FakePlayer final : public Player {
 public:
  struct Says {
    std::string move;
    Microseconds time{0};
    std::optional<std::string> ponder{};
  };
  explicit FakePlayer(std::deque<Says> says) : says_(std::move(says)) {}

  std::optional<std::string> prepare(const Start&) override { return std::nullopt; }
  Thought think(const Question& question) override {
    clocks.push_back(question.clocks);
    moves_to_go.push_back(question.moves_to_go);
    Thought thought;
    thought.answer = says_.empty() ? Answer::no_move : Answer::move;
    if (says_.empty()) return thought;
    thought.move = says_.front().move;
    thought.time = says_.front().time;
    thought.ponder = says_.front().ponder;
    thought.line = "bestmove " + thought.move;
    says_.pop_front();
    return thought;
  }
  void ponder(const Question& question) override { pondered.push_back(question.moves); }

  std::vector<std::array<std::optional<Microseconds>, 2>> clocks;
  std::vector<int> moves_to_go;
  std::vector<std::vector<std::string>> pondered;

 private:
  std::deque<Says> says_;
};

Limits time_control(const std::string& text) {
  Limits limits;
  read_time_control(text, limits);
  return limits;
}

AdjudicationRules up_to(int plies) {
  AdjudicationRules rules;
  rules.max_plies = plies;
  return rules;
}

}  // namespace

TEST_CASE("a clock runs only for the side to move and gains its increment") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 300ms}, {"5-9", 100ms}});
  FakePlayer second({{"22-18", 50ms}});
  const auto game =
      play_game(judge, {Seat{first, time_control("1+0.1")}, Seat{second, time_control("2")}}, Opening{}, up_to(3));
  CHECK(game.ending.verdict == Verdict::max_plies);
  CHECK(first.clocks[0] == std::array<std::optional<Microseconds>, 2>{1000ms, 2000ms});
  CHECK(second.clocks[0] == std::array<std::optional<Microseconds>, 2>{800ms, 2000ms});
  CHECK(first.clocks[1] == std::array<std::optional<Microseconds>, 2>{800ms, 1950ms});
  CHECK(game.moves[0].time == 300ms);
}

TEST_CASE("a time loss says by how much, to the millisecond begun") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 1000ms}, {"5-9", 40ms}});
  FakePlayer second({{"22-18", 0ms}});
  auto limits = time_control("1+0.01");
  SECTION("exactly the time there is, is not too much") {
    FakePlayer exact({{"9-13", 1000ms}});
    const auto game = play_game(judge, {Seat{exact, limits}, Seat{second, {}}}, Opening{}, up_to(1));
    CHECK(game.ending.verdict == Verdict::max_plies);
  }
  SECTION("beyond it is a loss") {
    const auto game = play_game(judge, {Seat{first, limits}, Seat{second, {}}}, Opening{}, up_to(3));
    CHECK(game.ending.verdict == Verdict::time_loss);
    CHECK(game.ending.winner == 1);
    CHECK(game.ending.detail == "30 ms over the limit");
    CHECK(game.ending.line == "bestmove 5-9");
    CHECK(game.moves.size() == 2);
  }
  SECTION("a margin is forgiven, but not given anew on top of the clock") {
    limits.margin = 30ms;
    const auto game = play_game(judge, {Seat{first, limits}, Seat{second, {}}}, Opening{}, up_to(3));
    CHECK(game.ending.verdict == Verdict::max_plies);
  }
}

TEST_CASE("a game that is longer than the referee allows is a draw") {
  Referee judge({daemon(), "--max-plies", "2"}, "english");
  FakePlayer first({{"9-13", 0ms}, {"5-9", 0ms}});
  FakePlayer second({{"22-18", 0ms}});
  const auto game = play_game(judge, {Seat{first, {}}, Seat{second, {}}}, Opening{}, up_to(0));
  CHECK(game.ending.verdict == Verdict::max_plies);
  CHECK_FALSE(game.ending.winner.has_value());
  CHECK(game.moves.size() == 2);
}

TEST_CASE("moves to go count down, and the time control comes again") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 100ms}, {"5-9", 100ms}, {"10-14", 0ms}});
  FakePlayer second({{"22-18", 0ms}, {"24-19", 0ms}});
  (void)play_game(judge, {Seat{first, time_control("2/1")}, Seat{second, {}}}, Opening{}, up_to(5));
  CHECK(first.moves_to_go == std::vector<int>{2, 1, 2});
  CHECK(first.clocks[2][0] == 1800ms);
}

TEST_CASE("a player ponders on the move it expects, if that can be played") {
  auto judge = referee("english");
  FakePlayer first({{"9-13", 0ms, "22-18"}, {"5-9", 0ms, "1-1"}});
  FakePlayer second({{"22-18", 0ms, "5-9"}});
  (void)play_game(judge, {Seat{first, {}, true}, Seat{second, {}, false}}, Opening{}, up_to(3));
  CHECK(first.pondered == std::vector<std::vector<std::string>>{{"9-13", "22-18"}});
  CHECK(second.pondered.empty());
}

TEST_CASE("the side that moves first in the game is side 0, also if an opening lets the other begin") {
  auto judge = referee("english");
  FakePlayer first({});
  FakePlayer second({{"22-18", 0ms}});
  const auto game = play_game(judge, {Seat{first, {}}, Seat{second, {}}}, Opening{"startpos", {"9-13"}}, {});
  CHECK(game.moves.size() == 2);
  CHECK(game.moves[0].book);
  CHECK(game.ending.verdict == Verdict::no_move);
  CHECK(game.ending.winner == 1);
}

TEST_CASE("the rules end a game with their own reason") {
  auto judge = referee("reduced-chess");
  FakePlayer white({{"a5a3", 0ms}});
  FakePlayer black({});
  const auto game = play_game(judge, {Seat{white, {}}, Seat{black, {}}}, Opening{}, {});
  CHECK(word(game.ending.verdict) == "checkmate");
  CHECK(game.ending.winner == 0);
  CHECK(game.half_points() == 2);
}

TEST_CASE("a forfeited turn is no legal move of a player, and may be one of an opening") {
  auto judge = referee("stupid");
  FakePlayer red({{"B2B6", 0ms}});
  FakePlayer blue({{"pass", 0ms}});
  const auto game = play_game(judge, {Seat{red, {}}, Seat{blue, {}}}, Opening{"startpos", {"pass", "pass"}}, {});
  CHECK(word(game.ending.verdict) == word(Verdict::illegal_move));
  CHECK(game.ending.winner == 0);
  CHECK(game.ending.detail == "pass: it is not among the legal moves");
  CHECK(game.ending.line == "bestmove pass");
  CHECK(game.ending.position.ends_with(" b"));
  REQUIRE(game.moves.size() == 3);
  CHECK(game.moves[1].move == "pass");
  CHECK(game.moves[2].move == "B2B6");
}

TEST_CASE("a position that the referee can solve ends the game, if that is asked for") {
  auto judge = referee("stupid");
  FakePlayer red({});
  FakePlayer blue({});
  AdjudicationRules rules;
  rules.exact = true;
  const auto game = play_game(judge, {Seat{red, {}}, Seat{blue, {}}}, Opening{}, rules);
  CHECK(game.ending.verdict == Verdict::exact_adjudication);
  CHECK(game.ending.winner == 0);
}

TEST_CASE("a position in the referee's tables ends the game with its result, if that is asked for") {
  Referee judge({daemon(), "--no-tables"}, "english");
  FakePlayer first({{"32-28", 0ms}});
  FakePlayer second({});
  AdjudicationRules rules;
  rules.exact = true;
  const auto result_of = [&](const std::string& start) {
    return play_game(judge, {Seat{first, {}}, Seat{second, {}}}, Opening{start, {}}, rules).ending;
  };
  const auto draw = result_of("B:WK14:BK32");
  CHECK(draw.verdict == Verdict::exact_adjudication);
  CHECK(!draw.winner);
  const auto win = result_of("B:WK18:BK1,K32");
  CHECK(win.verdict == Verdict::exact_adjudication);
  CHECK(win.winner == 0);
  // Four pieces are not in the tables that need no files: the game continues.
  CHECK(result_of("B:WK18,K11:BK1,K32").verdict == Verdict::no_move);
}
