#include "support/nim.hpp"
#include "search/search.hpp"
#include "support/ask.hpp"
#include "support/catch.hpp"
#include "support/timeouts.hpp"

namespace crownd::search {
namespace {

using testing::MisereNim;
using testing::Nim;
using testing::to_depth;
using testing::to_mate;

/// Plies to the end with best play, by full search: the winner minimises them, the loser maximises them.
template <Rules R = Nim>
Score truth(const Nim::Position& position) {
  static std::map<std::uint64_t, Score> known;
  const auto key = R::key(position);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Result result = R::result(position);
  Score best = result.over() ? final_score(result, R::side_to_move(position)) : Score::loss_in(0);
  for (const auto& move : legal_moves<R>(position))
    best = std::max(best, (-truth<R>(R::after(position, move))).at_parent());
  return known[key] = best;
}

using Lines = std::vector<Line<Nim::Move>>;

template <Rules R = Nim>
testing::Found<R> ask(const std::string& text, const Limits& limits, const testing::Asked<R>& asked = {}) {
  return testing::ask<R>(R::parse_position(text), limits, asked);
}

/// Calls visit(text, coins) for the positions with a heap of up to four and two of up to `largest`.
template <class Visit>
void for_small_positions(int largest, Visit visit) {
  for (int a = 0; a <= 4; ++a)
    for (int b = 0; b <= largest; ++b)
      for (int c = a + b == 0 ? 1 : 0; c <= largest; ++c) {
        const std::string text = std::to_string(a) + std::to_string(b) + std::to_string(c) + "x";
        INFO(text);
        visit(text, a + b + c);
      }
}

TEST_CASE(
    "the search finds the true winner of every small nim position, and the shortest win when it is asked for one") {
  for_small_positions(4, [](const std::string& text, int coins) {
    const auto position = Nim::parse_position(text);
    const auto found = ask(text, to_depth(coins + 1));
    CHECK(found.lines.back().score.is_win() == ((position.heaps[0] ^ position.heaps[1] ^ position.heaps[2]) != 0));
    CHECK(found.lines.back().score.is_decided());
    if (truth(position).is_win())
      CHECK(ask(text, to_mate(truth(position).moves_to_end())).lines.back().score == truth(position));
  });
}

TEST_CASE("if a player without moves wins, the search finds the winner, the shortest win and the whole line") {
  for_small_positions(3, [](const std::string& text, int coins) {
    const auto position = MisereNim::parse_position(text);
    const Score exact = truth<MisereNim>(position);
    const auto found = ask<MisereNim>(text, to_depth(coins + 1)).lines.back();
    CHECK(found.score.is_win() == exact.is_win());
    CHECK(found.score.is_decided());
    CHECK(static_cast<int>(found.pv.size()) == found.score.plies_to_end());
    CHECK(testing::ends_the_game<MisereNim>(position, found.pv));
    if (exact.is_win()) CHECK(ask<MisereNim>(text, to_mate(exact.moves_to_end())).lines.back().score == exact);
  });
}

TEST_CASE("the line of a decided score has the length of the score") {
  for (const char* text : {"345x", "111x", "123x", "222x", "401y"})
    for (int depth = 1; depth <= 13; ++depth) {
      const auto found = ask(text, to_depth(depth), {.multipv = 3});
      for (const auto& line : found.lines) {
        if (!line.score.is_decided() || line.bound != Bound::exact) continue;
        INFO(text << " depth " << depth << " multipv " << line.multipv);
        CHECK(static_cast<int>(line.pv.size()) == line.score.plies_to_end());
        CHECK(testing::ends_the_game<Nim>(Nim::parse_position(text), line.pv));
      }
    }
}

TEST_CASE("a search that is stopped before it begins still answers with a legal move and one line") {
  Control control;
  control.stop();
  const auto found = ask("345x", Limits{}, {.control = &control});
  REQUIRE(!found.lines.empty());
  CHECK(found.lines.back().pv.front() == found.answer.best);
  CHECK(found.answer.best.take <= 5);
}

TEST_CASE("any number of moves is a limit for a mate") {
  for (const int moves : {1 << 10, 1 << 30, std::numeric_limits<int>::max()})
    CHECK(ask("111x", to_mate(moves)).lines.back().score == truth(Nim::parse_position("111x")));
}

TEST_CASE("a node limit is kept to the node") {
  Limits limits;
  limits.nodes = 100;
  const auto found = ask("555x", limits);
  CHECK(found.lines.back().nodes <= 100);
}

TEST_CASE("several threads find the same score") {
  for (const char* text : {"345x", "555x", "246x", "777y", "357x"})
    for (const int multipv : {1, 3}) {
      INFO(text << " multipv " << multipv);
      const auto found = ask(text, to_depth(25), {.multipv = multipv, .threads = 4});
      const auto last =
          std::find_if(found.lines.rbegin(), found.lines.rend(), [](const auto& l) { return l.multipv == 1; });
      CHECK(last->score.is_win() == truth(Nim::parse_position(text)).is_win());
      CHECK(last->pv.front() == found.answer.best);
    }
}

/// Three slots; all threads of a search but its leader wait until it is stopped.
struct ThreeSlots final : Scheduler {
  struct Held final : Slot {
    Held(ThreeSlots& its_turns, const Control& its_control) : turns(its_turns), control(its_control) {}
    void wait() override {
      ++turns.taken;
      if (&control == turns.leader) return turns.of_leader();
      while (!control.stopped()) std::this_thread::yield();
      ++turns.let_go;
    }
    ThreeSlots& turns;
    const Control& control;
  };

  std::unique_ptr<Slot> enter(const Control& control) override {
    ++entered;
    return std::make_unique<Held>(*this, control);
  }
  int slots() const override { return 3; }
  void wake() override { ++woken; }

  const Control* leader = nullptr;
  std::function<void()> of_leader = [] {};  ///< what it does in its turn
  std::atomic<int> entered{0}, taken{0}, let_go{0}, woken{0};
};

TEST_CASE("no more threads run than there are slots, and waiting ones are woken at the end") {
  Control control;
  ThreeSlots turns;
  turns.leader = &control;
  const auto found = ask("345x", to_depth(13), {.threads = 8, .scheduler = &turns, .control = &control});
  CHECK(found.lines.back().score.is_win());
  CHECK(turns.entered == 3);
  CHECK(turns.taken >= 3);
  CHECK(turns.woken == 1);
}

TEST_CASE("all threads of a stopped search end at once") {
  Control control;
  ThreeSlots turns;
  turns.leader = &control;
  bool together = false;
  turns.of_leader = [&] {
    if (turns.entered < 3) return;
    control.stop();
    const auto deadline = SteadyClock::now() + testing::test_timeout;
    while (turns.let_go < 2 && SteadyClock::now() < deadline) std::this_thread::yield();
    together = turns.let_go == 2;
  };
  ask("345x", Limits{}, {.threads = 8, .scheduler = &turns, .control = &control});
  CHECK(together);
}

TEST_CASE("the nodes of all threads are reported, and their sum is limited") {
  Limits limits;
  limits.nodes = 1000;
  CHECK(ask("999x", limits, {.threads = 4}).lines.back().nodes <= 1000);
}

TEST_CASE("a weaker player keeps to its node budget, and its last exact line begins with its answer") {
  std::set<std::string> answers;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t budget = 50; budget <= 1000; budget += 50) {
      const auto [answer, lines] = ask("576x", Limits{}, {.strength = Strength{budget, 500, false, seed}});
      CHECK(lines.back().nodes <= budget);
      CHECK(lines.back().bound == Bound::exact);
      CHECK(lines.back().pv.front() == answer.best);
      answers.insert(Nim::format_move({}, answer.best));
    }
  CHECK(answers.size() > 1);
}

/// Checks lines reported together: ranks in order, different moves, and none better than the line before it.
void check_ranks(const Lines& lines, std::size_t multipv) {
  std::set<std::uint32_t> seen;
  const Line<Nim::Move>* before = nullptr;
  for (const auto& line : lines) {
    if (line.multipv == 1) {
      seen.clear();
      before = nullptr;
    }
    CHECK(seen.insert(Nim::move_id(line.pv.front())).second);
    CHECK(line.multipv == static_cast<int>(seen.size()));
    CHECK(seen.size() <= multipv);
    if (before != nullptr && before->depth == line.depth) CHECK(line.score <= before->score);
    if (before != nullptr) CHECK(line.depth <= before->depth);
    before = &line;
  }
}

TEST_CASE("wherever a search is stopped, its last exact line has the best move and the expected reply") {
  for (const int multipv : {1, 3})
    for (std::uint64_t nodes = 1; nodes <= 3000; nodes += 7) {
      Limits limits;
      limits.nodes = nodes;
      const auto [answer, lines] = ask("576x", limits, {.multipv = multipv});
      INFO("multipv " << multipv << " nodes " << nodes);
      const auto last = std::find_if(lines.rbegin(), lines.rend(),
                                     [](const auto& line) { return line.multipv == 1 && line.bound == Bound::exact; });
      REQUIRE(last != lines.rend());
      CHECK(last->pv.front() == answer.best);
      REQUIRE(answer.ponder.has_value() == (last->pv.size() > 1));
      if (answer.ponder) CHECK(last->pv[1] == *answer.ponder);
      check_ranks(lines, static_cast<std::size_t>(multipv));
    }
}

TEST_CASE("several lines cost little more than one") {
  const auto nodes = [](int multipv) { return ask("777x", to_depth(3), {.multipv = multipv}).lines.back().nodes; };
  const auto moves = static_cast<int>(legal_moves<Nim>(Nim::parse_position("777x")).size());
  CHECK(nodes(moves) < nodes(1) * 6);
}

TEST_CASE("a long iteration reports its lines so far and the current move") {
  for (const std::size_t multipv : {1, 3, 10}) {
    INFO("multipv " << multipv);
    // Each look at this clock takes a fifth of a second.
    auto time = std::make_shared<SteadyClock::time_point>(SteadyClock::now());
    Control control(false, *time, [time] { return *time += std::chrono::milliseconds(200); });
    const auto moves = legal_moves<Nim>(Nim::parse_position("777x"));
    std::set<std::pair<int, int>> reported;  // depth and number of moves
    std::set<std::uint32_t> ids;
    const auto [answer, lines] = ask("777x", to_depth(4),
                                     {.multipv = static_cast<int>(multipv),
                                      .control = &control,
                                      .on_current_move = [&](int depth, const Nim::Move& move, int number) {
                                        reported.emplace(depth, number);
                                        ids.insert(Nim::move_id(move));
                                      }});
    bool within = false;  // lines came while their depth was under way
    for (std::size_t i = 1; i < lines.size(); ++i) within = within || lines[i].depth < lines[i - 1].depth;
    check_ranks(lines, multipv);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const auto& line) { return line.multipv == 1; });
    CHECK(Nim::move_id(last->pv.front()) == Nim::move_id(answer.best));
    CHECK(ids.size() + 1 >= moves.size());  // all but the first, which a depth begins with
    CHECK(reported.contains({3, static_cast<int>(moves.size())}));
    CHECK(within == (multipv > 1));
  }
}

TEST_CASE("several lines are the best moves, each with its own exact score") {
  for (const char* text : {"345x", "222x", "701y"}) {
    const auto position = Nim::parse_position(text);
    std::vector<Score> scores;
    for (const auto& move : legal_moves<Nim>(position)) {
      const Score after = -truth(Nim::after(position, move));
      scores.push_back(after.is_win() ? after - 1 : after + 1);
    }
    std::sort(scores.begin(), scores.end(), std::greater<>());
    const auto lines = ask(text, to_depth(25), {.multipv = 4}).lines;
    check_ranks(lines, 4);
    for (std::size_t i = 0; i < std::min<std::size_t>(4, scores.size()); ++i) {
      const auto& line = lines[lines.size() - std::min<std::size_t>(4, scores.size()) + i];
      INFO(text << " line " << i);
      CHECK(line.score.is_win() == scores[i].is_win());
    }
  }
}

TEST_CASE("only the given moves are considered") {
  CHECK(testing::ask<Nim>(Nim::start(), to_depth(6), {.moves = {{2, 5}}}).answer.best == Nim::Move{2, 5});
}

}  // namespace
}  // namespace crownd::search
