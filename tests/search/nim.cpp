#include "support/nim.hpp"
#include "search/search.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"

namespace crownd::search {
namespace {

using testing::MisereNim;
using testing::Nim;

/// Plies to the end with best play, by full search: the winner minimises them, the loser maximises them.
template <Rules R = Nim>
Score truth(const Nim::Position& position) {
  static std::map<std::uint64_t, Score> known;
  const auto key = R::key(position);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Result result = R::result(position);
  Score best = result.over() ? final_score(result, R::side_to_move(position)) : Score::loss_in(0);
  for (const auto& move : legal_moves<R>(position))
    best = std::max(best, (-truth<R>(R::after(position, move))).one_ply_later());
  return known[key] = best;
}

struct Outcome {
  BestMove<Nim::Move> answer;
  std::vector<Line<Nim::Move>> lines;
};

template <Rules R = Nim>
Outcome ask(const std::string& text, Limits limits, int multipv = 1, Control* control = nullptr, int threads = 1,
            Scheduler* scheduler = nullptr) {
  const auto position = R::parse_position(text);
  History game;
  game.push(R::key(position), false);
  const auto moves = legal_moves<R>(position);
  RootPosition<R> root{position, game, {moves.begin(), moves.end()}, multipv, milliseconds(0), {}, threads};
  root.scheduler = scheduler;
  TranspositionTable table;
  Histories histories;
  Control own;
  Outcome outcome{};
  const OnLine<Nim::Move> on_line = [&](const Line<Nim::Move>& line) { outcome.lines.push_back(line); };
  outcome.answer = Search<R>(root, limits, table, histories, control ? *control : own, on_line).run();
  return outcome;
}

Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

TEST_CASE(
    "the search finds the true winner of every small nim position, and the shortest win when it is asked for one") {
  for (int a = 0; a <= 4; ++a)
    for (int b = 0; b <= 4; ++b)
      for (int c = 0; c <= 4; ++c) {
        if (a + b + c == 0) continue;
        const std::string text = std::to_string(a) + std::to_string(b) + std::to_string(c) + "x";
        INFO(text);
        const auto position = Nim::parse_position(text);
        const auto found = ask(text, to_depth(a + b + c + 1));
        CHECK(found.lines.back().score.is_win() == ((a ^ b ^ c) != 0));
        CHECK(found.lines.back().score.is_decided());
        if (truth(position).is_win()) {
          Limits limits;
          limits.mate = truth(position).moves_to_end();
          CHECK(ask(text, limits).lines.back().score == truth(position));
        }
      }
}

TEST_CASE("if a player without moves wins, the search finds the winner, the shortest win and the whole line") {
  for (int a = 0; a <= 4; ++a)
    for (int b = 0; b <= 3; ++b)
      for (int c = 0; c <= 3; ++c) {
        if (a + b + c == 0) continue;
        const std::string text = std::to_string(a) + std::to_string(b) + std::to_string(c) + "x";
        INFO(text);
        auto position = MisereNim::parse_position(text);
        const Score exact = truth<MisereNim>(position);
        const auto found = ask<MisereNim>(text, to_depth(a + b + c + 1)).lines.back();
        CHECK(found.score.is_win() == exact.is_win());
        CHECK(found.score.is_decided());
        CHECK(static_cast<int>(found.pv.size()) == found.score.plies_to_end());
        for (const auto& move : found.pv) position = MisereNim::after(position, move);
        CHECK(MisereNim::result(position).over());
        if (!exact.is_win()) continue;
        Limits limits;
        limits.mate = exact.moves_to_end();
        CHECK(ask<MisereNim>(text, limits).lines.back().score == exact);
      }
}

TEST_CASE("the line of a decided score has the length of the score") {
  for (const char* text : {"345x", "111x", "123x", "222x", "401y"})
    for (int depth = 1; depth <= 13; ++depth) {
      const auto found = ask(text, to_depth(depth), 3);
      for (const auto& line : found.lines) {
        if (!line.score.is_decided() || line.bound != Bound::exact) continue;
        INFO(text << " depth " << depth << " multipv " << line.multipv);
        CHECK(static_cast<int>(line.pv.size()) == line.score.plies_to_end());
        auto position = Nim::parse_position(text);
        for (const auto& move : line.pv) {
          const auto moves = legal_moves<Nim>(position);
          REQUIRE(std::find(moves.begin(), moves.end(), move) != moves.end());
          position = Nim::after(position, move);
        }
        CHECK(Nim::result(position).over());
      }
    }
}

TEST_CASE("several lines are different moves, best first") {
  const auto found = ask("345x", to_depth(8), 5);
  std::vector<Line<Nim::Move>> last(found.lines.end() - 5, found.lines.end());
  for (int i = 0; i < 5; ++i) CHECK(last[static_cast<std::size_t>(i)].multipv == i + 1);
  for (std::size_t i = 1; i < 5; ++i) {
    CHECK(last[i - 1].score >= last[i].score);
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(last[i].pv.front() == last[j].pv.front());
  }
  CHECK(last[0].pv.front() == found.answer.best);
}

TEST_CASE("the same position with an empty table takes the same nodes") {
  CHECK(ask("345x", to_depth(9)).lines.back().nodes == ask("345x", to_depth(9)).lines.back().nodes);
}

TEST_CASE("a search that is stopped before it begins still answers with a legal move and one line") {
  Control control;
  control.stop();
  const auto found = ask("345x", Limits{}, 1, &control);
  REQUIRE(!found.lines.empty());
  CHECK(found.lines.back().pv.front() == found.answer.best);
  CHECK(found.answer.best.take <= 5);
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
      const auto found = ask(text, to_depth(25), multipv, nullptr, 4);
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
  const auto found = ask("345x", to_depth(13), 1, &control, 8, &turns);
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
    const auto deadline = SteadyClock::now() + testing::long_enough;
    while (turns.let_go < 2 && SteadyClock::now() < deadline) std::this_thread::yield();
    together = turns.let_go == 2;
  };
  ask("345x", Limits{}, 1, &control, 8, &turns);
  CHECK(together);
}

TEST_CASE("the nodes of all threads are reported, and their sum is limited") {
  Limits limits;
  limits.nodes = 1000;
  CHECK(ask("999x", limits, 1, nullptr, 4).lines.back().nodes <= 1000);
}

TEST_CASE("a weaker player keeps to its node budget, and its last exact line begins with its answer") {
  const auto position = Nim::parse_position("576x");
  History game;
  game.push(Nim::key(position), false);
  const auto moves = legal_moves<Nim>(position);
  std::set<std::string> answers;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t budget = 50; budget <= 1000; budget += 50) {
      RootPosition<Nim> root{position, game, {moves.begin(), moves.end()}, 1, milliseconds(0)};
      root.strength = Strength{budget, 500, false, seed};
      root.moves = considered<Nim>(position, root.moves, *root.strength);
      TranspositionTable table;
      Histories histories;
      Control control;
      std::vector<Line<Nim::Move>> lines;
      const OnLine<Nim::Move> on_line = [&](const Line<Nim::Move>& line) { lines.push_back(line); };
      const Limits limits;
      const auto answer = Search<Nim>(root, limits, table, histories, control, on_line).run();
      CHECK(lines.back().nodes <= budget);
      CHECK(lines.back().bound == Bound::exact);
      CHECK(lines.back().pv.front() == answer.best);
      answers.insert(Nim::format_move(position, answer.best));
    }
  CHECK(answers.size() > 1);
}

/// Checks lines reported together: ranks in order, different moves, and none better than the line before it.
void check_ranks(const std::vector<Line<Nim::Move>>& lines, std::size_t multipv) {
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

TEST_CASE("several lines cost little more than one") {
  const auto nodes = [](int multipv) { return ask("777x", to_depth(3), multipv).lines.back().nodes; };
  const auto moves = static_cast<int>(legal_moves<Nim>(Nim::parse_position("777x")).size());
  CHECK(nodes(moves) < nodes(1) * 6);
}

TEST_CASE("a long iteration reports its lines so far and the current move") {
  for (const std::size_t multipv : {1, 3, 10}) {
    INFO("multipv " << multipv);
    // Each look at this clock takes a fifth of a second.
    auto time = std::make_shared<SteadyClock::time_point>(SteadyClock::now());
    Control control(false, *time, [time] { return *time += std::chrono::milliseconds(200); });
    const auto position = Nim::parse_position("777x");
    History game;
    game.push(Nim::key(position), false);
    const auto moves = legal_moves<Nim>(position);
    const RootPosition<Nim> root{
        position, game, {moves.begin(), moves.end()}, static_cast<int>(multipv), milliseconds(0)};
    TranspositionTable table;
    Histories histories;
    std::vector<Line<Nim::Move>> lines;
    std::set<std::pair<int, int>> reported;  // depth and number of moves
    std::set<std::uint32_t> ids;
    bool within = false;  // lines came while their depth was under way
    const OnLine<Nim::Move> on_line = [&](const Line<Nim::Move>& line) {
      within = within || (!lines.empty() && line.depth < lines.back().depth);
      lines.push_back(line);
    };
    const Limits limits = to_depth(4);
    const auto answer = Search<Nim>(root, limits, table, histories, control, on_line,
                                    [&](int depth, const Nim::Move& move, int number) {
                                      reported.emplace(depth, number);
                                      ids.insert(Nim::move_id(move));
                                    })
                            .run();
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
    const auto lines = ask(text, to_depth(25), 4).lines;
    check_ranks(lines, 4);
    for (std::size_t i = 0; i < std::min<std::size_t>(4, scores.size()); ++i) {
      const auto& line = lines[lines.size() - std::min<std::size_t>(4, scores.size()) + i];
      INFO(text << " line " << i);
      CHECK(line.score.is_win() == scores[i].is_win());
    }
  }
}

TEST_CASE("only the given moves are considered") {
  const auto position = Nim::start();
  History game;
  game.push(Nim::key(position), false);
  const RootPosition<Nim> root{position, game, {{2, 5}}, 1, milliseconds(0)};
  TranspositionTable table;
  Histories histories;
  Control control;
  const Limits limits = to_depth(6);
  const OnLine<Nim::Move> ignore = [](const Line<Nim::Move>&) {};
  CHECK(Search<Nim>(root, limits, table, histories, control, ignore).run().best == Nim::Move{2, 5});
}

}  // namespace
}  // namespace crownd::search
