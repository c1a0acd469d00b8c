#include "annotate/output_files.hpp"
#include "clients/annotate/program.hpp"
#include "connection/engine.hpp"
#include "support/read_games.hpp"
#include "wire/words.hpp"

using namespace crownd::annotate::test;
using crownd::testing::games_of;
namespace connection = crownd::connection;
namespace notation = crownd::notation;

namespace {

/// White loses a won ending at once, gives a man away, and draws where one move wins.
constexpr auto endings =
    "[GameType \"21\"]\n[FEN \"W:WK6,K10:BK1\"]\n[White \"<Eve> & \\\"co\\\"\"]\n\n1. 10-7 1x10x3 *\n\n"
    "[GameType \"21\"]\n[White \"</script>\"]\n\n1. 11-15 23-19 2. 8-11 19-16 3. 12x19 22-17 *\n\n"
    "[GameType \"21\"]\n[FEN \"W:W16,K22:BK12\"]\n\n1. 22-18 12x19 *\n";

/// The lines of --json.
std::vector<Json> notes_of(const std::string& text, const Arguments& more = {}) {
  const TemporaryFolder folder;
  (void)succeed(extended({"-", "--nodes", "5000", "--json", folder.path("json")}, more), text);
  return lines_of(read_file(folder.path("json")));
}

Outcome annotated(const std::string& text, const Arguments& more = {"--nodes", "5000"}) {
  return run(extended({"-"}, more), text);
}

}  // namespace

// The JSON lines and the puzzles.

TEST_CASE("the plain form has neither variations nor several signs") {
  using crownd::annotate::fits_plain_form;
  CHECK(fits_plain_form(games_of("[Game \"towers\"]\n\n{before} G6-F5! {c} {d} H3-G4 *").at(0)));
  CHECK_FALSE(fits_plain_form(games_of("1. G6-F5 $14 *").at(0)));
  CHECK_FALSE(fits_plain_form(games_of("1. G6-F5 $1 $2 *").at(0)));
  CHECK_FALSE(fits_plain_form(games_of("1. G6-F5 (1. C6-D5) *").at(0)));
}

TEST_CASE("each game is a line of JSON") {
  const TemporaryFolder folder;
  const auto outcome = run({"-", "--nodes", "2000", "--json", folder.path("json")}, endings);
  CHECK(outcome.errors.empty());
  const auto lines = lines_of(read_file(folder.path("json")));
  REQUIRE(lines.size() == 3);
  const auto& first = lines[0];
  CHECK(first["number"] == 1);
  CHECK(first["game"] == "english");
  CHECK(first["tags"]["White"] == "<Eve> & \"co\"");
  REQUIRE(first["moves"].size() == 2);
  const auto& blunder = first["moves"][0];
  CHECK(blunder["text"] == "10-7");
  CHECK(blunder["loss"] == 1000);
  CHECK(blunder["judgement"] == "Blunder");
  CHECK(blunder["exact-before"].get<std::string>().starts_with("win "));
  CHECK(blunder["exact"].get<std::string>().starts_with("loss "));
  CHECK(!blunder["better"].empty());
  for (const auto& line : lines)
    for (const auto& move : line["moves"]) {
      CHECK((move.contains("cp") || move.contains("mate")));
      CHECK(move["wdl"].size() == 3);
      CHECK(move["loss"].get<int>() >= 0);
      CHECK(!move["best"].get<std::string>().empty());
      if (move["best"] == move["move"]) CHECK(move["loss"] == 0);
    }
}

TEST_CASE("a puzzle has exactly one good move, the first of its solution") {
  const TemporaryFolder folder;
  const auto outcome = run({"-", "--nodes", "3000", "--out", folder.path("out"), "--puzzles", "5"}, endings);
  CHECK(outcome.code == 0);
  connection::Link source({daemon()}, connection::Errors::discarded);
  connection::Engine engine(source);
  int puzzles = 0;
  int last_difficulty = 0;
  for (const auto& puzzle : crownd::testing::games_of(read_file(folder.path("out/puzzles.pdn")))) {
    ++puzzles;
    REQUIRE(puzzle.tag("FEN") != nullptr);
    CHECK(puzzle.line.moves.size() % 2 == 1);
    const auto& comment = puzzle.line.moves.front().comments.front();
    const std::string word = "difficulty ";
    const int difficulty = std::stoi(comment.substr(comment.find(word) + word.size()));
    CHECK(difficulty >= last_difficulty);
    last_difficulty = difficulty;
    engine.set_position("english", puzzle.start());
    CHECK(engine.legal_moves().size() > 1);
    const auto probe = engine.probe();
    if (probe.position.verdict != crownd::wire::Verdict::win) continue;
    int wins = 0;
    for (const auto& [move, exact] : probe.moves)
      if (exact.verdict == crownd::wire::Verdict::win) {
        ++wins;
        CHECK(move == puzzle.line.moves.front().text);
      }
    CHECK(wins == 1);
  }
  CHECK(puzzles >= 1);
}

// Annotated games: signs, scores, better lines, and earlier human annotations.

TEST_CASE("mistakes in PDN get a sign, a sentence and a better line, and each move its score") {
  const auto outcome = annotated(
      "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 19-16 3. 12x19 22-17 "
      "*\n");
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  const auto games = games_of(outcome.output);
  REQUIRE(games.size() == 1);
  const auto& moves = games[0].line.moves;
  REQUIRE(moves.size() == 6);
  CHECK(*games[0].tag("White") == "A");
  for (const auto& move : moves) {
    REQUIRE(move.comments.size() == 1);
    CHECK(move.comments[0].starts_with("[%eval "));
  }
  CHECK(moves[0].nags.empty());
  const auto& bad = moves[3];
  REQUIRE(bad.nags.size() == 1);
  CHECK((bad.nags[0] == 2 || bad.nags[0] == 4));
  CHECK(contains(outcome.output, "19-16?"));
  CHECK(contains(bad.comments[0], "winning chance "));
  REQUIRE(bad.variations.size() == 1);
  CHECK(contains(bad.comments[0], "; better is " + bad.variations[0].moves.front().text + "."));
  CHECK(contains(bad.comments[0], bad.nags[0] == 4 ? " ??] Blunder: " : " ?] Mistake: "));
  CHECK(bad.variations[0].moves.front().comments == std::vector<std::string>{"[%engine]"});
  CHECK(bad.variations[0].moves.size() <= 10);
}

TEST_CASE("a run with other settings replaces all annotations of the first") {
  const std::string text = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 19-16? {mine} 3. 12x19 22-17 *\n";
  const auto once = annotated(text);
  CHECK(contains(once.output, "[%engine]"));
  const Arguments lenient{"--nodes", "4000", "--inaccuracy", "99", "--mistake", "99", "--blunder", "99"};
  const auto other = annotated(once.output, lenient);
  CHECK(other.output == annotated(text, lenient).output);
  CHECK(!contains(other.output, "[%engine]"));
  CHECK(contains(other.output, "19-16? {mine}"));
}

TEST_CASE("the sign of a person is kept, also if it is the program's") {
  for (const std::string sign : {"?", "??"}) {
    const auto text = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 19-16" + sign + " 3. 12x19 22-17 *\n";
    const auto once = annotated(text).output;
    CHECK(contains(crownd::wire::single_spaced(once), " ??] [%human] Blunder: "));
    CHECK(annotated(once).output == once);
    const auto lenient =
        annotated(once, {"--nodes", "4000", "--inaccuracy", "99", "--mistake", "99", "--blunder", "99"});
    CHECK(contains(lenient.output, "19-16" + sign + " {[%eval "));
    CHECK(!contains(lenient.output, "[%human]"));
  }
}

TEST_CASE("a person's text that begins like a command is kept") {
  for (const std::string comment : {"see [%eval is missing", "[%loss of a man ??", "[%why [%eval not] this?"}) {
    const auto text = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 19-16?? {" + comment + "} *\n";
    const auto once = annotated(text).output;
    CHECK(contains(once, "19-16?? {" + comment + "}"));
    CHECK(annotated(once).output == once);
  }
}

TEST_CASE("a mistake has its reasons, in the notation of the game") {
  const auto outcome = annotated("1. 11-15 23-19 2. 8-11 19-16 *\n");
  CHECK(
      contains(games_of(outcome.output).at(0).line.moves.at(3).comments.at(0), ". [%why 1] 19-16 loses a man: 11x20."));
  const auto notes = notes_of(endings);
  const auto& reasons = notes[0]["moves"][0]["reasons"];
  REQUIRE(reasons.size() == 2);  // the table values are in the sentence of the mistake
  CHECK(reasons[0] == "10-7 loses by force in one move (no pieces are left): 1x10x3.");
  CHECK(reasons[1].get<std::string>().starts_with("6-9 wins by force in "));
  CHECK(!notes[0]["moves"][1].contains("reasons"));
  const auto pgn = notes_of("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3Kr3/7R w - - 0 1\"]\n\n1. Kc3 *\n");
  const auto text = pgn[0]["moves"][0]["reasons"].dump();
  CHECK(contains(text, "Kxe2 wins by force in "));
  CHECK(contains(text, "#."));  // the mate
}

TEST_CASE("reasons change nothing else, and a daemon may know none") {
  const TemporaryFolder folder;
  const auto engine = folder.write("engine", "sed -u s/^why/old/ | exec " + daemon() + "\n");
  auto with = notes_of(endings);
  CHECK(contains(Json(with).dump(), " loses a man: "));
  for (auto& game : with)
    for (auto& move : game["moves"])
      if (move.contains("reasons")) move["reasons"] = Json::array();
  CHECK(notes_of(endings, {"--engine", "sh " + engine}) == with);
}

TEST_CASE("each move has its loss, except forced moves") {
  const auto outcome = annotated("[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n");
  const auto games = games_of(outcome.output);
  REQUIRE(games.size() == 1);
  std::vector<bool> have;
  for (const auto& move : games[0].line.moves) have.push_back(contains(move.comments.at(0), "[%loss "));
  CHECK(have == std::vector{true, true, false, true});
}

TEST_CASE("PGN keeps its moves, with NAGs and SAN in the better line") {
  const auto outcome = annotated(
      "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3Kr3/7R w - - 0 1\"]\n[Result \"1-0\"]\n\n1. Kc3 Re3+ 2. Kd2 Re7 1-0\n");
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  for (const std::string move : {"1. Kc3 ", "1... Re3+", "2. Kd2", "2... Re7"}) CHECK(contains(outcome.output, move));
  CHECK(contains(outcome.output, "[%eval "));
  const auto text = crownd::wire::single_spaced(outcome.output);
  CHECK(contains(text, "better is Kxe2. [%why "));  // takes the rook
  CHECK(contains(text, "} (1. Kxe2 {[%engine]}"));
  CHECK(contains(outcome.output, "1. Kc3 $4"));
}

TEST_CASE("table values overrule the search") {
  const auto outcome = annotated("[GameType \"21\"]\n[FEN \"W:WK6,K10:BK1\"]\n\n1. 10-7 1x10x3 *\n", {"--depth", "1"});
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.output, "10-7??"));
  CHECK(contains(outcome.output, "Blunder: a win in "));
}
