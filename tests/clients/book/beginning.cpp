// Where books begin: files of positions and games.
#include "book/book.hpp"
#include "clients/book/program.hpp"

using namespace crownd::crown_book::test;
using crownd::testing::has_text;
namespace book = crownd::book;

namespace {

constexpr auto after_11_15_23_19 = "aaaaaaaaa.aa.a...b..b.bbbbbbbbbb:b";

class Beginnings {
 public:
  explicit Beginnings(const std::string& text, const std::string& game = "english")
      : file_(folder_.write("from", text)), game_(game) {}

  Outcome build(const Arguments& more = {}) {
    Arguments arguments{"build", game_, "--out", out_, "--from", file_, "--nodes", "100", "--force", "--workers", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto outcome = run(arguments);
    if (outcome.code == 0 || outcome.code == 3) {
      const auto bytes = bytes_of(out_);
      positions_.clear();
      book::Book(bytes).for_each([&](const auto& entry) { positions_.push_back(entry.position); });
    }
    return outcome;
  }
  /// Those that are searched alone: none is expanded.
  std::vector<std::string> roots(const Arguments& more = {}) {
    Arguments arguments{"--positions", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = build(arguments);
    CHECK(outcome.errors == "");
    CHECK(outcome.code == 0);
    return positions_;
  }
  [[nodiscard]] bool has(const std::string& position) const {
    return std::find(positions_.begin(), positions_.end(), position) != positions_.end();
  }
  [[nodiscard]] std::string file() const { return file_; }

 private:
  TemporaryFolder folder_;
  std::string file_, game_, out_ = folder_.path("out.cbk");
  std::vector<std::string> positions_;
};

}  // namespace

TEST_CASE("a deck of positions, moves, and positions with moves is begun from, each position once") {
  Beginnings deck("# three\n\n11-15 23-19\n1. 11-15 23-19\nB:W21-32:B1-12\nB:W21-32:B1-12 moves 11-15\n" +
                  std::string(after_11_15_23_19) + "\n");
  const auto roots = deck.roots();
  CHECK(roots.size() == 3);
  CHECK(deck.has(start));
  CHECK(deck.has(after_11_15_23_19));
  CHECK(deck.has("aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"));
}

TEST_CASE("chess positions are read as EPD, and the deck is built on") {
  Beginnings deck("8/3b4/6kr/8/8/8/3KRB2/8 w - - id \"x\";\n", "reduced-chess");
  const auto outcome = deck.build({"--positions", "40"});
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  CHECK(deck.has("8 Kd2,Re2,Bf2 Kg6,Rh6,Bd7 w"));
}

TEST_CASE("games are begun from at their last position, or at each of their first plies") {
  const auto games =
      "[GameType \"21\"]\n\n1. 11-15 {good} 23-19 (22-18) *\n\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 *\n\n";
  Beginnings last(games);
  CHECK(last.roots().size() == 2);
  CHECK(last.has(after_11_15_23_19));
  Beginnings first(games);
  CHECK(first.roots({"--from-plies", "2"}).size() == 3);
  CHECK(first.has(start));
  CHECK(first.roots({"--from-plies", "0"}) == std::vector<std::string>{start});
  CHECK(first.roots({"--from-plies", "9"}).size() == 4);
}

TEST_CASE("games that cannot be used are named with their line and reason, and the exit code says so") {
  Beginnings games(
      "[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n[GameType \"21\"]\n\n1. 11-15 23-17 *\n\n[GameType \"21\"]\n\n1. 9-14 "
      "{open\n\n[Game \"towers\"]\n\n1 first G6-F5\n\n[GameType \"21\"]\n[FEN \"W:W5:B1\"]\n\n1. 5-9 *\n");
  const auto outcome = games.build({"--positions", "1"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.errors, has_text(games.file() + ", game 2 (line 5) is skipped: line 7: 23-17: "));
  CHECK_THAT(outcome.errors, has_text("game 3 (line 9) is skipped: line 11: "));
  CHECK_THAT(outcome.errors, has_text("game 4 (line 13) is skipped: a game of towers, not of english"));
  CHECK(games.has(after_11_15_23_19));
  // What follows a ply that is not wanted does not count.
  CHECK(games.build({"--positions", "1", "--from-plies", "1"}).code == 3);
  CHECK(games.has("aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"));
}

TEST_CASE("lines of a deck that are no positions, or are over, are named") {
  Beginnings deck("11-15\n11-18\nB:WK1:B\n");
  const auto outcome = deck.build({"--positions", "1"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.errors, has_text("game 2 (line 2) is skipped: as a position: "));
  CHECK_THAT(outcome.errors, has_text("; as moves: 11-18: "));
  CHECK_THAT(outcome.errors, has_text("game 3 (line 3) is skipped: the game is over there"));
  Beginnings nothing("11-18\n");
  const auto refused = nothing.build();
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("there is no position to begin from in " + nothing.file()));
  CHECK_THAT(nothing.build({"--shard", "3/2"}).errors, has_text("I/N is needed with I from 1 to N"));
  CHECK_THAT(run({"build", "english", "--out", "x", "--from-plies", "3"}).errors, has_text("--from"));
}

TEST_CASE("parts share the positions to begin from, and merged they have all") {
  const TemporaryFolder folder;
  const auto deck = folder.write("deck", "9-13\n9-14\n10-14\n10-15\n11-15\n");
  std::vector<std::string> parts;
  Arguments merge{"merge", "--out", folder.path("all.cbk")};
  for (const std::string part : {"1", "2"}) {
    merge.push_back(folder.path(part + ".cbk"));
    REQUIRE(run({"build", "english", "--from", deck, "--shard", part + "/2", "--out", merge.back(), "--nodes", "100",
                 "--positions", "100"})
                .code == 0);
    const auto bytes = bytes_of(merge.back());
    CHECK(book::Book(bytes).positions() >= 50);
    CHECK(book::Book(bytes).positions() < 100);
  }
  REQUIRE(run(merge).code == 0);
  CHECK(run({"verify", merge[2]}).code == 0);
  const auto bytes = bytes_of(merge[2]);
  for (const std::string position : {"aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"})
    CHECK(book::Book(bytes).find(position).size() > 1);
  const auto missing = run({"build", "english", "--from", deck, "--shard", "6/6", "--out", folder.path("x")});
  CHECK(missing.code == 1);
  CHECK_THAT(missing.errors, has_text("there are 5 positions to begin from, too few for part 6 of 6"));
}
