#include "book/book.hpp"
#include "clients/book/program.hpp"

#include <sys/stat.h>

#include <chrono>
#include <csignal>

using namespace crownd::crown_book::test;
using crownd::testing::has_text;
namespace book = crownd::book;
namespace connection = crownd::connection;

namespace {

Arguments build(const std::string& out, const Arguments& more = {}, const std::string& positions = "200") {
  return extended({"build", "english", "--out", out, "--nodes", "500", "--positions", positions, "--workers", "1"},
                  more);
}

constexpr auto after_11_15_23_19 = "aaaaaaaaa.aa.a...b..b.bbbbbbbbbb:b";

class Beginnings {
 public:
  explicit Beginnings(const std::string& text, const std::string& game = "english")
      : file_(folder_.write("from", text)), game_(game) {}

  Outcome build(const Arguments& more = {}) {
    auto outcome = run(extended(
        {"build", game_, "--out", out_, "--from", file_, "--nodes", "100", "--force", "--workers", "1"}, more));
    if (outcome.code == 0 || outcome.code == 3) {
      positions_.clear();
      for (const auto& entry : entries_of(out_)) positions_.push_back(entry.position);
    }
    return outcome;
  }
  /// Searches the roots only; expands none.
  std::vector<std::string> roots(const Arguments& more = {}) {
    const auto outcome = build(extended({"--positions", "1"}, more));
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

/// The commands of the README, with their continuation lines.
std::vector<std::string> commands_in(const std::string& page) {
  constexpr std::string_view begin = "    scripts/crown-book ";
  std::vector<std::string> commands;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(begin)) continue;
    auto command = line.substr(begin.size());
    while (command.ends_with('\\') && std::getline(lines, line)) {
      command.pop_back();
      command += line;
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

}  // namespace

// Books that crown-book builds, at once and after it was killed.

TEST_CASE("a book has all moves of the start position, with the scores of the positions after them") {
  const TemporaryFolder folder;
  const auto out = folder.path("english.cbk");
  succeed(build(out));
  CHECK(entries_of(out).size() >= 200);
  const auto moves = moves_in(out, start);
  REQUIRE(moves.size() == 7);
  for (const auto& move : moves) CHECK(move.visits >= 1);
  const auto after = moves_in(out, "aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a");
  REQUIRE(!after.empty());
  for (const auto& move : moves)
    if (move.move == "11-15") CHECK(move.score == -after.front().score.at_parent());
}

TEST_CASE("a killed build can be resumed") {
  const TemporaryFolder folder;
  const auto out = folder.path("english.cbk"), state = folder.path("state");
  const auto flags = build(out, {"--state", state});
  const auto file = state + "/positions.jsonl";
  for (std::size_t lines = 5; lines <= 15; lines += 5) {
    connection::ChildProcess process(command(flags), connection::Errors::captured);
    CHECK(comes_true([&] { return lines_in(file) >= lines; }));
    process.signal(SIGKILL);
    (void)process.wait(connection::within(crownd::testing::test_timeout));
  }
  const auto before = read_file(file);
  REQUIRE(run(flags).code == 0);
  const auto whole = before.substr(0, before.rfind('\n') + 1);
  CHECK(read_file(file).starts_with(whole));

  const auto again = folder.path("again.cbk");
  REQUIRE(run(build(again, {"--state", state})).code == 0);
  CHECK(entries_of(out) == entries_of(again));
}

TEST_CASE("--grow extends a finished book without its state") {
  const TemporaryFolder folder;
  const auto small = folder.path("small.cbk"), same = folder.path("same.cbk"), large = folder.path("large.cbk");
  REQUIRE(run(build(small)).code == 0);
  succeed(build(same, {"--grow", small}));
  CHECK(entries_of(small) == entries_of(same));

  const auto state = folder.path("state");
  REQUIRE(run(build(large, {"--grow", small, "--state", state}, "300")).code == 0);
  const auto bytes = bytes_of(large);
  const book::Book grown(bytes);
  CHECK(grown.positions() >= 300);
  for (const auto& entry : entries_of(small)) CHECK(!grown.find(entry.position).empty());
  CHECK(run({"verify", large}).code == 0);

  const auto again = folder.path("again.cbk");
  REQUIRE(run(build(again, {"--grow", small, "--state", state}, "300")).code == 0);
  CHECK(entries_of(large) == entries_of(again));
}

TEST_CASE("--grow refuses a book of another game or number of nodes") {
  const TemporaryFolder folder;
  const auto small = folder.path("small.cbk"), out = folder.path("out.cbk");
  REQUIRE(run(build(small)).code == 0);
  CHECK_THAT(refusal({"build", "english", "--out", out, "--nodes", "400", "--grow", small}),
             has_text("is a book with searches of 500 nodes, not 400"));
  CHECK_THAT(refusal({"build", "towers", "--out", out, "--nodes", "500", "--grow", small}),
             has_text("is a book of the game english, not towers"));
  CHECK(!std::filesystem::exists(out));
}

TEST_CASE("--state refuses a state of another game or number of nodes") {
  const TemporaryFolder folder;
  const auto state = folder.path("state"), out = folder.path("x.cbk");
  REQUIRE(run(build(folder.path("a.cbk"), {"--state", state})).code == 0);
  CHECK_THAT(refusal({"build", "spanish", "--out", out, "--nodes", "500", "--state", state}),
             has_text("has the game english, not spanish"));
  CHECK_THAT(refusal({"build", "english", "--out", out, "--nodes", "600", "--state", state}),
             has_text("has searches of 500 nodes, not 600"));
  std::ofstream(state + "/positions.jsonl", std::ios::app) << "{\"expanded\":\"nowhere\",\"moves\":[]}\n";
  CHECK_THAT(refusal(build(out, {"--state", state})), has_text("an unknown position is expanded"));
}

TEST_CASE("an existing book is overwritten only with --force") {
  const TemporaryFolder folder;
  const auto out = folder.write("english.cbk", "mine");
  CHECK_THAT(refusal(build(out)), has_text("--force replaces it"));
  CHECK(read_file(out) == "mine");
  CHECK(run(build(out, {"--force"})).code == 0);
}

TEST_CASE("the book is not written over its state") {
  const TemporaryFolder folder;
  const auto state = folder.path("state"), file = state + "/positions.jsonl";
  CHECK_THAT(refusal(build(state, {"--state", state})), has_text("would be written twice"));
  REQUIRE(run(build(folder.path("a.cbk"), {"--state", state})).code == 0);
  const auto before = read_file(file);
  CHECK_THAT(refusal(build(file, {"--state", state, "--force"}, "300")), has_text("would be written twice"));
  CHECK(read_file(file) == before);
}

TEST_CASE("an unwritable file is refused before the first search") {
  const TemporaryFolder folder;
  // The defaults: a book of hours.
  const auto why_not = [](const std::string& out, const Arguments& more = {}) {
    return refusal(extended({"build", "english", "--out", out}, more));
  };
  for (const auto* const name : {"", "-"}) CHECK_THAT(why_not(name), has_text("--out: the name of a file is needed"));
  CHECK_THAT(why_not(folder.path("")), has_text("is a directory, not a file"));
  CHECK_THAT(why_not(folder.path("none/x.cbk")), has_text("there is no folder '" + folder.path("none") + "'"));
  CHECK_THAT(why_not("/proc/x.cbk"), has_text("'/proc/x.cbk' cannot be written: "));
  const auto pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(why_not(pipe, {"--force"}), has_text("cannot be replaced: it is no regular file"));
  CHECK(std::filesystem::is_fifo(pipe));
}

TEST_CASE("the name of the game must be exact") {
  const TemporaryFolder folder;
  const auto out = folder.path("x.cbk"), state = folder.path("state");
  for (const std::string name : {"English", "no-game"}) {
    CHECK_THAT(refusal({"build", name, "--out", out, "--state", state}, 2),
               has_text("there is no game '" + name + "'; ") && has_text("he games are english, "));
    CHECK(!std::filesystem::exists(state));
  }
  CHECK_THAT(refusal({"build", "--out", out}, 2), has_text("a game is needed; the games are english, "));
}

TEST_CASE("an unknown subcommand is an error") {
  CHECK_THAT(refusal({"repair", "x.cbk"}, 2), has_text("there is no subcommand 'repair'; subcommands: build, merge, "));
  CHECK_THAT(run({}).errors, has_text("A subcommand is required"));
}

TEST_CASE("a write error on standard output is an error") {
  const TemporaryFolder folder;
  const auto out =
      write_book(folder, "x.cbk", "english", {}, {{start, {{"11-15", crownd::Score::draw(), 8, 200, 100, 1}}}});
  for (const std::string command : {"stats", "export", "verify"}) {
    const auto printing =
        "'" + crownd::testing::program_path("crown-book") + "' " + command + " '" + out + "' >/dev/full";
    connection::ChildProcess shell({"sh", "-c", printing}, connection::Errors::captured);
    const auto status = shell.wait(connection::within(crownd::testing::test_timeout));
    CHECK(status == connection::ExitStatus{true, 1});
    CHECK_THAT(shell.errors(), has_text("standard output cannot be written"));
  }
}

TEST_CASE("exact values from rules and tables are not searched") {
  const TemporaryFolder folder;
  const auto out = folder.path("solved.cbk");
  REQUIRE(run({"build", "stupid", "--out", out, "--workers", "1"}).code == 0);
  const auto entries = entries_of(out);
  CHECK(
      std::any_of(entries.begin(), entries.end(), [](const auto& each) { return each.moves.front().score.is_win(); }));
}

TEST_CASE("verify accepts a built book, export prints it, and a damaged book is refused") {
  const TemporaryFolder folder;
  const auto out = folder.path("english.cbk");
  REQUIRE(run(build(out)).code == 0);
  succeed({"verify", out});
  CHECK_THAT(run({"export", out}).output, has_text(std::string(start) + " | "));
  CHECK_THAT(run({"export", out, "--format", "json"}).output, has_text("{\"position\":\"" + std::string(start) + '"'));
  CHECK_THAT(run({"stats", out}).output, has_text("game english\n"));

  auto bytes = read_file(out);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  const auto damaged = folder.write("damaged.cbk", bytes);
  for (const std::string tool : {"verify", "export", "stats"}) CHECK(run({tool, damaged}).code == 1);
}

TEST_CASE("verify is fast with hundreds of moves in each position") {
  const TemporaryFolder folder;
  const auto out = folder.path("stupid.cbk");
  REQUIRE(run({"build", "stupid", "--out", out, "--positions", "2", "--workers", "1"}).code == 0);
  const auto begun = std::chrono::steady_clock::now();
  CHECK(run({"verify", out}).output == out + ": 625 positions, 0 faults\n");
  CHECK(std::chrono::steady_clock::now() - begun < crownd::testing::test_timeout);
}

// Where books begin: files of positions and games.

TEST_CASE("--from reads positions, moves, and positions with moves, without duplicates") {
  Beginnings deck("\xEF\xBB\xBF# three\n\n11-15 23-19\n1. 11-15 23-19\nB:W21-32:B1-12\nB:W21-32:B1-12 moves 11-15\n" +
                  std::string(after_11_15_23_19) + "\n");
  const auto roots = deck.roots();
  CHECK(roots.size() == 3);
  CHECK(deck.has(start));
  CHECK(deck.has(after_11_15_23_19));
  CHECK(deck.has("aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"));
}

TEST_CASE("--from reads chess positions as EPD") {
  Beginnings deck("8/3b4/6kr/8/8/8/3KRB2/8 w - - id \"x\";\n", "reduced-chess");
  const auto outcome = deck.build({"--positions", "40"});
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  CHECK(deck.has("8 Kd2,Re2,Bf2 Kg6,Rh6,Bd7 w"));
}

TEST_CASE("--from begins at the last position of games, or with --from-plies at their first ones") {
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

TEST_CASE("skipped games are reported with line and reason, and change the exit code") {
  Beginnings games(
      "[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n[GameType \"21\"]\n\n1. 11-15 23-17 *\n\n[GameType \"21\"]\n\n1. 9-14 "
      "{open\n\n[Game \"towers\"]\n\n1 first G6-F5\n\n[GameType \"21\"]\n[FEN \"W:W5:B1\"]\n\n1. 5-9 *\n");
  const auto outcome = games.build({"--positions", "1"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.errors, has_text(games.file() + ", game 2 (line 5) is skipped: line 7: 23-17: "));
  CHECK_THAT(outcome.errors, has_text("game 3 (line 9) is skipped: line 11: "));
  CHECK_THAT(outcome.errors, has_text("game 4 (line 13) is skipped: a game of towers, not of english"));
  CHECK(games.has(after_11_15_23_19));
  // Moves beyond --from-plies are not checked.
  CHECK(games.build({"--positions", "1", "--from-plies", "1"}).code == 3);
  CHECK(games.has("aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"));
}

TEST_CASE("invalid and finished positions are reported") {
  Beginnings deck("11-15\n11-18\nB:WK1:B\n");
  const auto outcome = deck.build({"--positions", "1"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.errors, has_text("game 2 (line 2) is skipped: as a position: "));
  CHECK_THAT(outcome.errors, has_text("; as moves: 11-18: "));
  CHECK_THAT(outcome.errors, has_text("game 3 (line 3) is skipped: the game is over there"));
  Beginnings nothing("11-18\n");
  const auto refused = nothing.build();
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("there is no root position in " + nothing.file()));
  CHECK_THAT(nothing.build({"--shard", "3/2"}).errors, has_text("I/N is needed with I from 1 to N"));
  CHECK_THAT(run({"build", "english", "--out", "x", "--from-plies", "3"}).errors, has_text("--from"));
}

TEST_CASE("parts share the root positions, and merged they have all") {
  const TemporaryFolder folder;
  const auto deck = folder.write("deck", "9-13\n9-14\n10-14\n10-15\n11-15\n");
  std::vector<std::string> parts;
  Arguments merge{"merge", "--out", folder.path("all.cbk")};
  for (const std::string part : {"1", "2"}) {
    merge.push_back(folder.path(part + ".cbk"));
    REQUIRE(run({"build", "english", "--from", deck, "--shard", part + "/2", "--out", merge.back(), "--nodes", "100",
                 "--positions", "100", "--workers", "1"})
                .code == 0);
    CHECK(entries_of(merge.back()).size() >= 50);
    CHECK(entries_of(merge.back()).size() < 100);
  }
  REQUIRE(run(merge).code == 0);
  CHECK(run({"verify", merge[2]}).code == 0);
  CHECK(moves_in(merge[2], "aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a").size() > 1);
  CHECK_THAT(refusal({"build", "english", "--from", deck, "--shard", "6/6", "--out", folder.path("x")}),
             has_text("there are only 5 root positions, none for part 6 of 6"));
}

// The examples of clients/book/README.md.

TEST_CASE("the examples of the README work in their order") {
  const TemporaryFolder folder;
  (void)folder.write("games.pdn", "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n");
  const auto commands = commands_in(read_file(std::string(CROWND_SOURCE_DIR) + "/clients/book/README.md"));
  CHECK(commands.size() >= 8);
  for (const auto& each : commands) {
    INFO(each);
    const auto program = crownd::testing::program_path("crown-book") + " ";
    auto words = each;
    const std::string decks = "scripts/openings/";
    if (const auto at = words.find(decks); at != std::string::npos)
      words.insert(at, std::string(CROWND_SOURCE_DIR) + "/");
    crownd::connection::ChildProcess shell({"sh", "-c", "cd " + folder.path("") + " && exec " + program + words},
                                           crownd::connection::Errors::captured);
    shell.close_input();
    const auto end = crownd::connection::within(5 * crownd::testing::test_timeout);
    while (shell.receive(end)) {
    }
    const auto status = shell.wait(end);
    CHECK(shell.errors() == "");
    REQUIRE(status.has_value());
    CHECK(status->code == 0);
  }
}
