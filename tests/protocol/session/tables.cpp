#include "protocol/session/scripted_session.hpp"
#include "session/data_files.hpp"
#include "support/temporary_folder.hpp"
#include "tables/table_bytes.hpp"

#include <unistd.h>

using namespace crownd;
using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

void write(const TemporaryFolder& folder, const std::string& name, const FileOfBytes& bytes) {
  fs::create_directories((folder / name).parent_path());
  (void)folder.write(name, {bytes.begin(), bytes.end()});
}

FileOfBytes table_of(const std::string& game, std::uint64_t code = 1, int pieces = 3,
                     tables::Kind kind = tables::Kind::distance) {
  const std::vector<tables::Value> values(20'000, tables::draw);
  const auto about = description(game, code, pieces, values.size(), kind);
  return kind == tables::Kind::distance ? file_of(about, values) : wdl_file_of(about, values);
}

constexpr std::size_t cache_bytes = std::size_t{1} << 20;

/// A session whose client may set the tables' folder.
struct TableTalk {
  TableTalk() {
    talk.environment.table_files = &files;
    begin_session();
  }
  void begin_session() {
    talk.session = std::make_unique<session::Session>(talk.environment, talk.client, session::Access::open);
  }
  [[nodiscard]] Lines choose(const std::string& path) { return talk.ask("setoption name TablePath value " + path); }
  /// The calls that the game gets before its next search, once it has its memory.
  [[nodiscard]] Lines reported() {
    (void)talk.ask("ucinewgame");
    (void)notes().taken();
    talk.say("go depth 1");
    (void)talk.client.until("bestmove");
    return notes().taken();
  }

  session::TableFiles files{cache_bytes, any_table_memory()};
  Talk talk;
};

const std::string without_tables = "multipv 1";
const std::string with_tables = without_tables + " with tables";

}  // namespace

TEST_CASE("each game gets its tables, also after a change of the game") {
  const TemporaryFolder directory;
  write(directory, "first/some.table", table_of("first"));
  TableTalk chooser;
  CHECK(chooser.choose(directory.path("")) == Lines{"info string endgame tables: first up to 3 pieces"});
  CHECK(chooser.reported() == Lines{with_tables});
  (void)chooser.talk.ask("position second startpos");
  CHECK(chooser.reported() == Lines{without_tables});
  (void)chooser.talk.ask("position first startpos");
  CHECK(chooser.reported() == Lines{with_tables});
  CHECK(chooser.choose("<empty>").empty());
  CHECK(chooser.reported() == Lines{without_tables});
}

TEST_CASE("a missing directory changes nothing") {
  const TemporaryFolder directory;
  write(directory, "some.table", table_of("first"));
  TableTalk chooser;
  (void)chooser.choose(directory.path(""));
  CHECK(chooser.choose("/no/where") == Lines{"error bad-argument there is no directory '/no/where' for tables"});
  CHECK(chooser.reported() == Lines{with_tables});
}

TEST_CASE("damaged, truncated, old and foreign files are skipped, and the others are used") {
  const TemporaryFolder directory;
  auto damaged = table_of("second");
  damaged[70] ^= 1;
  write(directory, "damaged.table", damaged);
  auto cut = table_of("second");
  cut.resize(cut.size() - 1);
  write(directory, "second/cut.table", cut);
  write(directory, "second.tables", FileOfBytes{'c', 'r', 'o', 'w', 'n', 't', 'a', 'b', 1, 0, 0, 0});
  write(directory, "foreign.table", FileOfBytes(1000, 'x'));
  write(directory, "third.table", table_of("third"));
  write(directory, "empty.table", {});
  write(directory, "half.table.unfinished", table_of("second"));
  fs::create_directories(directory.path("folder.table"));
  write(directory, "good.table", table_of("first"));
  TableTalk chooser;
  CHECK(chooser.choose(directory.path("")) == Lines{"info string endgame tables: first up to 3 pieces"});
}

TEST_CASE("the files are listed by game, pieces and kind, with folders for clients that may choose folders") {
  const TemporaryFolder directory;
  const auto one = table_of("first", 1, 3), other = table_of("first", 2, 3), four = table_of("first", 3, 4);
  const auto wdl = table_of("first", 4, 4, tables::Kind::wdl), second = table_of("second");
  write(directory, "first/b.table", one);
  write(directory, "first/a.table", other);
  write(directory, "first/c.table", four);
  write(directory, "deeper/first/d.table", wdl);
  write(directory, "deeper/second/e.table", second);
  TableTalk chooser;
  const std::string deeper = directory.path("deeper");
  CHECK(chooser.talk.ask("tables all") == Lines{"tablesok"});
  (void)chooser.choose(deeper + ":" + directory.path(""));
  const auto row = [&](const std::string& text, std::size_t places, std::size_t bytes) {
    return "table " + text + " places " + std::to_string(places) + " bytes " + std::to_string(bytes);
  };
  const std::string three_row = row("first pieces 3 kind distance files 2", 40'000, one.size() + other.size());
  const std::string four_row = row("first pieces 4 kind distance files 1", 20'000, four.size());
  const std::string wdl_row = row("first pieces 4 kind wdl files 1", 20'000, wdl.size());
  const std::string second_row = row("second pieces 3 kind distance files 1", 20'000, second.size());
  const std::string in_here = " folder " + directory.path(""), in_deeper = " folder " + deeper;
  CHECK(chooser.talk.ask("tables") == Lines{three_row + in_here, four_row + in_here, wdl_row + in_deeper, "tablesok"});
  CHECK(chooser.talk.ask("tables all") ==
        Lines{three_row + in_here, four_row + in_here, wdl_row + in_deeper, second_row + in_deeper, "tablesok"});
  CHECK(chooser.talk.ask("tables some") ==
        Lines{"error bad-argument tables is followed by nothing or by 'all', not by 'some'"});

  chooser.talk.environment.tables = chooser.files.load({deeper}, scripted_games);
  chooser.talk.environment.table_files = nullptr;
  chooser.begin_session();
  CHECK(chooser.talk.ask("tables") == Lines{wdl_row, "tablesok"});
}

TEST_CASE("a session begins with the tables of the daemon") {
  const TemporaryFolder directory;
  write(directory, "some.table", table_of("first"));
  write(directory, "more/other.table", table_of("second"));
  TableTalk chooser;
  chooser.talk.environment.tables = chooser.files.load({directory.path(""), directory.path("more")}, scripted_games);
  chooser.begin_session();
  CHECK(chooser.reported() == Lines{with_tables});
  const auto uci = chooser.talk.ask("uci");
  const auto option = "option name TablePath type string default " + directory.path("") + ":" + directory.path("more");
  CHECK(std::ranges::count(uci, option) == 1);
}

TEST_CASE("sessions share the table of a file until the file is replaced or unused") {
  const TemporaryFolder directory;
  write(directory, "some.table", table_of("first"));
  session::TableFiles files(cache_bytes, any_table_memory());
  const auto table = [&](const std::string& folder) {
    return files.load({folder}, scripted_games).of("first")->all().at(1);
  };
  auto one = table(directory.path(""));
  CHECK(one == table(directory.path("") + "/."));
  CHECK(files.load({directory.path("")}, scripted_games).of("second") == nullptr);

  const auto file = fs::path(directory.path("some.table"));
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(2));
  const auto replaced = table(directory.path(""));
  CHECK(replaced != one);
  CHECK_FALSE(one->at(0));  // it has not been read before, and its file has been removed
  CHECK(replaced->at(0) == tables::draw);

  const std::weak_ptr<const tables::TableFile> watch = one;
  one.reset();
  CHECK(watch.expired());
}

TEST_CASE("a file changes during use") {
  const TemporaryFolder directory;
  write(directory, "some.table", table_of("first"));
  session::TableFiles files(cache_bytes, any_table_memory());
  const auto set = files.load({directory.path("")}, scripted_games);
  const auto& table = *set.of("first")->all().at(1);
  REQUIRE(table.at(0) == tables::draw);
  SECTION("one that is truncated gives no more values, and does no harm") {
    fs::resize_file(directory.path("some.table"), 100);
    CHECK(table.at(1) == tables::draw);
    CHECK_FALSE(table.at(19'999));
    CHECK(set.of("first")->find(1) == nullptr);
  }
  SECTION("one that is removed or replaced does not change the loaded table") {
    fs::remove(directory.path("some.table"));
    write(directory, "some.table", FileOfBytes(10, 'x'));
    CHECK(table.at(19'999) == tables::draw);
  }
}

TEST_CASE("the default folders are the existing ones of the XDG specification") {
  const TemporaryFolder directory;
  const std::string mine = directory.path("crownd/tables");
  const auto has_mine = [&] {
    const auto folders = session::default_table_folders();
    return !folders.empty() && folders.front() == mine;
  };
  ::setenv("XDG_DATA_HOME", directory.path("").c_str(), 1);
  CHECK_FALSE(has_mine());
  fs::create_directories(mine);
  CHECK(has_mine());
  ::unsetenv("XDG_DATA_HOME");
  CHECK_FALSE(has_mine());
}

TEST_CASE("a path separates folders by colons") {
  CHECK(session::folders_in("").empty());
  CHECK(session::folders_in("/a b") == Lines{"/a b"});
  CHECK(session::folders_in(":/a::/b:") == Lines{"/a", "/b"});
}
