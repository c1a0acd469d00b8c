#include "book/writer.hpp"
#include "engine/book/some_books.hpp"
#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace crownd::testing;
namespace fs = std::filesystem;
namespace book = crownd::book;

namespace {

const std::string english_start = "aaaaaaaaaaaa........bbbbbbbbbbbb:b";

/// A book that knows one move of the start position.
void write_book(const std::string& path, const std::string& move, const std::string& game = "english") {
  const auto bytes = book_of({{english_start, {crownd::testing::move(move, crownd::Score::draw())}}}, game);
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// What a client of the daemon hears of the start position.
std::string asked(Channel& client) {
  REQUIRE(client.send("position english startpos"));
  const auto count = ask(client, "book", "book ");
  return count == "book 0" ? count : wait_for(client, "bookmove ");
}

/// What a daemon knows that uses the user's book.
constexpr auto from_users_book = "bookmove 11-15 score cp 0 depth 12 wdl 300 500 200 visits 7";

std::string known_to(Daemon& daemon) {
  auto client = daemon.connect();
  return asked(client);
}

}  // namespace

TEST_CASE("books are found in the user's folder; --book goes before them, --no-books leaves them alone") {
  const TemporaryFolder folder;
  const auto use = "export XDG_DATA_HOME=" + folder.path("data");
  write_book(folder.path("data/crownd/books/english.cbk"), "11-15");
  write_book(folder.path("mine.cbk"), "9-14");
  Daemon found({}, use);
  CHECK(known_to(found) == from_users_book);
  Daemon named({"--book", folder.path("mine.cbk")}, use);
  CHECK(known_to(named).starts_with("bookmove 9-14 "));
  Daemon none({"--no-books"}, use);
  CHECK(known_to(none) == "book 0");
}

TEST_CASE("a damaged book of a folder, or one of another game, is logged and the daemon serves on") {
  const TemporaryFolder folder;
  const auto use = "export XDG_DATA_HOME=" + folder.path("data");
  const auto file = folder.path("data/crownd/books/english.cbk");
  write_book(file, "11-15");
  fs::resize_file(file, fs::file_size(file) - 1);
  Daemon damaged({}, use);
  CHECK(known_to(damaged) != from_users_book);
  CHECK(
      contains(damaged.wait_for_log("english.cbk"), "cannot be used: it is damaged or cut off: its checksum is wrong"));
  write_book(file, "11-15", "spanish");
  Daemon foreign({}, use);
  CHECK(known_to(foreign) != from_users_book);
  CHECK(contains(foreign.wait_for_log("english.cbk"), "is passed over: it is a book of 'spanish'"));
}

TEST_CASE("a book of the command line that cannot be used is an error at the start") {
  const TemporaryFolder folder;
  const auto flags = [&](const std::string& file) {
    return std::vector<std::string>{"--listen", "127.0.0.1:0", "--book", file};
  };
  CHECK(contains(refused(flags("/no/such.cbk")).message, "the book /no/such.cbk cannot be used: No such file"));
  const auto file = folder.path("chess.cbk");
  write_book(file, "e2e4", "no-game");
  CHECK(contains(refused(flags(file)).message, "it is for 'no-game', which is no game here"));
}

TEST_CASE("a reload brings new books to the next command of all sessions, and disturbs no search") {
  const TemporaryFolder folder;
  const auto file = folder.path("a.cbk"), next = folder.path("next.cbk");
  write_book(file, "11-15");
  Daemon daemon({"--book", file});
  auto before = daemon.connect(), searching = daemon.connect();
  CHECK(asked(before).starts_with("bookmove 11-15 "));
  searching.send("setoption name OwnBook value true");
  searching.send("position english startpos");
  searching.send("go infinite");
  wait_for(searching, "info depth ");
  write_book(next, "9-14");
  fs::rename(next, file);
  daemon.process().signal(SIGHUP);
  CHECK(contains(daemon.wait_for_log("reloaded: "), "all sessions have the new books"));
  CHECK(known_to(daemon).starts_with("bookmove 9-14 "));
  CHECK(asked(before).starts_with("bookmove 9-14 "));
  wait_for(searching, "info depth ");
  CHECK(ask(searching, "book", "bookmove ").starts_with("bookmove 9-14 "));
  CHECK(ask(searching, "stop", "bestmove ").starts_with("bestmove "));
  CHECK(ask(searching, "go depth 2", "bestmove ") == "bestmove 9-14");

  std::ofstream(next) << "no book";
  fs::rename(next, file);
  daemon.process().signal(SIGHUP);
  CHECK(contains(daemon.wait_for_log("reload refused"), "it is no opening book"));
  CHECK(known_to(daemon).starts_with("bookmove 9-14 "));
}

TEST_CASE("a reload looks again for the books of the user's folder") {
  const TemporaryFolder folder;
  const auto file = folder.path("data/crownd/books/english.cbk");
  Daemon daemon({}, "export XDG_DATA_HOME=" + folder.path("data"));
  auto client = daemon.connect();
  CHECK(asked(client) != from_users_book);
  write_book(file, "11-15");
  daemon.process().signal(SIGHUP);
  daemon.wait_for_log("reloaded: ");
  CHECK(asked(client) == from_users_book);
}

TEST_CASE("a book that is cut off while it is in use harms nothing") {
  const TemporaryFolder folder;
  const auto file = folder.path("a.cbk");
  write_book(file, "11-15");
  Daemon daemon({"--book", file});
  auto client = daemon.connect();
  CHECK(asked(client).starts_with("bookmove 11-15 "));
  fs::resize_file(file, 0);
  CHECK(asked(client) == "book 0");
  CHECK(known_to(daemon) == "book 0");
}
