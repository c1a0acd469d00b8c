#include "book/book.hpp"
#include "clients/book/program.hpp"
#include "support/read_games.hpp"

using namespace crownd::crown_book::test;
using crownd::Score;
using crownd::testing::games_of;
using crownd::testing::has_text;
namespace book = crownd::book;
namespace notation = crownd::notation;

namespace {

book::BookMove worth(const std::string& text, int score) { return {text, Score::from_raw(score), 8, 200, 100, 1}; }

/// The best line is 11-15 23-19 8-11; then come 11-15 22-18, 9-14, and others.
std::string english_book(const TemporaryFolder& folder) {
  return write_book(folder, "english.cbk", "english", {{"created", "2026-11-25"}},
                    {{start, {worth("11-15", 20), worth("9-14", 12), worth("12-16", -40)}},
                     {"aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a", {worth("23-19", -20), worth("22-18", -25)}},
                     {"aaaaaaaaa.aa.a...b..b.bbbbbbbbbb:b", {worth("8-11", 20)}}});
}

std::vector<notation::Game> exported(const std::string& file, const std::string& format, const Arguments& more = {}) {
  const auto outcome = succeed(extended({"export", file, "--format", format}, more));
  return games_of(outcome.output);
}

std::string small_book(const TemporaryFolder& folder, const std::string& game, const std::string& deck = "") {
  const auto file = folder.path(game + ".cbk");
  Arguments arguments{"build", game, "--out", file, "--nodes", "200", "--positions", "150"};
  if (!deck.empty()) arguments.insert(arguments.end(), {"--from", folder.write("deck", deck)});
  REQUIRE(run(arguments).code == 0);
  return file;
}

/// Reads the exported games again; all moves must be legal.
void check_read_again(const TemporaryFolder& folder, const std::string& game, const std::string& text) {
  succeed({"build", game, "--out", folder.path("again.cbk"), "--force", "--nodes", "10", "--positions", "1", "--from",
           folder.write("games", text), "--from-plies", "100"});
}

constexpr auto after_11_15 = "aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a";

book::BookMove move(const std::string& text, int score, int depth = 8, std::uint64_t visits = 1) {
  return {text, Score::from_raw(score), depth, 200, 100, visits};
}

/// All moves of the start position, each worth as much.
book::Entry all_moves(int score) {
  book::Entry entry{start, {}};
  for (const std::string each : {"10-15", "11-16", "9-14", "10-14", "11-15", "12-16", "9-13"})
    entry.moves.push_back(move(each, score));
  return entry;
}

book::BookMove found(const std::string& file, const std::string& position, const std::string& text) {
  for (const auto& each : moves_in(file, position))
    if (each.move == text) return each;
  FAIL(text << " is not in '" << position << "'");
  return {};
}

}  // namespace

// The lines of a book as games.

TEST_CASE("the best lines are exported as a PDN game with variations and White's scores") {
  const TemporaryFolder folder;
  const auto games = exported(english_book(folder), "pdn", {"--lines", "3"});
  REQUIRE(games.size() == 1);
  const auto& game = games.front();
  CHECK(game.moves() == std::vector<std::string>{"11-15", "23-19", "8-11"});
  CHECK(*game.tag("GameType") == "21,B,8,8,N1,0");
  CHECK(*game.tag("Date") == "2026.11.25");
  CHECK(*game.tag("Event") == "Opening book english.cbk");
  REQUIRE(game.tag("FEN") != nullptr);
  const auto& moves = game.line.moves;
  CHECK(moves[0].comments == std::vector<std::string>{"[%eval -0.20,8]"});
  CHECK(moves[1].comments == std::vector<std::string>{"[%eval -0.20,8]"});
  REQUIRE(moves[0].variations.size() == 1);
  CHECK(moves[0].variations[0].moves.front().text == "9-14");
  REQUIRE(moves[1].variations.size() == 1);
  CHECK(moves[1].variations[0].moves.front().text == "22-18");
}

TEST_CASE("--lines and --plies limit the exported tree to the cheapest lines") {
  const TemporaryFolder folder;
  const auto file = english_book(folder);
  const auto one = exported(file, "pdn", {"--lines", "1"}).front();
  for (const auto& each : one.line.moves) CHECK(each.variations.empty());
  CHECK(exported(file, "pdn", {"--lines", "1", "--plies", "2"}).front().moves().size() == 2);
  const auto two = exported(file, "pdn", {"--lines", "2"}).front();
  CHECK(two.line.moves[0].variations.empty());
  CHECK(two.line.moves[1].variations.size() == 1);
  CHECK(exported(file, "pdn", {"--each-line"}).size() == 4);
  const auto later = exported(file, "pdn", {"--position", "aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"}).front();
  CHECK(later.moves() == std::vector<std::string>{"23-19", "8-11"});
}

TEST_CASE("--algebraic writes algebraic squares") {
  const TemporaryFolder folder;
  const auto file = english_book(folder);
  const auto text = run({"export", file, "--format", "pdn", "--lines", "1", "--algebraic"}).output;
  CHECK(contains(text, "[GameType \"21,B,8,8,A0,0\"]"));
  CHECK(contains(text, "1. f6-e5 "));
  CHECK(games_of(text).front().moves() == std::vector<std::string>{"11-15", "23-19", "8-11"});
  const auto spanish = small_book(folder, "spanish");
  check_read_again(folder, "spanish", run({"export", spanish, "--format", "games", "--algebraic"}).output);
  CHECK_THAT(run({"export", small_book(folder, "towers"), "--format", "games", "--algebraic"}).errors,
             has_text("--algebraic: squares of towers have only one notation"));
}

TEST_CASE("a transposition is exported once") {
  const TemporaryFolder folder;
  const auto file = small_book(folder, "english");
  const auto text = run({"export", file, "--format", "pdn", "--lines", "1000", "--each-line"}).output;
  CHECK(contains(text, "{transposition}"));
  check_read_again(folder, "english", text);
}

TEST_CASE("exported games can be read again in each notation") {
  const TemporaryFolder folder;
  const auto towers = small_book(folder, "towers");
  const auto plain = exported(towers, "games", {"--lines", "5"});
  CHECK(plain.size() == 5);
  CHECK(*plain.front().tag("Game") == "towers");
  check_read_again(folder, "towers", run({"export", towers, "--format", "games"}).output);

  const auto chess = small_book(folder, "reduced-chess", "8/3b4/6kr/8/8/8/3KRB2/8 w - - 0 1\n");
  const auto pgn = succeed({"export", chess, "--format", "pgn", "--position", "8/3b4/6kr/8/8/8/3KRB2/8 w - - 0 1"});
  CHECK(contains(pgn.output, "\n1. "));
  const auto first = pgn.output[pgn.output.find("\n1. ") + 4];
  CHECK((first == 'R' || first == 'B' || first == 'K'));
  check_read_again(folder, "reduced-chess", pgn.output);
}

TEST_CASE("invalid flags of export are explained") {
  const TemporaryFolder folder;
  const auto file = english_book(folder);
  const auto why_not = [&](const Arguments& more, int code) { return refusal(extended({"export", file}, more), code); };
  CHECK_THAT(why_not({"--format", "pgn"}, 1), has_text("use --format pdn"));
  CHECK_THAT(why_not({"--format", "pdf"}, 2), has_text("pdf"));
  CHECK_THAT(why_not({"--lines", "3"}, 2), has_text("--lines needs --format games, pdn or pgn"));
  CHECK_THAT(why_not({"--format", "pdn", "--position", "B:W21-32:B1-11"}, 1),
             has_text("--position TEXT selects another root"));
  CHECK_THAT(why_not({"--format", "pdn", "--position", "nowhere"}, 1), has_text("nowhere"));
}

// Books that crown-book makes of several.

TEST_CASE("merge backs up scores through all books and adds visits") {
  const TemporaryFolder folder;
  const auto one = write_book(folder, "one.cbk", "english", {{"nodes", "500"}}, {all_moves(10)});
  const auto other = write_book(folder, "other.cbk", "english", {{"nodes", "100"}},
                                {{start, {move("11-15", 20, 30, 6)}}, {after_11_15, {move("23-19", -70, 12)}}});
  const auto out = folder.path("out.cbk");
  const auto outcome = run({"merge", one, other, "--out", out});
  CHECK(outcome.errors == "");
  CHECK_THAT(outcome.output, has_text("2 positions, 1 of them with all moves"));
  REQUIRE(outcome.code == 0);
  CHECK(found(out, start, "11-15") == book::BookMove{"11-15", Score::centipawns(70), 13, 100, 200, 7});
  CHECK(found(out, start, "9-13") == move("9-13", 10));
  CHECK(found(out, after_11_15, "23-19") == move("23-19", -70, 12));
  CHECK(run({"verify", out}).code == 0);
  CHECK_THAT(run({"stats", out}).output, has_text("nodes 100\n"));
  CHECK(run({"verify", folder.write("x", "no book")}).code == 1);
}

TEST_CASE("merge keeps decided, longer and deeper searches of leaves") {
  const TemporaryFolder folder;
  const auto merged = [&](const std::vector<std::pair<std::string, book::BookMove>>& books) {
    Arguments arguments{"merge"};
    for (const auto& [nodes, known] : books) {
      const auto name = std::to_string(arguments.size()) + ".cbk";
      arguments.push_back(write_book(folder, name, "english", {{"nodes", nodes}}, {{start, {known}}}));
    }
    const auto out = folder.path("out.cbk");
    arguments.insert(arguments.end(), {"--out", out, "--force"});
    REQUIRE(run(arguments).code == 0);
    return moves_in(out, start).front().move;
  };
  CHECK(merged({{"900", move("9-13", 5, 8)}, {"100", move("9-14", 5, 20)}}) == "9-13");
  CHECK(merged({{"100", move("9-13", 5, 8)}, {"900", move("9-14", 5, 8)}}) == "9-14");
  CHECK(merged({{"100", move("9-13", 5, 8)}, {"100", move("9-14", 5, 9)}}) == "9-14");
  CHECK(merged({{"100", move("9-13", 5, 8)}, {"100", move("9-14", 7, 8)}}) == "9-13");
  CHECK(merged({{"900", move("9-13", 5, 20)}, {"100", move("9-14", 31'990, 3)}}) == "9-14");
}

TEST_CASE("merge prefers expanded positions, and combines facts") {
  const TemporaryFolder folder;
  const auto one = write_book(folder, "one.cbk", "english", {{"nodes", "900"}, {"source", "games"}},
                              {{start, {move("11-15", 20, 30)}}});
  const auto other = write_book(folder, "other.cbk", "english", {{"source", "decks"}}, {all_moves(0)});
  const auto out = folder.path("out.cbk");
  REQUIRE(run({"merge", one, other, "--out", out}).code == 0);
  CHECK(moves_in(out, start).size() == 7);
  CHECK(found(out, start, "11-15").depth == 8);
  const auto facts = run({"stats", out}).output;
  CHECK_THAT(facts, has_text("source games, decks\n"));
  CHECK(!contains(facts, "nodes "));  // one of them does not say
}

TEST_CASE("verify accepts merged books, and merging a book with itself keeps its scores") {
  const TemporaryFolder folder;
  const auto one = folder.path("one.cbk"), other = folder.path("other.cbk"), out = folder.path("out.cbk");
  REQUIRE(run({"build", "english", "--out", one, "--nodes", "300", "--positions", "200", "--ply-cost", "0"}).code == 0);
  REQUIRE(run({"build", "english", "--out", other, "--nodes", "600", "--positions", "250"}).code == 0);
  REQUIRE(run({"merge", one, other, "--out", out}).code == 0);
  succeed({"verify", out});
  std::size_t both = 0;
  for (const auto& entry : entries_of(one)) {
    const auto of_second = moves_in(other, entry.position).size();
    both += of_second > 0 ? 1 : 0;
    CHECK(moves_in(out, entry.position).size() == std::max(entry.moves.size(), of_second));
  }
  CHECK(both > 0);
  CHECK(entries_of(out).size() == entries_of(one).size() + entries_of(other).size() - both);
}

TEST_CASE("merge refuses books of different games and invalid books") {
  const TemporaryFolder folder;
  const auto english = write_book(folder, "english.cbk", "english", {}, {all_moves(0)});
  const auto wrong = write_book(folder, "wrong.cbk", "english", {}, {{start, {move("11-18", 0)}}});
  const auto foreign = write_book(folder, "towers.cbk", "towers", {}, {});
  const auto out = folder.path("out.cbk");
  const auto why_not = [&](const Arguments& files) { return refusal(extended({"merge", "--out", out}, files)); };
  CHECK_THAT(why_not({english, foreign}), has_text("has the game towers, but '" + english + "' has english"));
  CHECK_THAT(why_not({wrong}), has_text("11-18") && has_text("crown-book verify"));
  CHECK_THAT(why_not({english, folder.path("none.cbk")}), has_text("none.cbk"));
  CHECK(!std::filesystem::exists(out));
  CHECK(run({"merge", "--out", out}).code == 2);
  CHECK_THAT(run({"merge", english, "--out", english}).errors, has_text("--force replaces it"));
}
