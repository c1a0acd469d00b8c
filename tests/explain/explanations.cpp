#include "explain/explanation.hpp"
#include "explain/explanation_examiner.hpp"
#include "support/catch.hpp"
#include "support/sample_size.hpp"

namespace crownd {
namespace {

/// The facts of the explained move, as in PROTOCOL.md.
std::vector<std::string> facts_of(std::string_view game_name, const std::string& position, const std::string& move,
                                  std::vector<std::string> before = {}, std::uint64_t nodes = 20'000,
                                  int fifty_move_plies = 0) {
  constexpr int least_loss = 60;
  const auto game = games::find(game_name)->make();
  play::Settings settings;
  settings.fifty_move_plies = fifty_move_plies;
  game->configure(settings);
  game->set_position(position, before);
  play::Control control;
  const auto explanation = game->explain(move, nodes, least_loss, control);
  std::vector<std::string> lines;
  for (const auto& fact : explanation.value().facts) {
    std::string line = fact.name;
    for (const auto& [key, value] : fact.fields) line += ' ' + key + ' ' + value;
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("facts of random mistakes hold when their lines are played") {
  games::AllRules::for_each([]<class R>() {
    INFO(R::name);
    constexpr std::size_t mistakes = 24;
    constexpr std::uint64_t nodes = 4'000;
    testing::ExplanationExaminer<R> examiner(7, nodes);
    examiner.examine(testing::sample_size(mistakes));
    CHECK(examiner.mistakes() == testing::sample_size(mistakes));
    // A small sample may have no explained mistake.
    while (!loser_may_move_last<R> && examiner.explained() == 0 && examiner.mistakes() < mistakes) examiner.examine(1);
    CHECK(examiner.faults() == Lines{});
    if (!loser_may_move_last<R>) CHECK(examiner.explained() > 0);
    constexpr std::size_t few = 2;
    CHECK(examiner.avoided().size() <= few);
  });
}

TEST_CASE("a move that leaves a man to capture loses it") {
  CHECK(facts_of("english", "startpos", "15-19",
                 {"11-15", "22-18", "15x22", "25x18", "10-15", "18x11", "8x15", "24-20"}) ==
        Lines{"loses-material lost man plies 6"});
}

bool has(const Lines& lines, const std::string& line) { return std::ranges::count(lines, line) == 1; }

TEST_CASE("material that the best move wins is its merit, and the fault of other moves") {
  const Lines before{"11-15", "23-19", "8-11", "19-16", "12x19"};
  CHECK(facts_of("english", "startpos", "22-18", before) == Lines{"wins-material taken man plies 5"});
  CHECK(facts_of("english", "startpos", "22-17", before) == Lines{"misses-material taken man plies 5"});
}

TEST_CASE("a win by force is explained by its line to the end of the game") {
  CHECK(has(facts_of("reduced-chess", "k7/8/8/8/8/6r1/7r/K7 b - - 0 1", "g3g1"), "wins plies 1 by checkmate"));
}

TEST_CASE("a missed mate and a stalemate are explained") {
  const auto facts = facts_of("reduced-chess", "k7/2K5/8/8/8/8/3B4/7R w - - 0 1", "d2e3");
  CHECK(has(facts, "draws plies 1 by stalemate"));
  CHECK(has(facts, "misses-win plies 1 by checkmate"));
}

TEST_CASE("a move that lets the opponent mate is explained") {
  const auto facts = facts_of("reduced-chess", "6k1/8/6K1/8/8/8/r7/3R4 b - - 0 1", "a2a7");
  CHECK(has(facts, "loses plies 2 by checkmate"));
}

TEST_CASE("a move that draws by the fifty-move rule loses no material") {
  const std::string position = "k6r/8/8/8/8/8/8/K6R w - - 99 60";
  CHECK(has(facts_of("reduced-chess", position, "a1b1"), "loses-material lost rook plies 2"));
  const auto facts = facts_of("reduced-chess", position, "a1b1", {}, 20'000, 100);
  CHECK(std::ranges::none_of(facts, [](const auto& fact) { return fact.starts_with("loses"); }));
  CHECK(facts_of("reduced-chess", "k7/8/8/8/8/8/8/K6R w - - 99 60", "h1h2", {}, 20'000, 100) == Lines{});
}

TEST_CASE("an exchange into a drawn ending loses no material") {
  const auto facts = facts_of("reduced-chess", "4 Kd1,Bc3 Kb3,Bc1,Bc4 b", "c4d3");
  CHECK(std::ranges::none_of(facts, [](const auto& fact) { return fact.find("material") != std::string::npos; }));
}

TEST_CASE("a pinned piece is named with the material that its loss costs") {
  CHECK(has(facts_of("reduced-chess", "5r1k/8/2B5/8/8/8/8/3K4 w - - 0 1", "c6d5"), "pin square d5"));
}

TEST_CASE("a loss of material in the long run is found with enough nodes for best play") {
  // Mistakes of masters, which lose by position at first.
  const std::vector<std::pair<std::string, std::string>> mistakes{{"..a......Ba........a.Ab....b..b.:a", "30-25"},
                                                                  {"a...aa.....abb.aa.baa....bb..b.b:b", "7-10"},
                                                                  {"..a..aaaaaab.aa....bbb.b.b.b.bb.:b", "9-14"},
                                                                  {".a.aaa...a..baab..a..b..bbb..bb.:a", "29-25"}};
  const auto explained = [&](std::uint64_t nodes) {
    return std::ranges::count_if(mistakes, [&](const auto& mistake) {
      const auto facts = facts_of("english", mistake.first, mistake.second, {}, nodes);
      return facts.size() == 1 && facts.front().find("-later ") != std::string::npos;
    });
  };
  CHECK(explained(50'000) > 0);
  CHECK(explained(10'000) == 0);
}

TEST_CASE("a loss by captures is found although both sides promote") {
  CHECK(facts_of("spanish", "B:WK11,25:BK3,19,27,K29", "3-17", {}, 100'000) ==
        Lines{"loses-material-later lost man plies 4"});
}

TEST_CASE("material that best play gives up without need is no reason") {
  // A king, twenty plies later, in a drawn ending.
  const auto facts = facts_of("spanish", "B:W21,26:BK1,7,23,27", "7-3", {}, 100'000);
  CHECK(std::ranges::none_of(facts, [](const auto& fact) { return fact.find("lost king") != std::string::npos; }));
}

TEST_CASE("a swing by promotion is no loss of material if the captures win material") {
  const auto facts = facts_of("spanish", "B:W7,8,21:BK5,16,20", "5-1", {}, 4'000);
  CHECK(std::ranges::none_of(facts, [](const auto& fact) { return fact.find("material") != std::string::npos; }));
}

TEST_CASE("a move of which nothing is proven has no facts") {
  CHECK(facts_of("english", "startpos", "11-15") == Lines{});
  CHECK(facts_of("english", "startpos", "12-16") == Lines{});
}

/// Searches without a search: the position is even, and single moves lose. `asked` gets the limits of each search,
/// `polls` counts the calls of keep_going.
template <Rules R>
explain::Searches<R> scripted_searches(std::vector<search::Limits>& asked, std::uint64_t& polls) {
  return {[&](const auto&, const History&, const auto& moves, const search::Limits& limits) {
            asked.push_back(limits);
            search::Line<typename R::Move> line;
            line.depth = 9;
            line.score = Score::centipawns(moves.size() > 1 ? 0 : -300);
            line.pv = {moves.front()};
            return line;
          },
          [](const auto&) { return std::optional<Score>(); },
          [&] {
            ++polls;
            return true;
          }};
}

TEST_CASE("a move is searched to the depth of the position, with at most four times the nodes") {
  using R = english::Rules;
  std::vector<search::Limits> asked;
  std::uint64_t polls = 0;
  const auto searches = scripted_searches<R>(asked, polls);
  const auto move = legal_moves<R>(R::start())[1];
  (void)explain::Explainer<R>(R::start(), {}, 1'000, 60, 0, searches).explain(move);
  REQUIRE(asked.size() >= 2);
  CHECK(asked[0].nodes == 1'000);
  CHECK_FALSE(asked[0].depth);
  CHECK(asked[1].nodes == 4'000);
  CHECK(asked[1].depth == 9);

  asked.clear();
  (void)explain::Explainer<R>(R::start(), {}, std::uint64_t{1} << 62, 60, 0, searches).explain(move);
  REQUIRE(asked.size() >= 2);
  CHECK(*asked[1].nodes > *asked[0].nodes);
}

TEST_CASE("searches of material have fewer nodes on large boards, where a node costs more") {
  using R = reduced_chess::Rules<11>;
  const auto position = R::parse_position(
      "26 Kf2,Ra1,Rc4,Rg7,Rk3,Rp6,Rt2,Rx5,Bb6,Bd1,Bh4,Bm7,Bq2,Bu6,By3 "
      "Kg25,Ra26,Rc22,Rh20,Rl24,Rp21,Rt25,Ry22,Bb21,Be26,Bi23,Bn20,Bq24,Bv21,Bz24 w");
  std::vector<search::Limits> asked;
  std::uint64_t polls = 0;
  const auto searches = scripted_searches<R>(asked, polls);
  (void)explain::Explainer<R>(position, {}, 100'000, 60, 0, searches).explain(legal_moves<R>(position)[1]);
  constexpr std::uint64_t nodes_of_a_poll = 256, most_nodes = 400'000;
  CHECK(polls > 0);
  CHECK(polls < most_nodes / nodes_of_a_poll);
}

TEST_CASE("searches of material report progress, which may stop them") {
  const auto game = games::find("reduced-chess")->make();
  game->set_position("8 Ka1,Rb1,Bc1,Rd2,Bd3,Bf3,Rf1 Kh8,Rg8,Bf8,Re7,Be6,Bc6,Rc8 w", {});
  play::Control control;
  std::uint64_t last_nodes = 0;
  int same = 0;
  control.on_progress = [&](std::uint64_t nodes) {
    same = nodes == std::exchange(last_nodes, nodes) ? same + 1 : 0;
    constexpr int only_in_searches_of_material = 20;
    if (same == only_in_searches_of_material) control.stop();
  };
  CHECK_FALSE(game->explain("b1b2", 2'000, 60, control));
  CHECK(control.stopped());
}

TEST_CASE("an explanation of an illegal move throws, and one that is stopped gives nothing") {
  const auto game = games::find("english")->make();
  play::Control control;
  CHECK_THROWS_AS(game->explain("1-2", 1000, 60, control), BadInput);
  control.stop();
  CHECK_FALSE(game->explain("11-15", 1000, 60, control));
}

}  // namespace
}  // namespace crownd
