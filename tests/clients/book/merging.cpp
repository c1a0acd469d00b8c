// Books that crown-book makes of several.
#include "book/book.hpp"
#include "clients/book/program.hpp"

#include <filesystem>

using namespace crownd::crown_book::test;
using crownd::Score;
using crownd::testing::has_text;
namespace book = crownd::book;

namespace {

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
  const auto bytes = bytes_of(file);
  for (const auto& each : book::Book(bytes).find(position))
    if (each.move == text) return each;
  FAIL(text << " is not in '" << position << "'");
  return {};
}

std::size_t moves_in(const std::string& file, const std::string& position) {
  const auto bytes = bytes_of(file);
  return book::Book(bytes).find(position).size();
}

}  // namespace

TEST_CASE("scores are led back through the positions of all books, and visits are added up") {
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

TEST_CASE("of a position that was not expanded, what was decided, searched with more nodes or deeper stays") {
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
    const auto bytes = bytes_of(out);
    return book::Book(bytes).find(start).front().move;
  };
  CHECK(merged({{"900", move("9-13", 5, 8)}, {"100", move("9-14", 5, 20)}}) == "9-13");
  CHECK(merged({{"100", move("9-13", 5, 8)}, {"900", move("9-14", 5, 8)}}) == "9-14");
  CHECK(merged({{"100", move("9-13", 5, 8)}, {"100", move("9-14", 5, 9)}}) == "9-14");
  CHECK(merged({{"100", move("9-13", 5, 8)}, {"100", move("9-14", 7, 8)}}) == "9-13");
  CHECK(merged({{"900", move("9-13", 5, 20)}, {"100", move("9-14", 31'990, 3)}}) == "9-14");
}

TEST_CASE("a position with all its moves stays before one with the best, and facts of both are kept") {
  const TemporaryFolder folder;
  const auto one = write_book(folder, "one.cbk", "english", {{"nodes", "900"}, {"source", "games"}},
                              {{start, {move("11-15", 20, 30)}}});
  const auto other = write_book(folder, "other.cbk", "english", {{"source", "decks"}}, {all_moves(0)});
  const auto out = folder.path("out.cbk");
  REQUIRE(run({"merge", one, other, "--out", out}).code == 0);
  CHECK(moves_in(out, start) == 7);
  CHECK(found(out, start, "11-15").depth == 8);
  const auto facts = run({"stats", out}).output;
  CHECK_THAT(facts, has_text("source games, decks\n"));
  CHECK(!contains(facts, "nodes "));  // one of them does not say
}

TEST_CASE("books that were built are merged to one without faults, and a book with itself to the same scores") {
  const TemporaryFolder folder;
  const auto one = folder.path("one.cbk"), other = folder.path("other.cbk"), out = folder.path("out.cbk");
  REQUIRE(run({"build", "english", "--out", one, "--nodes", "300", "--positions", "200", "--ply-cost", "0"}).code == 0);
  REQUIRE(run({"build", "english", "--out", other, "--nodes", "600", "--positions", "250"}).code == 0);
  REQUIRE(run({"merge", one, other, "--out", out}).code == 0);
  const auto verified = run({"verify", out});
  CHECK(verified.errors == "");
  CHECK(verified.code == 0);
  const auto bytes = bytes_of(out), bytes_of_one = bytes_of(one), bytes_of_other = bytes_of(other);
  const book::Book whole(bytes), first(bytes_of_one), second(bytes_of_other);
  std::size_t both = 0;
  first.for_each([&](const book::Entry& entry) {
    const auto of_second = second.find(entry.position).size();
    both += of_second > 0 ? 1 : 0;
    CHECK(whole.find(entry.position).size() == std::max(entry.moves.size(), of_second));
  });
  CHECK(both > 0);
  CHECK(whole.positions() == first.positions() + second.positions() - both);
}

TEST_CASE("books that do not fit together, or are wrong, are refused") {
  const TemporaryFolder folder;
  const auto english = write_book(folder, "english.cbk", "english", {}, {all_moves(0)});
  const auto wrong = write_book(folder, "wrong.cbk", "english", {}, {{start, {move("11-18", 0)}}});
  const auto foreign = write_book(folder, "towers.cbk", "towers", {}, {});
  const auto out = folder.path("out.cbk");
  const auto refusal = [&](const Arguments& files) {
    Arguments arguments{"merge", "--out", out};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const auto outcome = run(arguments);
    CHECK(outcome.code == 1);
    CHECK(!std::filesystem::exists(out));
    return outcome.errors;
  };
  CHECK_THAT(refusal({english, foreign}), has_text("is of the game towers, but '" + english + "' of english"));
  CHECK_THAT(refusal({wrong}), has_text("11-18"));
  CHECK_THAT(refusal({wrong}), has_text("crown-book verify"));
  CHECK_THAT(refusal({english, folder.path("none.cbk")}), has_text("none.cbk"));
  CHECK(run({"merge", "--out", out}).code == 2);
  CHECK_THAT(run({"merge", english, "--out", english}).errors, has_text("--force replaces it"));
}
