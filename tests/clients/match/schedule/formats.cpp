// Pairings: gauntlets with several seeds or an SPRT for each pairing, pyramids, knockouts.
#include "clients/match/program.hpp"
#include "match/schedule/knockout.hpp"
#include "match/tournament/plan.hpp"
#include "support/catch.hpp"

#include <set>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

using Sides = std::array<std::size_t, 2>;

/// Adds a pair of games in which the first engine of the pairing scores this many half points.
void add_pair(Results& results, std::size_t pairing, std::size_t round, int half_points) {
  const auto game = results.schedule().game_of(pairing, round);
  for (const auto index : {game, game + 1}) {
    GameRecord record;
    record.index = index;
    record.sides = results.schedule().sides(index);
    record.ending.verdict = Verdict::max_plies;
    const int points = index == game ? std::min(half_points, 2) : half_points - std::min(half_points, 2);
    const int first_side = index == game ? 0 : 1;
    if (points != 1) record.ending.winner = points == 2 ? first_side : 1 - first_side;
    REQUIRE(results.add(record));
  }
}

Arguments five_engines(const Arguments& more) {
  Arguments arguments{match_program(), "--game", "english", "--random-plies", "4", "--quiet"};
  for (const std::string name : {"A", "B", "C", "D", "E"})
    arguments.insert(arguments.end(), {"--engine", "name=" + name, "cmd=" + daemon(), "depth=1"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("games and pairings are numbered both ways alike in each format") {
  const auto format = GENERATE(Format::round_robin, Format::gauntlet, Format::pyramid, Format::knockout);
  const Schedule schedule{6, format, 3, format == Format::gauntlet ? 2U : 1U};
  CHECK(read_format(word(format)) == format);
  std::set<Sides> meetings;
  for (std::size_t game = 0; game < schedule.games(); game += 2) {
    CHECK(schedule.game_of(schedule.pairing_of(game), schedule.round_of(game)) == game);
    CHECK(schedule.pairing_of(game + 1) == schedule.pairing_of(game));
    const auto [first, second] = schedule.sides(game);
    CHECK(first != second);
    CHECK(schedule.sides(game + 1) == Sides{second, first});
    meetings.insert({std::min(first, second), std::max(first, second)});
  }
  CHECK(meetings.size() == schedule.pairings());
}

TEST_CASE("in a gauntlet of several seeds each of them meets all others, but no seed") {
  const Schedule schedule{5, Format::gauntlet, 1, 2};
  std::vector<Sides> pairings;
  for (std::size_t number = 0; number < schedule.pairings(); ++number) pairings.push_back(schedule.pairing(number));
  CHECK(pairings == std::vector<Sides>{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}});
}

TEST_CASE("in a pyramid each engine meets those before it, one after another") {
  const Schedule schedule{4, Format::pyramid, 2};
  std::vector<Sides> sides;
  for (std::size_t game = 0; game < schedule.games(); game += 2) sides.push_back(schedule.sides(game));
  CHECK(sides == std::vector<Sides>{
                     {1, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 1}, {2, 1}, {3, 0}, {3, 0}, {3, 1}, {3, 1}, {3, 2}, {3, 2}});
}

TEST_CASE("a knockout is seeded, and who wins goes on") {
  const Schedule schedule{5, Format::knockout, 1};
  CHECK(schedule.expected_games() == 8);
  Results results(schedule);
  const auto pairs = [&] {
    std::vector<Sides> engines;
    for (const auto& match : knockout_of(results).matches) engines.push_back({match.first, match.second});
    return engines;
  };
  const auto play = [&](Sides engines, int half_points) {
    for (const auto& match : knockout_of(results).matches)
      if (Sides{match.first, match.second} == engines) return add_pair(results, match.pairing, 0, half_points);
    FAIL("they do not meet");
  };
  // The first three get a bye.
  CHECK(pairs() == std::vector<Sides>{{3, 4}, {1, 2}});
  play({3, 4}, 0);
  CHECK(pairs() == std::vector<Sides>{{3, 4}, {0, 4}, {1, 2}});
  play({1, 2}, 3);
  play({0, 4}, 4);
  CHECK(pairs().back() == Sides{0, 1});
  CHECK(!knockout_of(results).winner);
  MatchRules rules;
  rules.format = Format::knockout;
  CHECK(!is_complete(results, rules, Shard{}));
  play({0, 1}, 1);
  CHECK(knockout_of(results).winner == 1);
  CHECK(is_complete(results, rules, Shard{}));
  CHECK(results.games() == 8);
}

TEST_CASE("a level match of a knockout goes on pair by pair, and at last the better seed wins") {
  Results results(Schedule{2, Format::knockout, 2});
  const auto match = [&] { return knockout_of(results).matches.at(0); };
  CHECK(match().games == std::vector<std::size_t>{0, 1, 2, 3});
  add_pair(results, 0, 0, 3);
  add_pair(results, 0, 1, 1);
  CHECK(match().games == std::vector<std::size_t>{4, 5});
  SECTION("decided by a further pair") {
    add_pair(results, 0, 2, 1);
    CHECK(match().winner == 1);
    CHECK(match().games.empty());
  }
  SECTION("level to the end") {
    add_pair(results, 0, 2, 2);
    CHECK(match().games == std::vector<std::size_t>{6, 7});
    add_pair(results, 0, 3, 2);
    CHECK(match().winner == 0);
  }
}

TEST_CASE("a knockout is played to its end, and not beyond when it goes on") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto outcome = run(five_engines({"--format", "knockout", "--games", "2", "--concurrency", "3", "--state", state,
                                         "--json", directory.file("json")}));
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.output, has_text("round 1: D - E "));
  CHECK_THAT(outcome.output, has_text("round 2: B - C "));
  CHECK_THAT(outcome.output, has_text("the winner is "));
  const auto last = lines_of(read_file(directory.file("json"))).back();
  CHECK(last["knockout"]["matches"].size() == 4);
  CHECK(last["knockout"]["winner"] == last["knockout"]["matches"][3]["winner"]);
  CHECK(last["scheduled"] == 8);
  const auto again = run({match_program(), "--resume", state});
  CHECK(again.code == 0);
  CHECK(again.output.ends_with(outcome.output));
  CHECK(merge({state}).output == outcome.output);
}

TEST_CASE("the pairings of a pyramid and of several seeds are played") {
  const auto pyramid = run(five_engines({"--format", "pyramid", "--games", "2", "--max-plies", "6"}));
  CHECK(pyramid.code == 0);
  CHECK_THAT(pyramid.output, has_text("english: 20 of 20 games"));
  CHECK_THAT(pyramid.output, has_text("E against D: "));
  const auto seeds = run(five_engines({"--format", "gauntlet", "--seeds", "2", "--games", "2", "--max-plies", "6"}));
  CHECK_THAT(seeds.output, has_text("english: 12 of 12 games"));
  CHECK_THAT(seeds.output, has_text("B against E: "));
  CHECK(seeds.output.find("A against B: ") == std::string::npos);
}

TEST_CASE("in a gauntlet the first engine has an SPRT against each other one") {
  const TemporaryDirectory directory;
  const auto test = [&](const std::string& elo0, const std::string& elo1) {
    std::filesystem::remove(directory.file("json"));
    return run(match_arguments({"--quiet", "--format", "gauntlet", "--engine", "name=C", "cmd=" + daemon(), "depth=1",
                                "--sprt", "elo0=" + elo0, "elo1=" + elo1, "model=logistic", "--json",
                                directory.file("json")}));
  };
  const auto stronger = test("-300", "-200");
  CHECK(stronger.code == 0);
  CHECK(count(stronger.output, ": accepted\n") == 2);
  const auto pairings = lines_of(read_file(directory.file("json"))).back()["pairings"];
  for (const auto& pairing : pairings) {
    CHECK(pairing["sprt"]["decision"] == "accepted");
    CHECK(pairing["sprt"]["llr"].get<double>() > 2.9);
  }
  CHECK(test("600", "800").code == 10);
}

TEST_CASE("what no format can be asked for is refused") {
  const auto refused = [](const Arguments& more) {
    const auto outcome = run(five_engines(more));
    CHECK(outcome.code == 2);
    return outcome.errors;
  };
  CHECK_THAT(refused({"--seeds", "2"}), has_text("--seeds is for --format gauntlet"));
  CHECK_THAT(refused({"--seeds", "5", "--format", "gauntlet"}), has_text("with more engines than seeds"));
  CHECK_THAT(refused({"--sprt"}), has_text("--sprt is for two engines, or for the first against each other"));
  CHECK_THAT(refused({"--format", "knockout", "--shard", "1/2"}), has_text("--shard: who meets whom in a knockout"));
}
