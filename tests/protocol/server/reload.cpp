#include "book/book.hpp"
#include "connection/socket_channel.hpp"
#include "engine/book/some_books.hpp"
#include "protocol/server/daemon.hpp"
#include "support/certificate.hpp"
#include "support/temporary_folder.hpp"

using namespace crownd::testing;
using crownd::connection::TlsChannel;
namespace book = crownd::book;
namespace fs = std::filesystem;

namespace {

void overwrite(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::trunc) << text; }

void reload(Daemon& daemon, const std::string& log_line) {
  daemon.process().signal(SIGHUP);
  daemon.wait_for_log(log_line);
}

const std::string english_start = "aaaaaaaaaaaa........bbbbbbbbbbbb:b";

/// A book that knows one move of the start position.
void write_book(const std::string& path, const std::string& move, const std::string& game = "english") {
  const auto bytes = book_of({{english_start, {crownd::testing::move(move, crownd::Score::draw())}}}, game);
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// The answers of the daemon about the start position.
std::string asked(Channel& client) {
  REQUIRE(client.send("position english startpos"));
  const auto count = ask(client, "book", "book ");
  return count == "book 0" ? count : wait_for(client, "bookmove ");
}

/// The answer of a daemon with the user's book.
constexpr auto from_users_book = "bookmove 11-15 score cp 0 depth 12 wdl 300 500 200 visits 7";

std::string known_to(Daemon& daemon) {
  auto client = daemon.connect();
  return asked(client);
}

}  // namespace

TEST_CASE("flags may be in a file, and those of the command line take precedence") {
  const TemporaryFile file("max-line = 300\nsession-hash = 7\n");
  Daemon daemon({"--config", file.path(), "--session-hash", "9"});
  auto client = daemon.connect();
  CHECK(contains(ask(client, "uci", "option name Hash"), "max 9"));
  CHECK(contains(ask(client, std::string(301, 'x'), "error"), "at most 300 bytes"));

  const TemporaryFile wrong("max-lines = 300\n");
  CHECK(contains(refused({"--listen", "127.0.0.1:0", "--config", wrong.path()}),
                 "sets max-lines, which is no flag: write NAME = VALUE"));
  const TemporaryFile sections("[limits]\nmax-line = 300\n");
  CHECK(contains(refused({"--config", sections.path()}), "begins a section [limits]; remove it"));
  check_refused({{"--config", "/no/such/file"}});
}

TEST_CASE("a reload applies new limits and drops no session") {
  const TemporaryFile file("max-sessions = 1\nmax-line = 300\n");
  Daemon daemon({"--config", file.path()});
  auto client = daemon.connect();
  ask(client, "go infinite", "info");
  auto refused_client = daemon.connect();
  CHECK(contains(wait_for(refused_client, "error"), "--max-sessions 1"));

  overwrite(file.path(), "max-sessions = 2\nmax-line = 400\n");
  reload(daemon, "reloaded: ");
  auto second = daemon.connect();
  CHECK(contains(ask(second, std::string(401, 'x'), "error"), "at most 400 bytes"));
  CHECK(ask(client, "stop", "bestmove").starts_with("bestmove "));
  CHECK(contains(ask(client, std::string(301, 'x'), "error"), "at most 300 bytes"));
}

TEST_CASE("a reload applies a new token") {
  const TemporaryFile token("old-secret\n");
  Daemon daemon({"--token-file", token.path()});
  auto before = daemon.connect();
  CHECK(ask(before, "auth old-secret", "auth") == "authok");
  overwrite(token.path(), "new-secret\n");
  reload(daemon, "reloaded: ");
  CHECK(ask(before, "isready", "readyok") == "readyok");
  auto after = daemon.connect();
  CHECK(ask(after, "auth old-secret", "error").starts_with("error auth"));
  CHECK(ask(after, "auth new-secret", "auth") == "authok");
}

TEST_CASE("a reload applies a new certificate") {
  const Certificate old_one, new_one;
  const TemporaryFile certificate(""), key("");
  const auto put = [&](const Certificate& from) {
    const auto over = std::filesystem::copy_options::overwrite_existing;
    std::filesystem::copy_file(from.file(), certificate.path(), over);
    std::filesystem::copy_file(from.key_file(), key.path(), over);
  };
  put(old_one);
  Daemon daemon({"--tls-cert", certificate.path(), "--tls-key", key.path()});
  TlsChannel before(daemon.address(), old_one.file(), within(test_timeout));
  CHECK(ask(before, "isready", "readyok") == "readyok");
  put(new_one);
  reload(daemon, "reloaded: ");
  TlsChannel after(daemon.address(), new_one.file(), within(test_timeout));
  CHECK(ask(after, "isready", "readyok") == "readyok");
  CHECK(ask(before, "isready", "readyok") == "readyok");
}

TEST_CASE("an invalid reload changes nothing") {
  const TemporaryFile file("max-line = 300\n");
  Daemon daemon({"--config", file.path()});
  overwrite(file.path(), "max-line = many\n");
  reload(daemon, "reload refused, nothing changed: ");
  auto client = daemon.connect();
  CHECK(contains(ask(client, std::string(301, 'x'), "error"), "at most 300 bytes"));
}

TEST_CASE("books are found in the user's folder; --book takes precedence, --no-books ignores them") {
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

TEST_CASE("a damaged book in a folder, or one of another game, is logged and skipped") {
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
  CHECK(contains(foreign.wait_for_log("english.cbk"), "is skipped: it is a book of 'spanish'"));
}

TEST_CASE("an unusable book on the command line is an error at the start") {
  const TemporaryFolder folder;
  const auto flags = [&](const std::string& file) {
    return std::vector<std::string>{"--listen", "127.0.0.1:0", "--book", file};
  };
  CHECK(contains(refused(flags("/no/such.cbk"), 1), "the book /no/such.cbk cannot be used: No such file"));
  const auto file = folder.path("chess.cbk");
  write_book(file, "e2e4", "no-game");
  CHECK(contains(refused(flags(file), 1), "it is for 'no-game', which is no game here"));
}

TEST_CASE("a reload applies new books to the next command of all sessions, and affects no search") {
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

TEST_CASE("a reload searches the user's folder for books again") {
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

TEST_CASE("truncating a book in use does no harm") {
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
