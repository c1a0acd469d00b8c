// Books that crown-book builds, at once and after it was killed.
#include "book/book.hpp"
#include "clients/book/program.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <thread>

using namespace crownd::crown_book::test;
using crownd::testing::has_text;
namespace book = crownd::book;
namespace connection = crownd::connection;

namespace {

Arguments build(const std::string& out, const Arguments& more = {}, const std::string& positions = "200") {
  Arguments arguments{"build", "english", "--out", out, "--nodes", "500", "--positions", positions, "--workers", "1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// All but the facts: the day may change.
void check_same(const std::string& one, const std::string& other) {
  const auto bytes = bytes_of(one), other_bytes = bytes_of(other);
  const book::Book book(bytes), other_book(other_bytes);
  REQUIRE(book.positions() == other_book.positions());
  for (std::uint64_t number = 0; number < book.positions(); ++number) CHECK(book.at(number) == other_book.at(number));
}

}  // namespace

TEST_CASE("a book has the start position with all moves, worth what the positions behind them are worth") {
  const TemporaryFolder folder;
  const auto out = folder.path("english.cbk");
  const auto outcome = run(build(out));
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  const auto bytes = bytes_of(out);
  const book::Book built(bytes);
  CHECK(built.game() == "english");
  CHECK(built.positions() >= 200);
  const auto moves = built.find(start);
  REQUIRE(moves.size() == 7);
  for (const auto& move : moves) CHECK(move.visits >= 1);
  const auto after = built.find("aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a");
  REQUIRE(!after.empty());
  for (const auto& move : moves)
    if (move.move == "11-15") CHECK(move.score == -after.front().score.one_ply_later());
}

TEST_CASE("a run that was killed goes on where it was, and comes to a whole book") {
  const TemporaryFolder folder;
  const auto out = folder.path("english.cbk"), state = folder.path("state");
  const auto flags = build(out, {"--state", state});
  const auto file = state + "/positions.jsonl";
  for (std::size_t lines = 5; lines <= 15; lines += 5) {
    connection::ChildProcess process(command(flags), connection::Errors::captured);
    const auto end = connection::within(crownd::testing::long_enough);
    while (lines_in(file) < lines && connection::Clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    process.signal(SIGKILL);
    (void)process.wait(end);
  }
  const auto before = read_file(file);
  REQUIRE(run(flags).code == 0);
  const auto whole = before.substr(0, before.rfind('\n') + 1);
  CHECK(read_file(file).starts_with(whole));

  const auto again = folder.path("again.cbk");
  REQUIRE(run(build(again, {"--state", state})).code == 0);
  check_same(out, again);
}

TEST_CASE("a finished book grows without the state that it was built with") {
  const TemporaryFolder folder;
  const auto small = folder.path("small.cbk"), same = folder.path("same.cbk"), large = folder.path("large.cbk");
  REQUIRE(run(build(small)).code == 0);
  const auto outcome = run(build(same, {"--grow", small}));
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  check_same(small, same);

  const auto state = folder.path("state");
  REQUIRE(run(build(large, {"--grow", small, "--state", state}, "300")).code == 0);
  const auto bytes = bytes_of(large), small_bytes = bytes_of(small);
  const book::Book grown(bytes), before(small_bytes);
  CHECK(grown.positions() >= 300);
  before.for_each([&](const book::Entry& entry) { CHECK(!grown.find(entry.position).empty()); });
  CHECK(run({"verify", large}).code == 0);

  const auto again = folder.path("again.cbk");
  REQUIRE(run(build(again, {"--grow", small, "--state", state}, "300")).code == 0);
  check_same(large, again);
}

TEST_CASE("a book of something else does not grow") {
  const TemporaryFolder folder;
  const auto small = folder.path("small.cbk"), out = folder.path("out.cbk");
  REQUIRE(run(build(small)).code == 0);
  const auto nodes = run({"build", "english", "--out", out, "--nodes", "400", "--grow", small});
  CHECK(nodes.code == 1);
  CHECK_THAT(nodes.errors, has_text("is of searches of 500 nodes, not 400"));
  const auto game = run({"build", "towers", "--out", out, "--nodes", "500", "--grow", small});
  CHECK(game.code == 1);
  CHECK_THAT(game.errors, has_text("is of the game english, not towers"));
  CHECK(!std::filesystem::exists(out));
}

TEST_CASE("a state of something else is refused") {
  const TemporaryFolder folder;
  const auto state = folder.path("state"), out = folder.path("x.cbk");
  REQUIRE(run(build(folder.path("a.cbk"), {"--state", state})).code == 0);
  const auto refusal = [&](const Arguments& arguments) {
    const auto outcome = run(arguments);
    CHECK(outcome.code == 1);
    return outcome.errors;
  };
  CHECK_THAT(refusal({"build", "spanish", "--out", out, "--nodes", "500", "--state", state}),
             has_text("is of the game english, not spanish"));
  CHECK_THAT(refusal({"build", "english", "--out", out, "--nodes", "600", "--state", state}),
             has_text("is of searches of 500 nodes, not 600"));
  std::ofstream(state + "/positions.jsonl", std::ios::app) << "{\"expanded\":\"nowhere\",\"moves\":[]}\n";
  CHECK_THAT(refusal(build(out, {"--state", state})), has_text("is expanded that is not there"));
}

TEST_CASE("a book that is there is replaced only with --force") {
  const TemporaryFolder folder;
  const auto out = folder.write("english.cbk", "mine");
  const auto outcome = run(build(out));
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.errors, has_text("--force replaces it"));
  CHECK(read_file(out) == "mine");
  CHECK(run(build(out, {"--force"})).code == 0);
}

TEST_CASE("a file that cannot be written is refused before anything is searched") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& out, const Arguments& more = {}) {
    // The defaults: a book of hours.
    Arguments arguments{"build", "english", "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = run(arguments);
    CHECK(outcome.code == 1);
    return outcome.errors;
  };
  CHECK_THAT(refusal(""), has_text("--out: the name of a file is needed"));
  CHECK_THAT(refusal(folder.path("")), has_text("is a directory, not a file"));
  CHECK_THAT(refusal(folder.path("none/x.cbk")), has_text("there is no folder '" + folder.path("none") + "'"));
  CHECK_THAT(refusal("/proc/x.cbk"), has_text("'/proc/x.cbk' cannot be written: "));
  const auto pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(refusal(pipe, {"--force"}), has_text("cannot be replaced: it is no regular file"));
  CHECK(std::filesystem::is_fifo(pipe));
}

TEST_CASE("a game has one name: that of its books") {
  const TemporaryFolder folder;
  const auto out = folder.path("x.cbk"), state = folder.path("state");
  for (const std::string name : {"English", "no-game"}) {
    const auto outcome = run({"build", name, "--out", out, "--state", state});
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.errors, has_text("there is no game '" + name + "'; ") && has_text("he games are english, "));
    CHECK(!std::filesystem::exists(state));
  }
  CHECK_THAT(run({"build", "--out", out}).errors, has_text("a game is needed; the games are english, "));
}

TEST_CASE("a wrong command is named") {
  const auto wrong = run({"repair", "x.cbk"});
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.errors, has_text("there is no subcommand 'repair'; they are build, merge, "));
  CHECK_THAT(run({}).errors, has_text("A subcommand is required"));
}

TEST_CASE("what cannot be printed is an error") {
  const TemporaryFolder folder;
  const auto out =
      write_book(folder, "x.cbk", "english", {}, {{start, {{"11-15", crownd::Score::draw(), 8, 200, 100, 1}}}});
  for (const std::string command : {"stats", "export", "verify"}) {
    const auto printing = "'" CROWND_BIN_DIR "/crown-book' " + command + " '" + out + "' >/dev/full";
    connection::ChildProcess shell({"sh", "-c", printing}, connection::Errors::captured);
    const auto status = shell.wait(connection::within(crownd::testing::long_enough));
    CHECK(status == connection::ExitStatus{true, 1});
    CHECK_THAT(shell.errors(), has_text("standard output cannot be written"));
  }
}

TEST_CASE("what rules and tables know is exact, and nothing behind it is searched") {
  const TemporaryFolder folder;
  const auto out = folder.path("solved.cbk");
  REQUIRE(run({"build", "stupid", "--out", out, "--workers", "1"}).code == 0);
  const auto bytes = bytes_of(out);
  const book::Book built(bytes);
  bool has_win = false;
  built.for_each([&](const book::Entry& entry) { has_win = has_win || entry.moves.front().score.is_win(); });
  CHECK(has_win);
}

TEST_CASE("verify finds no fault in a book that was built, export prints it, and a damaged one is refused") {
  const TemporaryFolder folder;
  const auto out = folder.path("english.cbk");
  REQUIRE(run(build(out)).code == 0);
  const auto verified = run({"verify", out});
  CHECK(verified.errors == "");
  CHECK(verified.code == 0);
  CHECK_THAT(run({"export", out}).output, has_text(std::string(start) + " | "));
  CHECK_THAT(run({"export", out, "--format", "json"}).output, has_text("{\"position\":\"" + std::string(start) + '"'));
  CHECK_THAT(run({"stats", out}).output, has_text("game english\n"));

  auto bytes = read_file(out);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  const auto damaged = folder.write("damaged.cbk", bytes);
  for (const std::string tool : {"verify", "export", "stats"}) CHECK(run({tool, damaged}).code == 1);
}
