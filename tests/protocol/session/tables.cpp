#include "tables/tables.hpp"
#include "protocol/session/talk.hpp"
#include "session/table_files.hpp"
#include "tables/index.hpp"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace crownd;
using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

std::vector<std::uint8_t> table_of(std::string_view game) {
  return tables::file_of(game, 2, std::vector<tables::Value>(tables::size_of_table(2)));
}

/// A directory of its own for each test, gone with it.
class Directory {
 public:
  Directory() : path_(fs::temp_directory_path() / ("crownd-tables-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() { fs::remove_all(path_); }

  void write(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
    std::ofstream(path_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  [[nodiscard]] std::string path() const { return path_.string(); }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// A session that may choose its tables.
struct TableTalk {
  TableTalk() {
    talk.environment.table_files = &files;
    begin_session();
  }
  void begin_session() {
    talk.session = std::make_unique<session::Session>(talk.environment, talk.client, session::Access::open);
  }
  [[nodiscard]] Lines choose(const std::string& directory) {
    return talk.ask("setoption name TablePath value " + directory);
  }
  /// What the game was told before its next search.
  [[nodiscard]] Lines told() {
    (void)notes().taken();
    talk.say("go depth 1");
    (void)talk.client.until("bestmove");
    return notes().taken();
  }

  session::TableFiles files;
  Talk talk;
};

constexpr const char* plain = "hash 16777216 multipv 1";

}  // namespace

TEST_CASE("the games that have tables are named and get theirs, also after a change of the game") {
  const Directory directory;
  directory.write("first.tables", table_of("first"));
  TableTalk chooser;
  CHECK(chooser.choose(directory.path()) == Lines{"info string endgame tables: first up to 2 pieces"});
  CHECK(chooser.told() == Lines{std::string(plain) + " tables of first"});
  (void)chooser.talk.ask("position second startpos");
  CHECK(chooser.told() == Lines{plain});
  (void)chooser.talk.ask("position first startpos");
  CHECK(chooser.told() == Lines{std::string(plain) + " tables of first"});
  CHECK(chooser.choose("<empty>").empty());
  CHECK(chooser.told() == Lines{plain});
}

TEST_CASE("a directory that is not there, a damaged file and one of another game change nothing") {
  const Directory directory;
  directory.write("first.tables", table_of("first"));
  TableTalk chooser;
  (void)chooser.choose(directory.path());
  CHECK(chooser.choose("/no/where") == Lines{"error bad-argument there is no directory '/no/where' for tables"});
  auto damaged = table_of("second");
  damaged.back() ^= 1;
  directory.write("second.tables", damaged);
  CHECK(chooser.choose(directory.path()) ==
        Lines{"error bad-argument " + directory.path("second.tables") + ": this table is damaged; make it anew"});
  directory.write("second.tables", table_of("third"));
  CHECK(chooser.choose(directory.path()) ==
        Lines{"error bad-argument " + directory.path("second.tables") + ": this is a table of 'third'"});
  CHECK(chooser.told() == Lines{std::string(plain) + " tables of first"});
}

TEST_CASE("a session begins with the tables of the daemon") {
  const Directory directory;
  directory.write("first.tables", table_of("first"));
  TableTalk chooser;
  chooser.talk.environment.tables = chooser.files.load(directory.path(), scripted_games);
  chooser.begin_session();
  CHECK(chooser.told() == Lines{std::string(plain) + " tables of first"});
  const auto uci = chooser.talk.ask("uci");
  CHECK(uci[uci.size() - 2] == "option name TablePath type string default " + directory.path());
}

TEST_CASE("whoever asks for the same file gets the same memory, until the file is replaced or nobody uses it") {
  const Directory directory;
  directory.write("first.tables", table_of("first"));
  session::TableFiles files;
  auto one = files.load(directory.path(), scripted_games);
  auto other = files.load(directory.path() + "/.", scripted_games);
  REQUIRE(one.tables.size() == 1);
  CHECK(one.of("first") == other.of("first"));
  CHECK(one.of("second") == nullptr);

  const auto file = fs::path(directory.path("first.tables"));
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(2));
  const auto replaced = files.load(directory.path(), scripted_games);
  CHECK(replaced.of("first") != one.of("first"));

  const std::weak_ptr<const tables::Tables> watch = one.of("first");
  one = {};
  CHECK_FALSE(watch.expired());
  other = {};
  CHECK(watch.expired());
}
