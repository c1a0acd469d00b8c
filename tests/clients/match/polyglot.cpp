// Openings that are continued with a Polyglot book.
#include "clients/match/program.hpp"
#include "match/opening_book.hpp"
#include "support/catch.hpp"

#include <set>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

constexpr auto rooks = "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1";

std::string big_endian(std::uint64_t value, unsigned bytes) {
  std::string text;
  while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes) & 0xffU);
  return text;
}

/// A move as encoded in books.
std::uint64_t packed(const std::string& move, unsigned promotion = 0) {
  const auto at = [&](std::size_t place, char from) { return static_cast<unsigned>(move[place] - from); };
  return promotion << 12U | at(1, '1') << 9U | at(0, 'a') << 6U | at(3, '1') << 3U | at(2, 'a');
}

std::string entry(std::uint64_t key, std::uint64_t move, std::uint64_t weight) {
  return big_endian(key, 8) + big_endian(move, 2) + big_endian(weight, 2) + big_endian(0, 4);
}

/// A book that has one move for each position of a game.
std::string book_of(Referee& judge, const std::string& start, const Arguments& moves) {
  std::string book;
  REQUIRE(judge.set_position(start).index() == 0);
  for (const auto& move : moves) {
    book += entry(polyglot_key(judge.standard_position().value()), packed(move), 1);
    REQUIRE(judge.play(move).index() == 0);
  }
  return book;
}

}  // namespace

TEST_CASE("positions have the keys that Polyglot gives them") {
  // Checksums of the keys in Debian's program polyglot 2.0.4.
  CHECK(polyglot_key("r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1") == 0x526317324feeb775U);
  CHECK(polyglot_key(rooks) == 0xf3b7bff323ecd6dbU);
  CHECK(polyglot_key("4k3/8/8/R6R/8/8/8/R3K3 b - - 0 1") == 0x0b6199598ccb53d2U);
  CHECK(polyglot_key("7k/1r6/2b5/3R4/4B3/5K2/8/8 b - - 3 9") == 0x01ef4097587778a9U);
}

TEST_CASE("a book tells the moves of a position with their weights") {
  const PolyglotBook book(
      entry(polyglot_key(rooks) + 1, packed("a1a2"), 9) + entry(polyglot_key(rooks), packed("h5g5"), 3) +
      entry(polyglot_key(rooks), packed("e1e2"), 0) + entry(polyglot_key(rooks), packed("a7a8", 4), 7) +
      entry(polyglot_key(rooks), packed("a5a8"), 65535));
  CHECK(book.moves(rooks) == std::vector<WeightedMove>{{"h5g5", 3}, {"a5a8", 65535}});
  CHECK(book.moves("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").empty());
  CHECK_THROWS_WITH(PolyglotBook("R1B1KB1R w - -\n"), has_text("no book of Polyglot: it has 15 bytes"));
  CHECK_THROWS_WITH(PolyglotBook(""), has_text("no book of Polyglot"));
}

TEST_CASE("an opening is played on with the book until that ends, or there are enough moves") {
  auto judge = referee("reduced-chess");
  const Arguments moves{"a1a3", "e8d7", "h5h7", "d7c6"};
  const PolyglotBook book(book_of(judge, rooks, moves));
  CHECK(with_book_moves(judge, {rooks, {}}, book, 0, 1, 0) == Opening{rooks, moves});
  CHECK(with_book_moves(judge, {rooks, {"a1a3"}}, book, 0, 1, 0) == Opening{rooks, moves});
  CHECK(with_book_moves(judge, {rooks, {"a1a3"}}, book, 3, 1, 0) == Opening{rooks, {"a1a3", "e8d7", "h5h7"}});
  CHECK(with_book_moves(judge, {rooks, {"a1a4"}}, book, 0, 1, 0) == Opening{rooks, {"a1a4"}});
}

TEST_CASE("a book that goes in circles, ends the game or has a move that is none does no harm") {
  auto judge = referee("reduced-chess");
  const Arguments circle{"a5b5", "e8d8", "b5a5", "d8e8"};
  CHECK(with_book_moves(judge, {rooks, {}}, PolyglotBook(book_of(judge, rooks, circle)), 0, 1, 0).moves == circle);
  const std::string mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
  CHECK(with_book_moves(judge, {mate, {}}, PolyglotBook(book_of(judge, mate, {"a1a8"})), 0, 1, 0).moves.empty());
  const PolyglotBook foreign(entry(polyglot_key(rooks), packed("e1a1"), 5) +
                             entry(polyglot_key(rooks), packed("b1c3"), 5));
  CHECK(with_book_moves(judge, {rooks, {}}, foreign, 0, 1, 0).moves.empty());
}

TEST_CASE("moves of a book are chosen by their weights, and again with the same seed and round") {
  auto judge = referee("reduced-chess");
  const PolyglotBook book(entry(polyglot_key(rooks), packed("a1a3"), 3) +
                          entry(polyglot_key(rooks), packed("h5h7"), 1));
  constexpr std::size_t rounds = 400;
  std::size_t often = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto opening = with_book_moves(judge, {rooks, {}}, book, 0, 7, round);
    REQUIRE(opening.moves.size() == 1);
    if (round < 20) CHECK(with_book_moves(judge, {rooks, {}}, book, 0, 7, round) == opening);
    often += opening.moves.front() == "a1a3" ? 1 : 0;
  }
  CHECK(often > rounds * 65 / 100);  // three quarters, minus five standard deviations
  CHECK(often < rounds * 86 / 100);
}

TEST_CASE("a match is played with the book, both games of a pair alike, and goes on with no other book") {
  const TemporaryDirectory directory;
  auto judge = referee("reduced-chess");
  const auto file = [&](const std::string& name, const std::string& text) {
    std::ofstream(directory.file(name), std::ios::binary) << text;
    return directory.file(name);
  };
  const auto book = file("moves.bin", book_of(judge, rooks, {"a1a3", "e8d7", "h5h7"}));
  const auto start = file("start.epd", rooks);
  const auto arguments = [&](const Arguments& openings, const std::string& state) {
    Arguments all{match_program(),
                  "--game",
                  "reduced-chess",
                  "--games",
                  "2",
                  "--max-plies",
                  "8",
                  "--engine",
                  "name=A",
                  "depth=1",
                  "--engine",
                  "name=B",
                  "depth=1",
                  "--each",
                  "cmd=" + daemon(),
                  "--resume",
                  directory.file(state),
                  "--openings"};
    all.insert(all.end(), openings.begin(), openings.end());
    return all;
  };
  REQUIRE(run(arguments({start, "book=" + book, "plies=2"}, "state")).code == 0);
  const auto games = games_of(directory.file("state"));
  REQUIRE(games.size() == 2);
  for (const auto& [index, game] : games) {
    const auto& moves = game["moves"];
    CHECK(moves[0]["move"] == "a1a3");
    CHECK(moves[1]["move"] == "e8d7");
    CHECK(moves[1].contains("book"));
    CHECK(!moves[2].contains("book"));
  }
  const auto other = file("other.bin", book_of(judge, rooks, {"a1a4"}));
  const auto refused = run(arguments({start, "book=" + other, "plies=2"}, "state"));
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("they differ in: book"));
}

TEST_CASE("a book that does not fit is refused, and told why") {
  const TemporaryDirectory directory;
  const auto name = directory.file("moves.bin");
  const auto text = [&](const std::string& file, const std::string& line) {
    std::ofstream(directory.file(file)) << line << '\n';
    return directory.file(file);
  };
  std::ofstream(name, std::ios::binary) << entry(1, packed("a1a3"), 1);
  const auto refusal = [](const std::string& game, const Arguments& openings) {
    Arguments all{match_program(), "--game", game,      "--engine",        "name=A",    "--engine",
                  "name=B",        "--each", "depth=1", "cmd=" + daemon(), "--openings"};
    all.insert(all.end(), openings.begin(), openings.end());
    const auto outcome = run(all);
    CHECK(outcome.code == 2);
    return outcome.errors;
  };
  CHECK_THAT(refusal("reduced-chess", {name}),
             has_text("tells how to play on, not where to begin; --openings POSITIONS"));
  CHECK_THAT(refusal("reduced-chess", {text("8x8", rooks), "book=" + name}),
             has_text("it has no move for any of the 1 openings"));
  CHECK_THAT(refusal("reduced-chess", {text("5x5", "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w"), "book=" + name}),
             has_text("such books are of chess on 8x8, and opening 1 of "));
  CHECK_THAT(refusal("english", {text("english", "9-13 21-17 5-9"), "book=" + name}),
             has_text("such books are of chess on 8x8, and opening 1 of "));
  CHECK_THAT(refusal("reduced-chess", {directory.file("8x8"), "book=" + text("text.bin", "no book")}),
             has_text("no book of Polyglot: it has 8 bytes"));
  CHECK_THAT(refusal("reduced-chess", {directory.file("8x8"), "book=/nowhere/moves.bin"}),
             has_text("the Polyglot book '/nowhere/moves.bin' cannot be read"));
}
