#include "support/catch.hpp"
#include "support/folder.hpp"
#include "tables/table_writer.hpp"
#include "training/table_output.hpp"
#include "training/table_set.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// The programs crown-tables and crown-verify on the same folder.

namespace {

namespace fs = std::filesystem;
using namespace crownd;

class ScratchFolder {
 public:
  ScratchFolder() : path_(fs::temp_directory_path() / ("crown-verify-" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { crownd::testing::remove_folder(path_); }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct Said {
  int code;
  std::string text;
};

/// Runs a program of the build with its flags, and those for the folder.
Said run(const std::string& command, const fs::path& folder) {
  const fs::path log = folder / "log";
  const int status = std::system(
      (std::string(CROWND_BIN_DIR) + "/" + command + " --dir " + folder.string() + " >" + log.string() + " 2>&1")
          .c_str());
  std::ifstream stream(log);
  std::stringstream text;
  text << stream.rdbuf();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text.str()};
}

/// Rewrites the table with a different value at that index.
void change_value(const fs::path& folder, const std::string& name, std::size_t place, std::uint8_t change) {
  const training::TableSet set(folder / "english", "english", 0);
  for (const auto& [code, table] : set.tables()) {
    if (table.about.name != name) continue;
    auto values = table.numbers;
    values.at(place) = static_cast<std::uint8_t>(values[place] + change);
    training::TableOutput output(folder / "english" / (name + ".table"));
    tables::TableWriter writer(table.about, [&](tables::Bytes bytes) { output.write(bytes); });
    writer.write(values);
    writer.finish();
    output.finish();
  }
}

}  // namespace

TEST_CASE("a table in which one value was changed is found out, though its checksums are right") {
  const ScratchFolder folder;
  REQUIRE(run("crown-tables english --pieces 3", folder.path()).code == 0);
  const auto good = run("crown-verify english --random 1000 --games 100", folder.path());
  CHECK(good.code == 0);
  CHECK_THAT(good.text, testing::has_text("3 pieces, all"));
  CHECK_THAT(good.text, testing::has_text(" 0 faults"));

  constexpr std::size_t any_place = 12'345;
  change_value(folder.path(), "mkvk", any_place, 1);
  const auto bad = run("crown-verify english --random 1000 --games 100", folder.path());
  CHECK(bad.code == 1);
  CHECK_THAT(bad.text, testing::has_text("by its moves"));
}

TEST_CASE("a folder without tables, or with damaged ones, is not verified") {
  const ScratchFolder folder;
  CHECK(run("crown-verify english", folder.path()).code == 1);
  CHECK(run("crown-verify chess", folder.path()).code == 2);
  REQUIRE(run("crown-tables english --pieces 2", folder.path()).code == 0);
  fs::resize_file(folder.path() / "english" / "kvk.table", 100);
  const auto cut = run("crown-verify english", folder.path());
  CHECK(cut.code == 1);
  CHECK_THAT(cut.text, testing::has_text("kvk.table"));
}

TEST_CASE("a plan lists tables behind those that they need, and each can be made alone") {
  const ScratchFolder folder;
  const auto plan = run("crown-tables plan english --pieces 2", folder.path());
  CHECK(plan.text == "1 kvk\n2 kvm\n3 mvm\n");
  CHECK(run("crown-tables english --pieces 2 --only kvm", folder.path()).code == 1);
  CHECK(run("crown-tables english --pieces 2 --only kkvk", folder.path()).code == 2);
  CHECK(run("crown-tables english --pieces 2 --only kvk", folder.path()).code == 0);
  CHECK(run("crown-tables english --pieces 2 --only kvm", folder.path()).code == 0);
  CHECK(fs::exists(folder.path() / "english" / "kvm.table"));
  CHECK_FALSE(fs::exists(folder.path() / "english" / "mvm.table"));
}

TEST_CASE("statistics tell how many positions are won, and the longest win") {
  const ScratchFolder folder;
  REQUIRE(run("crown-tables english --pieces 2", folder.path()).code == 0);
  const auto said = run("crown-tables statistics english --each-table yes", folder.path());
  CHECK(said.code == 0);
  // A lone king wins against another only by the opposition in a single corner, or by an immediate capture.
  CHECK_THAT(said.text, testing::has_text("| kvk | 992 |"));
  CHECK_THAT(said.text, testing::has_text("| 2 pieces | 3488 | 25.9 % | 67.9 % | 6.1 % | 13 |"));
}
