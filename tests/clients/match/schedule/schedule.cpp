#include "clients/match/program.hpp"
#include "clients/match/support.hpp"
#include "match/tournament/knockout.hpp"
#include "match/tournament/openings.hpp"
#include "match/tournament/results.hpp"
#include "match/tournament/tournament.hpp"
#include "support/catch.hpp"
#include "support/game_names.hpp"

using namespace crownd::match::test;
using namespace crownd::match;

namespace {

std::vector<Opening> numbered(std::size_t count) {
  std::vector<Opening> openings;
  for (std::size_t number = 0; number < count; ++number) openings.push_back({std::to_string(number), {}});
  return openings;
}

using Sides = std::array<std::size_t, 2>;

/// Adds a pair with this many half points of the first engine.
void add_pair(Results& results, std::size_t pairing, std::size_t round, int half_points) {
  const auto game = results.schedule().game_of(pairing, round);
  for (const auto index : {game, game + 1}) {
    GameRecord record;
    record.index = index;
    record.sides = results.schedule().sides(index);
    record.ending.termination = Termination::max_plies;
    const int points = index == game ? std::min(half_points, 2) : half_points - std::min(half_points, 2);
    const int first_side = index == game ? 0 : 1;
    if (points != 1) record.ending.winner = points == 2 ? first_side : 1 - first_side;
    REQUIRE(results.add(record));
  }
}

Arguments five_engines(const Arguments& more) {
  Arguments arguments(match_program() + " --game english --random-plies 4 --quiet");
  for (const std::string name : {"A", "B", "C", "D", "E"})
    arguments.insert(arguments.end(), {"--engine", "name=" + name, "cmd=" + daemon(), "depth=1"});
  return arguments + more;
}

}  // namespace

TEST_CASE("shards are whole pairs, and cover all games") {
  const Schedule schedule{3, Format::round_robin, 7};
  std::vector<int> played(schedule.games());
  for (std::size_t number = 1; number <= 4; ++number) {
    const Shard shard{number, 4};
    std::size_t count = 0;
    for (std::size_t game = 0; game < schedule.games(); ++game) {
      CHECK(shard.plays(game) == shard.plays(game ^ 1U));
      played[game] += shard.plays(game) ? 1 : 0;
      count += shard.plays(game) ? 1 : 0;
    }
    CHECK(shard.part_of(schedule.games()) == count);
  }
  CHECK(played == std::vector<int>(schedule.games(), 1));
}

TEST_CASE("all openings are played before any is repeated") {
  const auto order = GENERATE(Order::sequential, Order::random);
  const OpeningBook book(numbered(50), order, 3, 0);
  for (std::size_t turn = 0; turn < 3; ++turn) {
    std::set<std::size_t> seen;
    for (std::size_t round = 0; round < 50; ++round) seen.insert(book.number(turn * 50 + round));
    CHECK(seen.size() == 50);
  }
}

TEST_CASE("the order depends on the seed and the start, and on nothing else") {
  const OpeningBook sequential(numbered(10), Order::sequential, 1, 7);
  CHECK(sequential.number(0) == 7);
  CHECK(sequential.number(3) == 0);
  const OpeningBook one(numbered(50), Order::random, 1, 0);
  const OpeningBook same(numbered(50), Order::random, 1, 0);
  const OpeningBook later(numbered(50), Order::random, 1, 5);
  const OpeningBook other(numbered(50), Order::random, 2, 0);
  int different = 0;
  for (std::size_t round = 0; round < 40; ++round) {
    CHECK(one.number(round) == same.number(round));
    CHECK(one.number(round + 5) == later.number(round));
    different += one.number(round) != other.number(round) ? 1 : 0;
  }
  CHECK(different > 20);
}

TEST_CASE("random plies are legal, do not end the game, and depend on seed and round") {
  const auto game = GENERATE(from_range(crownd::testing::game_names()));
  auto judge = referee(game);
  const Opening start;
  std::set<std::vector<std::string>> seen;
  for (std::size_t round = 0; round < 20; ++round) {
    const auto opening = with_random_plies(judge, start, 3, 9, round);
    CHECK(opening.moves.size() == 3);
    const auto status = judge.set_position(opening.start, opening.moves);
    REQUIRE(std::holds_alternative<crownd::wire::Status>(status));
    CHECK(std::get<crownd::wire::Status>(status).outcome == crownd::wire::Outcome::ongoing);
    CHECK(with_random_plies(judge, start, 3, 9, round) == opening);
    seen.insert(opening.moves);
  }
  CHECK(seen.size() > 10);
}

TEST_CASE("book lines follow the book, and depend on seed and round") {
  crownd::match::Referee judge({crownd::testing::program_path("crownd"), "--no-books", "--book",
                                CROWND_SOURCE_DIR "/tests/transcripts/english.cbk"},
                               "english");
  std::map<std::string, int> seen;
  for (std::size_t round = 0; round < 200; ++round) {
    const auto opening = with_book_plies(judge, Opening{}, 4, 9, round);
    REQUIRE(opening.moves.size() == 1);
    CHECK(with_book_plies(judge, Opening{}, 4, 9, round) == opening);
    ++seen[opening.moves.front()];
  }
  CHECK(seen.size() == 2);
  CHECK(seen["11-15"] > seen["9-14"]);  // they have 7 visits and 3
  CHECK(with_book_plies(judge, Opening{"startpos", {"9-13"}}, 4, 9, 0).moves == std::vector<std::string>{"9-13"});
}

// Pairings: gauntlets with several seeds or an SPRT for each pairing, pyramids, knockouts.

TEST_CASE("game_of is the inverse of pairing_of and round_of in each format") {
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
  if (format != Format::knockout) CHECK(schedule.games() == (format == Format::gauntlet ? 8 : 15) * 3 * 2);
}

TEST_CASE("in a gauntlet with several seeds each seed meets all non-seeds") {
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

TEST_CASE("a knockout is seeded, and winners advance") {
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

TEST_CASE("a level knockout match gets further pairs, then the better seed advances") {
  Results results(Schedule{2, Format::knockout, 2});
  const auto match = [&] { return knockout_of(results).matches.at(0); };
  CHECK(match().games == std::vector<std::size_t>{0, 1, 2, 3});
  add_pair(results, 0, 0, 3);
  CHECK(expected_games(results) == 4);
  add_pair(results, 0, 1, 1);
  CHECK(match().games == std::vector<std::size_t>{4, 5});
  CHECK(expected_games(results) == 6);
  SECTION("decided by a further pair") {
    add_pair(results, 0, 2, 1);
    CHECK(match().winner == 1);
    CHECK(match().games.empty());
    CHECK(expected_games(results) == 6);
  }
  SECTION("level to the end") {
    add_pair(results, 0, 2, 2);
    CHECK(match().games == std::vector<std::size_t>{6, 7});
    add_pair(results, 0, 3, 2);
    CHECK(match().winner == 0);
    CHECK(expected_games(results) == 8);
  }
}

TEST_CASE_METHOD(InFolder, "a knockout is played to its end, and can be resumed") {
  const auto outcome =
      run(five_engines("--format knockout --games 2 --concurrency 3 --state " + state + " --json " + json));
  check_output(outcome, 0, {"round 1: D - E ", "round 2: B - C ", "the winner is "});
  const auto last = lines_of(read_file(json)).back();
  CHECK(last["knockout"]["matches"].size() == 4);
  CHECK(last["knockout"]["winner"] == last["knockout"]["matches"][3]["winner"]);
  CHECK(last["games"] >= 8);
  CHECK(last["scheduled"] == last["games"]);
  const auto games = last["games"].dump();
  check_texts(outcome.output, {"english: " + games + " of " + games + " games\n"});
  const auto again = resume(state);
  CHECK(again.code == 0);
  CHECK(again.output.ends_with(outcome.output));
  CHECK(merge({state}).output == outcome.output);
}

TEST_CASE("the pairings of a pyramid and of several seeds are played") {
  const auto pyramid = run(five_engines("--format pyramid --games 2 --max-plies 6"));
  check_output(pyramid, 0, {"english: 20 of 20 games", "E against D: "});
  const auto seeds = run(five_engines("--format gauntlet --seeds 2 --games 2 --max-plies 6"));
  check_texts(seeds.output, {"english: 12 of 12 games", "B against E: "});
  CHECK(seeds.output.find("A against B: ") == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "each pairing of a gauntlet has its own SPRT") {
  const auto test = [&](const std::string& elo0, const std::string& elo1) {
    std::filesystem::remove(json);
    return run_match("--quiet --format gauntlet" + engine_flag("C") + "--sprt elo0=" + elo0 + " elo1=" + elo1 +
                     " model=logistic --json " + json);
  };
  const auto stronger = test("-300", "-200");
  CHECK(stronger.code == 0);
  CHECK(count(stronger.output, ": accepted\n") == 2);
  const auto pairings = lines_of(read_file(json)).back()["pairings"];
  for (const auto& pairing : pairings) {
    CHECK(pairing["sprt"]["decision"] == "accepted");
    CHECK(pairing["sprt"]["llr"].get<double>() > 2.9);
  }
  CHECK(test("600", "800").code == 10);
}
