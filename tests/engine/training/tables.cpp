#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "tables/table_bytes.hpp"
#include "training/table_output.hpp"

#include <unistd.h>

#include <csignal>

using namespace crownd::testing;
using namespace crownd;
using connection::ChildProcess;
using connection::within;
using crownd::testing::TemporaryFolder;
using crownd::training::TableOutput;
namespace fs = std::filesystem;

namespace {

const std::string program = program_path("crown-tables");

std::vector<std::string> maker_command(const fs::path& folder, const std::vector<std::string>& more = {}) {
  return extended({program, "reduced-chess", "--board", "5", "--dir", folder.string()}, more);
}

/// The files of a folder, by name.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    files[entry.path().filename().string()] = read_file(entry.path());
  return files;
}

constexpr std::array<std::uint8_t, 3> three_bytes{1, 2, 3};

std::string fault_of(const std::string& path) {
  try {
    TableOutput output(path);
  } catch (const std::runtime_error& fault) {
    return fault.what();
  }
  return "";
}

}  // namespace

// The program crown-tables as a whole.

TEST_CASE("tables are made, and a second call keeps them") {
  const TemporaryFolder folder;
  const auto first = run_program(maker_command(folder / "a", {"--threads", "2"}));
  CHECK(first.code == 0);
  CHECK(first.output.find("[7/7] ") != std::string::npos);
  const auto files = contents_of(folder / "a/reduced-chess");
  CHECK(files.size() == 7);
  CHECK(files.count("KRvKB-5.table") == 1);
  const auto second = run_program(maker_command(folder / "a"));
  CHECK(second.code == 0);
  CHECK(second.output.find("[7/7] KBvKB-5: exists") != std::string::npos);
  CHECK(contents_of(folder / "a/reduced-chess") == files);

  SECTION("one thread gives the same bytes as two") {
    CHECK(run_program(maker_command(folder / "b", {"--threads", "1"})).code == 0);
    CHECK(contents_of(folder / "b/reduced-chess") == files);
  }
  SECTION("after kill -9 at any point another call makes the same bytes") {
    for (int lines = 0; lines < 7; lines += 2) {
      const fs::path killed = (folder / ("killed" + std::to_string(lines)));
      {
        ChildProcess process(maker_command(killed));
        for (int i = 0; i < lines; ++i) REQUIRE(process.receive(within(test_timeout)));
        process.signal(SIGKILL);
        REQUIRE(process.wait(within(test_timeout)));
      }
      CHECK(run_program(maker_command(killed)).code == 0);
      CHECK(contents_of(killed / "reduced-chess") == files);
    }
  }
  SECTION("what a killed process left of a file is written over") {
    fs::create_directories(folder / "c/reduced-chess");
    std::ofstream(folder / "c/reduced-chess/KRvK-5.table.unfinished") << std::string(1'000'000, 'x');
    CHECK(run_program(maker_command(folder / "c")).code == 0);
    CHECK(contents_of(folder / "c/reduced-chess") == files);
  }
  SECTION("a damaged file is made anew") {
    fs::resize_file(folder / "a/reduced-chess/KRvK-5.table", 100);
    fs::remove(folder / "a/reduced-chess/KRvKB-5.table");
    CHECK(run_program(maker_command(folder / "a")).code == 0);
    CHECK(contents_of(folder / "a/reduced-chess") == files);
  }
}

TEST_CASE("a full disk is reported, and no partial table is left") {
  const TemporaryFolder folder;
  auto words = maker_command(folder / "a");
  words.insert(words.begin(), {"sh", "-c", R"(ulimit -f 8 && exec "$0" "$@")"});
  const auto result = run_program(words);
  CHECK(result.code == 1);
  CHECK(result.errors.find(".table cannot be written: File too large") != std::string::npos);
  for (const auto& [name, bytes] : contents_of(folder / "a/reduced-chess")) CHECK(name.ends_with(".table"));
  CHECK(contents_of(folder / "a/reduced-chess").size() < 7);
  CHECK(run_program(maker_command(folder / "a")).code == 0);
}

TEST_CASE("with --wdl-from larger tables have only the winner, and are made from existing tables") {
  const TemporaryFolder folder;
  CHECK(run_program(maker_command(folder / "a")).code == 0);
  CHECK(run_program(maker_command(folder / "b", {"--wdl-from", "3"})).code == 0);
  tables::BlockCache cache(0, any_table_memory());
  const auto read = [&](const std::string& bytes) { return open_table({bytes.begin(), bytes.end()}, cache); };
  const auto distances = contents_of(folder / "a/reduced-chess"), wdl = contents_of(folder / "b/reduced-chess");
  REQUIRE(wdl.size() == distances.size());
  for (const auto& [name, bytes] : distances) {
    INFO(name);
    const auto lengths = read(bytes), results = read(wdl.at(name));
    CHECK(results->about().kind == tables::Kind::wdl);
    auto expected = lengths->read_all();
    for (auto& value : expected) value = static_cast<tables::Value>(tables::wdl_of(value));
    CHECK(results->read_all() == expected);
  }
  // Distances suffice if results are requested, but not vice versa.
  CHECK(run_program(maker_command(folder / "a", {"--wdl-from", "3"})).output.find("[7/7] KBvKB-5: exists") !=
        std::string::npos);
  CHECK(run_program(maker_command(folder / "b")).code == 0);
  CHECK(contents_of(folder / "b/reduced-chess") == distances);
}

TEST_CASE("a table that exceeds the memory limit is reported before it is begun") {
  const TemporaryFolder folder;
  CHECK_THAT(refusal({program, "reduced-chess", "--board", "8", "--dir", folder.path("a"), "--memory", "4"}, 1),
             has_text("needs about 5 MB of memory, more than --memory allows"));
}

TEST_CASE("a command line that cannot be used is refused with the reason") {
  const auto first_line = [](const Arguments& words) {
    const auto errors = refusal(extended({program}, words), 2);
    return errors.substr(0, errors.find('\n'));
  };
  CHECK(first_line({}) == "crown-tables: name one game");
  CHECK(first_line({"chess"}) == "crown-tables: there are no tables of 'chess'");
  CHECK(first_line({"reduced-chess", "--board", "27"}) == "crown-tables: --board must be from 3 to 26");
  CHECK(first_line({"reduced-chess", "--pieces", "6"}) == "crown-tables: --pieces may be at most 5");
  CHECK(first_line({"reduced-chess", "--board", "2"}) == "crown-tables: --board must be from 3 to 26");
  CHECK(first_line({"english", "--pieces", "4294967298"}) ==
        "crown-tables: --pieces needs a whole number from 2 to 2147483647");
  CHECK(first_line({"english", "--threads", "4294967296"}) ==
        "crown-tables: --threads needs a whole number from 1 to 1024");
  CHECK(first_line({"english", "--pieces", "nan"}) == "crown-tables: --pieces needs a number, not nan");
  CHECK(first_line({"statistics", "english", "--each-table", "maybe"}) ==
        "crown-tables: --each-table needs no or yes, not maybe");
  CHECK(first_line({"reduced-chess", "--size", "6"}) == "crown-tables: there is no flag --size");
}

TEST_CASE("a table file exists only once it is finished") {
  const TemporaryFolder folder;
  const auto path = folder.path("KvK.table");
  {
    TableOutput output(path);
    output.write(three_bytes);
    CHECK_FALSE(fs::exists(path));
  }
  CHECK(fs::is_empty(folder.path("")));
  TableOutput output(path);
  output.write(three_bytes);
  output.write(three_bytes);
  output.finish();
  CHECK(fs::file_size(path) == 6);
  CHECK_FALSE(fs::exists(path + ".unfinished"));
}

TEST_CASE("a table that another process writes is not touched") {
  const TemporaryFolder folder;
  const auto path = folder.path("KvK.table");
  TableOutput output(path);
  output.write(three_bytes);
  CHECK(fault_of(path) == "another process is writing " + path + ".unfinished");
  CHECK(fs::file_size(path + ".unfinished") == 3);
}

TEST_CASE("a table that cannot be written says why") {
  const TemporaryFolder folder;
  const auto path = folder.path("nothing/KvK.table");
  CHECK(fault_of(path) == path + " cannot be written: No such file or directory");
}
