#include "match/game/pv_check.hpp"

#include "clients/match/program.hpp"
#include "support/catch.hpp"
#include "wire/reply_reader.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

/// The info lines of a search, and its bestmove.
Thought said(const std::string& move, const Arguments& lines) {
  Thought thought;
  thought.answer = Answer::move;
  thought.move = move;
  for (const auto& line : lines) thought.reports.push_back(*crownd::wire::read_info(line));
  return thought;
}

Arguments words_of(const std::vector<PvComplaint>& complaints) {
  Arguments words;
  for (const auto& each : complaints) words.emplace_back(pv_fault_words[static_cast<std::size_t>(each.fault)]);
  return words;
}

}  // namespace

TEST_CASE("lines of a search that can be played, and begin with the move, are in order") {
  auto judge = referee("english");
  const auto check = [&](const Thought& thought) { return words_of(check_pvs(judge, "startpos", {"11-15"}, thought)); };
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

TEST_CASE("faults in the lines of a search are found, each kind once") {
  auto judge = referee("english");
  const auto check = [&](const Thought& thought) { return check_pvs(judge, "startpos", {"11-15"}, thought); };
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

TEST_CASE("the line of a mate is in order if it has the moves of the mate and ends the game") {
  auto judge = referee("english");
  // A man that jumps the last one: a win in one.
  const std::string start = "..............a...b.............:b";
  const auto legal = [&] {
    (void)judge.set_position(start);
    return judge.legal_moves();
  }();
  REQUIRE(legal.size() == 1);
  const auto wins = std::get<Played>(judge.play(legal[0])).status.outcome == crownd::wire::Outcome::win;
  REQUIRE(wins);
  CHECK(check_pvs(judge, start, {}, said(legal[0], {"info score mate 1 pv " + legal[0]})).empty());
  CHECK(!check_pvs(judge, start, {}, said(legal[0], {"info score mate 2 pv " + legal[0]})).empty());
  const auto other_side = check_pvs(judge, start, {}, said(legal[0], {"info score mate -1 pv " + legal[0]}));
  REQUIRE(words_of(other_side) == Arguments{"mate-length"});
  CHECK(other_side[0].text == "score mate -1 has a line that the other side wins, pv " + legal[0]);
  // A bound need not have a full line.
  CHECK(check_pvs(judge, start, {}, said(legal[0], {"info score mate 2 lowerbound pv " + legal[0]})).empty());
}

TEST_CASE("faults in pv are counted in the table and reported once an engine, and lose nothing") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  std::ofstream(directory.file("liar")) << daemon() + " | sed -u 's/ pv .*/ pv 1-5/'\n";
  const auto arguments = [&](const Arguments& more) {
    Arguments all{match_program(),
                  "--game",
                  "english",
                  "--games",
                  "4",
                  "--max-plies",
                  "12",
                  "--each",
                  "depth=2",
                  "--engine",
                  "name=B",
                  "cmd=" + daemon(),
                  "--engine",
                  "name=C",
                  "cmd=sh " + directory.file("liar")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto outcome = run(arguments({"--state", state}));
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.output, has_text("searches with faults in pv: C illegal-move "));
  CHECK_THAT(outcome.output, has_text("failures: B none; C none"));
  CHECK(count(outcome.errors, "engine 'C', game ") == 1);
  CHECK_THAT(outcome.errors, has_text(", in pv 1-5\n  position startpos"));
  CHECK(outcome.output.ends_with(merge({state}).output));
  CHECK(run(arguments({"--no-check-pv"})).output.find("faults in pv") == std::string::npos);
}
