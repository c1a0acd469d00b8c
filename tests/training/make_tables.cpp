#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/patience.hpp"
#include "tables/table_bytes.hpp"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

// The program crown-tables as a whole.

using namespace crownd;
using namespace crownd::testing;
using connection::ChildProcess;
using connection::ExitStatus;
using connection::within;
namespace fs = std::filesystem;

namespace {

class TableFolder {
 public:
  TableFolder() : path_(fs::temp_directory_path() / ("crown-tables-" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  TableFolder(const TableFolder&) = delete;
  TableFolder& operator=(const TableFolder&) = delete;
  ~TableFolder() { crownd::testing::remove_folder(path_); }
  [[nodiscard]] fs::path path(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

const std::string program = CROWND_BIN_DIR "/crown-tables";

std::vector<std::string> maker_command(const fs::path& folder, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{program, "reduced-chess", "--board", "5", "--dir", folder.string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Its output, and its exit status.
struct MakerRun {
  std::string said;
  std::string errors;
  std::optional<ExitStatus> end;
};

MakerRun run_maker(const std::vector<std::string>& words) {
  ChildProcess process(words, connection::Errors::captured);
  MakerRun run;
  while (const auto line = process.receive(within(long_enough))) run.said += *line + "\n";
  run.end = process.wait(within(long_enough));
  run.errors = process.errors();
  return run;
}

/// The files of a folder, by name.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  return files;
}

const ExitStatus fine{true, 0};

}  // namespace

TEST_CASE("tables are made, and a second call finds them there") {
  const TableFolder folder;
  const auto first = run_maker(maker_command(folder.path("a"), {"--threads", "2"}));
  CHECK(first.end == fine);
  CHECK(first.said.find("[7/7] ") != std::string::npos);
  const auto files = contents_of(folder.path("a/reduced-chess"));
  CHECK(files.size() == 7);
  CHECK(files.count("KRvKB-5.table") == 1);
  const auto second = run_maker(maker_command(folder.path("a")));
  CHECK(second.end == fine);
  CHECK(second.said.find("[7/7] KBvKB-5: is there") != std::string::npos);
  CHECK(contents_of(folder.path("a/reduced-chess")) == files);

  SECTION("one thread gives the same bytes as two") {
    CHECK(run_maker(maker_command(folder.path("b"), {"--threads", "1"})).end == fine);
    CHECK(contents_of(folder.path("b/reduced-chess")) == files);
  }
  SECTION("after kill -9 at any point another call makes the same bytes") {
    for (int lines = 0; lines < 7; lines += 2) {
      const fs::path killed = folder.path("killed" + std::to_string(lines));
      {
        ChildProcess process(maker_command(killed));
        for (int i = 0; i < lines; ++i) REQUIRE(process.receive(within(long_enough)));
        process.signal(SIGKILL);
        REQUIRE(process.wait(within(long_enough)));
      }
      CHECK(run_maker(maker_command(killed)).end == fine);
      CHECK(contents_of(killed / "reduced-chess") == files);
    }
  }
  SECTION("what a killed process left of a file is written over") {
    fs::create_directories(folder.path("c/reduced-chess"));
    std::ofstream(folder.path("c/reduced-chess/KRvK-5.table.unfinished")) << std::string(1'000'000, 'x');
    CHECK(run_maker(maker_command(folder.path("c"))).end == fine);
    CHECK(contents_of(folder.path("c/reduced-chess")) == files);
  }
  SECTION("a damaged file is made anew") {
    fs::resize_file(folder.path("a/reduced-chess/KRvK-5.table"), 100);
    fs::remove(folder.path("a/reduced-chess/KRvKB-5.table"));
    CHECK(run_maker(maker_command(folder.path("a"))).end == fine);
    CHECK(contents_of(folder.path("a/reduced-chess")) == files);
  }
}

TEST_CASE("a full disk is reported, and nothing half is left") {
  const TableFolder folder;
  auto words = maker_command(folder.path("a"));
  words.insert(words.begin(), {"sh", "-c", R"(trap '' XFSZ && ulimit -f 8 && exec "$0" "$@")"});
  const auto result = run_maker(words);
  CHECK(result.end == ExitStatus{true, 1});
  CHECK(result.errors.find(".table cannot be written: File too large") != std::string::npos);
  for (const auto& [name, bytes] : contents_of(folder.path("a/reduced-chess"))) CHECK(name.ends_with(".table"));
  CHECK(contents_of(folder.path("a/reduced-chess")).size() < 7);
  CHECK(run_maker(maker_command(folder.path("a"))).end == fine);
}

TEST_CASE("tables from a number of pieces on tell only who wins, and are made from each other") {
  const TableFolder folder;
  CHECK(run_maker(maker_command(folder.path("a"))).end == fine);
  CHECK(run_maker(maker_command(folder.path("b"), {"--wdl-from", "3"})).end == fine);
  tables::BlockCache cache(0, any_table_memory());
  const auto read = [&](const std::string& bytes) { return open_table({bytes.begin(), bytes.end()}, cache); };
  const auto distances = contents_of(folder.path("a/reduced-chess")),
             verdicts = contents_of(folder.path("b/reduced-chess"));
  REQUIRE(verdicts.size() == distances.size());
  for (const auto& [name, bytes] : distances) {
    INFO(name);
    const auto lengths = read(bytes), results = read(verdicts.at(name));
    CHECK(results->about().kind == tables::Kind::verdict);
    auto expected = lengths->read_all();
    for (auto& value : expected) value = static_cast<tables::Value>(tables::verdict_of(value));
    CHECK(results->read_all() == expected);
  }
  // Distances suffice if results are requested, but not vice versa.
  CHECK(run_maker(maker_command(folder.path("a"), {"--wdl-from", "3"})).said.find("[7/7] KBvKB-5: is there") !=
        std::string::npos);
  CHECK(run_maker(maker_command(folder.path("b"))).end == fine);
  CHECK(contents_of(folder.path("b/reduced-chess")) == distances);
}

TEST_CASE("what would need more memory than it may have is reported before it is begun") {
  const TableFolder folder;
  const auto result =
      run_maker({program, "reduced-chess", "--board", "8", "--dir", folder.path("a").string(), "--memory", "4"});
  CHECK(result.end == ExitStatus{true, 1});
  CHECK(result.errors.find("needs about 5 MB of memory, more than --memory allows") != std::string::npos);
}

TEST_CASE("a command line that cannot be used is refused with the reason") {
  const auto refusal = [](const std::vector<std::string>& words) {
    auto all = words;
    all.insert(all.begin(), program);
    const auto result = run_maker(all);
    CHECK(result.end == ExitStatus{true, 2});
    return result.errors.substr(0, result.errors.find('\n'));
  };
  CHECK(refusal({}) == "crown-tables: name one game");
  CHECK(refusal({"chess"}) == "crown-tables: there are no tables of 'chess'");
  CHECK(refusal({"reduced-chess", "--board", "27"}) == "crown-tables: --board must be from 2 to 26");
  CHECK(refusal({"reduced-chess", "--pieces", "6"}) == "crown-tables: --pieces may be at most 5");
  CHECK(refusal({"reduced-chess", "--size", "6"}) == "crown-tables: there is no flag --size");
}
