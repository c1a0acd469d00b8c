#include "clients/match/program.hpp"
#include "match/game/player.hpp"
#include "match/game/pv_check.hpp"
#include "support/catch.hpp"
#include "wire/reply.hpp"

#include <limits>

using namespace crownd::match::test;
using namespace crownd::match;
using namespace std::chrono_literals;

namespace {

/// Moves with these scores, each from the view of the side that moved; the first is by side 0.
std::vector<MoveRecord> scored(const std::vector<int>& scores) {
  std::vector<MoveRecord> moves;
  for (const int score : scores) {
    MoveRecord move;
    move.info.score = crownd::wire::Score{false, score, crownd::wire::Bound::exact};
    moves.push_back(move);
  }
  return moves;
}

std::optional<Ending> judge(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves) {
  return adjudicate(rules, moves, {}, static_cast<int>(moves.size() % 2));
}

crownd::wire::Status standing(int repetition, int quiet) {
  crownd::wire::Status status;
  status.repetition = repetition;
  status.quiet = quiet;
  return status;
}

TimeControl read(const std::string& text) {
  TimeControl limits;
  read_time_control(text, limits);
  return limits;
}

/// The info lines of a search, and its bestmove.
SearchResult said(const std::string& move, const Arguments& lines) {
  SearchResult found;
  found.answer = Answer::move;
  found.move = move;
  for (const auto& line : lines) found.reports.push_back(*crownd::wire::read_info(line));
  return found;
}

Arguments words_of(const std::vector<PvFaultReport>& complaints) {
  Arguments words;
  for (const auto& each : complaints) words.emplace_back(pv_fault_words[static_cast<std::size_t>(each.fault)]);
  return words;
}

}  // namespace

TEST_CASE("adjudication by repetition and quiet plies, and without") {
  AdjudicationRules rules;
  CHECK(!adjudicate(rules, {}, standing(2, 99), 0));
  CHECK(adjudicate(rules, {}, standing(3, 0), 0)->termination == Termination::repetition_adjudication);
  CHECK(adjudicate(rules, {}, standing(1, 100), 0)->termination == Termination::quiet_adjudication);
  CHECK(!adjudicate(rules, {}, standing(3, 100), 0)->winner);
  rules.repetitions = 0;
  rules.quiet_plies = 0;
  CHECK(!adjudicate(rules, {}, standing(9, 500), 0));
}

TEST_CASE("adjudication as a draw by small scores") {
  AdjudicationRules rules{.draw_plies = 3, .draw_score = 10, .draw_from = 5};
  CHECK(!judge(rules, scored({0, 0, 0, 0})));
  CHECK(judge(rules, scored({50, 50, 10, -10, 0}))->termination == Termination::score_adjudication_draw);
  CHECK(!judge(rules, scored({0, 0, 0, 11, 0})));
}

TEST_CASE("the least int as a score is a loss, not a draw") {
  constexpr int least = std::numeric_limits<int>::min();
  const AdjudicationRules rules{
      .draw_plies = 1, .draw_score = 10, .win_plies = 1, .win_score = 1'000'000, .one_sided = true};
  CHECK(judge(rules, scored({least}))->winner == 1);
}

TEST_CASE("adjudication as a win by scores of both sides") {
  AdjudicationRules rules{.win_plies = 4, .win_score = 500};
  const auto first = judge(rules, scored({0, 0, 500, -600, 700, -500}));
  REQUIRE(first);
  CHECK(first->termination == Termination::score_adjudication_win);
  CHECK(first->winner == 0);
  CHECK(judge(rules, scored({-500, 600, -700, 500}))->winner == 1);
  CHECK(!judge(rules, scored({500, -600, 499, -500})));
  CHECK(!judge(rules, scored({500, -600, 700})));
}

TEST_CASE("one-sided adjudication uses only the loser's scores") {
  AdjudicationRules rules{.win_plies = 2, .win_score = 500, .one_sided = true};
  CHECK(judge(rules, scored({0, -600, 20, -500}))->winner == 0);
  CHECK(judge(rules, scored({0, -600, 20, -500, 0}))->winner == 0);
  CHECK(!judge(rules, scored({600, 0, 700, 0})));
}

TEST_CASE("one-sided adjudication needs no scores of the winner") {
  AdjudicationRules rules{.win_plies = 2, .win_score = 500, .one_sided = true};
  auto moves = scored({0, -600, 0, -500});
  moves[0].info.score.reset();
  moves[2].info.score.reset();
  CHECK(judge(rules, moves)->winner == 0);
  rules.one_sided = false;
  CHECK(!judge(rules, moves));
  rules.one_sided = true;
  moves[1].info.score.reset();
  CHECK(!judge(rules, moves));
}

TEST_CASE("a mate exceeds every limit; book moves and moves without a score end a run") {
  AdjudicationRules rules{.win_plies = 2, .win_score = 900'000};
  auto moves = scored({0, 0});
  moves[0].info.score = crownd::wire::Score{true, 3, crownd::wire::Bound::exact};
  moves[1].info.score = crownd::wire::Score{true, -3, crownd::wire::Bound::exact};
  CHECK(judge(rules, moves)->winner == 0);
  auto book = moves;
  book[0].book = true;
  CHECK(!judge(rules, book));
  moves[0].info.score.reset();
  CHECK(!judge(rules, moves));
}

TEST_CASE("read_time_control reads time controls") {
  CHECK(read("1+0.01").clock == 1s);
  CHECK(read("1+0.01").increment == 10ms);
  CHECK(read("40/60+0.6").moves_per_period == 40);
  CHECK(read("40/60+0.6").clock == 60s);
  CHECK(read("0.25").clock == 250ms);
  CHECK(read("2:30+1").clock == 150s);
}

TEST_CASE("an invalid time control is explained") {
  const auto text =
      GENERATE(as<std::string>(), "", "fast", "1+", "+1", "0", "-1", "1.5/60", "0/60", "1+0.1x", "1/2/3", "nan");
  CHECK_THROWS_WITH(read(text), has_text("[MOVES/]SECONDS[+INCREMENT]"));
}

TEST_CASE("st= may be 0") {
  CHECK(read_seconds("0.1") == 100ms);
  CHECK(read_seconds("1:00") == 60s);
  CHECK(read_seconds("0") == 0ms);
  for (const auto* text : {"", "-1", "1+1", "40/60", "x"}) CHECK_THROWS_AS(read_seconds(text), std::invalid_argument);
}

TEST_CASE("scaling changes all times and nothing else") {
  auto limits = read("40/10+0.1");
  limits.movetime = 100ms;
  limits.margin = 10ms;
  limits.nodes = 1000;
  const auto scaled = limits.scaled(2.5);
  CHECK(scaled.clock == 25s);
  CHECK(scaled.increment == 250ms);
  CHECK(scaled.movetime == 250ms);
  CHECK(scaled.margin == 25ms);
  CHECK(scaled.nodes == 1000U);
  CHECK(scaled.moves_per_period == 40);
  CHECK(limits.scaled(1e300).clock == std::chrono::duration_cast<Microseconds>(1'000'000'000s));
}

TEST_CASE("the lower of clock and time per move counts") {
  auto limits = read("1");
  limits.movetime = 300ms;
  GameTimer timer(limits);
  CHECK(timer.allowance() == 300ms);
  CHECK(timer.spend(300ms) == 0ms);
  CHECK(timer.spend(301ms) == 1ms);
  CHECK(timer.spend(300ms) == 0ms);
  CHECK(timer.allowance() == 99ms);
}

TEST_CASE("a late move within the margin counts, with its excess") {
  auto limits = read("1");
  limits.margin = 20ms;
  const GameTimer fixed(limits);
  CHECK(fixed.excess(1s) == 0ms);
  CHECK(fixed.excess(1010ms) == 10ms);
  GameTimer timer(limits);
  CHECK(timer.spend(1010ms) == 0ms);
  CHECK(timer.left() == 0ms);
  CHECK(timer.spend(21ms) == 1ms);
}

TEST_CASE("no move is late without a time limit") {
  TimeControl limits;
  limits.nodes = 10;
  GameTimer timer(limits);
  CHECK(!timer.allowance());
  CHECK(timer.spend(1h) == 0ms);
}

TEST_CASE("legal PVs that begin with the move have no faults") {
  auto judge = referee("english");
  const auto check = [&](const SearchResult& found) {
    return words_of(check_pvs(judge, "startpos", {"11-15"}, found));
  };
  CHECK(check(said("22-18", {})).empty());
  CHECK(check(said("22-18", {"info depth 1 score cp 1 pv 22-18", "info depth 2 score cp 1 pv 22-18 15x22 25x18"}))
            .empty());
  CHECK(check(said("23-18", {"info depth 1 score cp 1 pv 22-18", "info depth 2 score cp 1 pv 23-18"})).empty());
  // A different best move found later, whether it was discarded or not; and a second line (MultiPV).
  const Arguments bounds{"info depth 1 score cp 1 pv 22-18", "info depth 2 score cp 9 lowerbound pv 23-18"};
  CHECK(check(said("22-18", bounds)).empty());
  CHECK(check(said("23-18", bounds)).empty());
  CHECK(check(said("22-18", {"info multipv 1 score cp 1 pv 22-18", "info multipv 2 score cp 0 pv 23-18"})).empty());
  // The referee is at the same position as before.
  const auto before = judge.position();
  (void)check(said("22-18", {"info score cp 1 pv 22-18 15x22", "info score cp 1 pv 22-18 1-5"}));
  CHECK(judge.position() == before);
}

TEST_CASE("each kind of PV fault is reported once per search") {
  auto judge = referee("english");
  const auto check = [&](const SearchResult& found) { return check_pvs(judge, "startpos", {"11-15"}, found); };
  const auto illegal =
      check(said("22-18", {"info depth 1 score cp 1 pv 22-18 15x22 1-5", "info score cp 1 pv 22-18 1-5"}));
  REQUIRE(words_of(illegal) == Arguments{"illegal-move"});
  CHECK_THAT(illegal[0].text, has_text(", in pv 22-18 1-5"));
  const auto other = check(said("22-18", {"info depth 1 score cp 1 pv 22-18", "info depth 2 score cp 1 pv 23-18"}));
  REQUIRE(words_of(other) == Arguments{"other-first-move"});
  CHECK(other[0].text == "bestmove 22-18 after pv 23-18");
  const auto mate = check(said("22-18", {"info depth 1 score mate 2 pv 22-18"}));
  REQUIRE(words_of(mate) == Arguments{"mate-length"});
  CHECK(mate[0].text == "score mate 2 has a line with 1 instead of 2 own moves, pv 22-18");
  const auto nothing = check(said("22-18", {"info depth 1 score mate 1 pv 22-18"}));
  CHECK(nothing[0].text == "score mate 1 has a line that wins nothing, pv 22-18");
  CHECK(words_of(check(said("23-18", {"info score mate 3 pv 22-18", "info pv 1-5"}))) ==
        Arguments{"illegal-move", "mate-length", "other-first-move"});
}

TEST_CASE("the PV of a mate score must have its length and end the game") {
  auto judge = referee("english");
  // A man that jumps the last one: a win in one.
  const std::string start = "..............a...b.............:b";
  const auto legal = [&] {
    (void)judge.set_position(start);
    return judge.legal_moves();
  }();
  REQUIRE(legal.size() == 1);
  const auto wins = std::get<crownd::wire::Moved>(judge.play(legal[0])).status.outcome == crownd::wire::Outcome::win;
  REQUIRE(wins);
  CHECK(check_pvs(judge, start, {}, said(legal[0], {"info score mate 1 pv " + legal[0]})).empty());
  CHECK(!check_pvs(judge, start, {}, said(legal[0], {"info score mate 2 pv " + legal[0]})).empty());
  const auto other_side = check_pvs(judge, start, {}, said(legal[0], {"info score mate -1 pv " + legal[0]}));
  REQUIRE(words_of(other_side) == Arguments{"mate-length"});
  CHECK(other_side[0].text == "score mate -1 has a line that the other side wins, pv " + legal[0]);
  // A bound need not have a full line.
  CHECK(check_pvs(judge, start, {}, said(legal[0], {"info score mate 2 lowerbound pv " + legal[0]})).empty());
}

TEST_CASE_METHOD(InFolder, "PV faults are counted in the table, reported once per engine, and lose no game") {
  std::ofstream(directory.path("liar")) << daemon() + " | sed -u 's/ pv .*/ pv 1-5/'\n";
  const auto arguments = [&](const Arguments& more) {
    Arguments all(match_program() + " --game english --games 4 --max-plies 12 --each depth=2 --engine name=B cmd=" +
                  daemon() + " --engine name=C 'cmd=sh " + directory.path("liar") + "'");
    return all + more;
  };
  const auto outcome = run(arguments("--state " + state));
  check_output(outcome, 0, {"searches with PV faults: C illegal-move ", "failures: B none; C none"});
  CHECK(count(outcome.errors, "engine 'C', game ") == 1);
  CHECK_THAT(outcome.errors, has_text(", in pv 1-5\n  position startpos"));
  CHECK(outcome.output.ends_with(merge({state}).output));
  CHECK(run(arguments({"--no-check-pv"})).output.find("PV faults") == std::string::npos);
}
