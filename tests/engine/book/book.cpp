#include "book/book.hpp"
#include "core/bad_input.hpp"
#include "engine/book/some_books.hpp"
#include "support/refusals.hpp"

using namespace crownd::book;
using namespace crownd::testing;
using namespace crownd;

namespace {

/// The error message for a file; empty if it is valid.
std::string refusal(const std::vector<std::uint8_t>& file) {
  return crownd::testing::refusal_of([&] { const Book book(file); });
}

std::string refusal_of(const std::string& position, const BookMove& move) {
  return crownd::testing::refusal_of([&] { Writer("a-game").add(position, {move}); });
}

BookMove visited(std::string text, int centipawns, std::uint64_t visits) {
  return {std::move(text), Score::centipawns(centipawns), 10, 0, 0, visits};
}

/// How often each move is chosen for the random numbers 0 to `numbers` - 1.
std::map<std::string, int> choices(const std::vector<BookMove>& moves, int variety, std::uint64_t numbers) {
  std::map<std::string, int> counts;
  for (std::uint64_t random = 0; random < numbers; ++random) ++counts[choose(moves, variety, random)->move];
  return counts;
}

}  // namespace

TEST_CASE("a book returns every position written to it") {
  for (const int count : {0, 1, 31, 32, 33, 1'000}) {
    const auto entries = some_entries(count);
    const auto file = book_of(entries);
    const Book book(file);
    CHECK(book.positions() == entries.size());
    for (const Entry& entry : entries) REQUIRE(book.find(entry.position) == entry.moves);
    for (std::size_t i = 0; i < entries.size(); ++i) REQUIRE(book.at(i) == entries[i]);
    std::vector<Entry> seen;
    book.for_each([&](const Entry& entry) { seen.push_back(entry); });
    CHECK(seen == entries);
  }
}

TEST_CASE("an unknown position has no book moves") {
  const auto file = book_of(some_entries(100));
  const Book book(file);
  for (const std::string text : {"", "a", "position 000100", "position 0000001x", "zzz"}) {
    INFO(text);
    CHECK(book.find(text).empty());
  }
  CHECK_THROWS_AS(book.at(100), BadInput);
}

TEST_CASE("the facts of a book begin with its game") {
  Writer writer("a-game", {{"program", "crownd 1.2.3"}, {"nodes", "100000"}});
  const auto file = std::move(writer).finish();
  const Book book(file);
  CHECK(book.game() == "a-game");
  CHECK(book.facts() == Facts{{"game", "a-game"}, {"program", "crownd 1.2.3"}, {"nodes", "100000"}});
}

TEST_CASE("book moves are sorted best first; ties keep their order") {
  Writer writer("a-game");
  writer.add("here", {move("c", Score::loss_in(5)), move("b", Score::centipawns(3)), move("d", Score::win_in(7)),
                      move("a", Score::centipawns(3))});
  const auto file = std::move(writer).finish();
  std::string order;
  for (const auto& found : Book(file).find("here")) order += found.move;
  CHECK(order == "dbac");
}

TEST_CASE("all scores and the largest numbers survive writing and reading") {
  BookMove extreme{"a", Score::win_in(0), 10'000, 400, 600, ~std::uint64_t{0}};
  const BookMove least{"b", Score::loss_in(0), 0, 0, 0, 0};
  Writer writer("a-game");
  writer.add("here", {extreme, move("m", Score::centipawns(-1)), least});
  const auto file = std::move(writer).finish();
  const auto found = Book(file).find("here");
  REQUIRE(found.size() == 3);
  CHECK(found[0] == extreme);
  CHECK(found[1].score == Score::centipawns(-1));
  CHECK(found[2] == least);
}

TEST_CASE("the writer rejects what the reader would reject, with a reason") {
  const auto good = move("a", Score::draw());
  CHECK(refusal_of("here", good).empty());
  CHECK(refusal_of("", good) == "a position of a book is a line of at most 1000 bytes");
  CHECK(refusal_of("two\nlines", good) == "a position of a book is a line of at most 1000 bytes");
  CHECK(refusal_of("here", move("two words", Score::draw())) == "a move of a book is a word of at most 250 bytes");
  CHECK(refusal_of("here", {"a", Score::draw(), -1}) == "a depth of a book is 0 to 10000 plies");
  CHECK(refusal_of("here", {"a", Score::draw(), 1, 600, 401}) ==
        "wins and losses of a book are per mille, and together at most 1000");
  CHECK_THROWS_AS(Writer("a\ngame"), BadInput);
  CHECK_THROWS_AS(Writer("a-game", {{"two words", "value"}}), BadInput);
  Writer writer("a-game");
  writer.add("b", {good});
  CHECK_THROWS_WITH(writer.add("a", {good}), "positions of a book are sorted, each once: \"a\" comes after \"b\"");
  CHECK_THROWS_AS(writer.add("b", {good}), BadInput);
  CHECK_THROWS_AS(writer.add("c", {}), BadInput);
}

TEST_CASE("a damaged file, or one of another format, is rejected with a reason") {
  const auto good = book_of(some_entries(100));
  CHECK(refusal(good).empty());
  CHECK(refusal({}) == "it is no opening book");
  CHECK(refusal({'c', 'r', 'o', 'w', 'n', 'b', 'k'}) == "it is no opening book");
  CHECK(refusal(std::vector<std::uint8_t>(good.begin(), good.begin() + 20)) ==
        "it is damaged: it ends within its header");
  auto newer = good;
  newer[7] = 2;
  CHECK(refusal(newer) == "it is an opening book of version 2: only version 1 is supported");
  const std::string wrong_sum = "it is damaged or cut off: its checksum is wrong";
  for (std::size_t size = 40; size < good.size(); size += 97)
    REQUIRE(refusal(std::vector<std::uint8_t>(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))) ==
            wrong_sum);
  for (std::size_t at = 8; at < good.size(); at += 13) {
    auto damaged = good;
    damaged[at] ^= 0x10;
    REQUIRE(refusal(damaged) == wrong_sum);
  }
}

TEST_CASE("a file with wrong numbers is rejected even if its checksum is right") {
  const auto good = book_of(some_entries(100));
  const auto with = [&](std::size_t at, std::uint8_t value) {
    auto file = good;
    file[at] = value;
    set_checksum(file);
    return refusal(file);
  };
  CHECK(with(15, 0xFF) == "it is damaged: its facts are longer than the file, or than 65536 bytes");
  CHECK(with(16, 1) == "it is damaged: its number of blocks does not fit its number of positions");
  CHECK(with(24, 9) == "it is damaged: its index does not end with the file");
  CHECK(with(39, 0xFF) == "it is damaged: its index does not end with the file");
  CHECK(with(40, 'G') == "it is damaged: its first fact must name the game");
  CHECK(with(good.size() - 8, 0) == "it is damaged: its index does not point to its blocks");
}

TEST_CASE("reads stay in bounds if the bytes change after a book was opened") {
  const auto entries = some_entries(70);
  const auto good = book_of(entries);
  std::size_t max_moves_found = 0;
  for (std::size_t at = 40; at < good.size(); ++at) {
    auto file = good;
    const Book book(file);
    file[at] = 0xFF;
    for (const std::size_t i : {0, 33, 69}) try {
        max_moves_found = std::max(max_moves_found, book.find(entries[i].position).size());
        (void)book.at(i);
      } catch (const BadInput&) {
      }
  }
  CHECK(max_moves_found >= 1);
  CHECK(max_moves_found <= form::max_moves);
}

TEST_CASE("the checksum is zlib's CRC-32") {
  const std::string text = "123456789";
  CHECK(form::crc32({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}) == 0xCBF43926);
  CHECK(form::crc32({}) == 0);
}

TEST_CASE("no move is chosen if the book has none") { CHECK(choose({}, 50, 7) == nullptr); }

TEST_CASE("without variety the best move is chosen") {
  const std::vector<BookMove> moves{visited("best", 20, 1), visited("equal", 20, 1000), visited("worse", 0, 1000)};
  CHECK(choices(moves, 0, 100) == std::map<std::string, int>{{"best", 100}});
}

TEST_CASE("with variety, moves near the best are chosen in proportion to their visits") {
  const std::vector<BookMove> moves{visited("best", 20, 6), visited("near", 10, 3), visited("unvisited", 10, 0),
                                    visited("far", 9, 1000)};
  CHECK(choices(moves, 10, 100) == std::map<std::string, int>{{"best", 60}, {"near", 30}, {"unvisited", 10}});
}

TEST_CASE("a losing move is never chosen if another does not lose, whatever its visits") {
  const std::vector<BookMove> moves{visited("best", -50, ~std::uint64_t{0}),
                                    {"loses", Score::loss_in(30), 10, 0, 1000, ~std::uint64_t{0}}};
  CHECK(choose(moves, 100, ~std::uint64_t{0})->move == "best");
}
