#include "platform/system.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

#include <sys/stat.h>

#include <system_error>

using crownd::platform::Durability;
using crownd::platform::replace_file;
using crownd::testing::read_file;
using crownd::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

auto files_in(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path("")), fs::directory_iterator());
}

}  // namespace

TEST_CASE("a file is created, then replaced as a whole") {
  const TemporaryFolder folder;
  const auto file = folder.path("file");
  for (const std::string text : {"one", "", "another"}) {
    replace_file(file, text, Durability::synchronised);
    CHECK(read_file(file) == text);
    CHECK(files_in(folder) == 1);
  }
}

TEST_CASE("a program that has opened the old file keeps reading it") {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "old");
  std::ifstream reader(file);
  replace_file(file, "new", Durability::none);
  CHECK(std::string(std::istreambuf_iterator<char>(reader), {}) == "old");
}

TEST_CASE("a replaced file keeps its permissions") {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "old");
  for (const auto permissions : {fs::perms::owner_read | fs::perms::owner_write, fs::perms::owner_all}) {
    fs::permissions(file, permissions);
    replace_file(file, "new", Durability::none);
    CHECK(fs::status(file).permissions() == permissions);
  }
}

TEST_CASE("the target of a symbolic link is replaced, not the link") {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "old");
  const auto link = folder.path("link");
  fs::create_symlink("file", link);
  replace_file(link, "new", Durability::none);
  CHECK(fs::is_symlink(link));
  CHECK(read_file(file) == "new");
}

TEST_CASE("no other file is changed, whatever its name") {
  const TemporaryFolder folder;
  const auto target = folder.write("target", "kept");
  for (const std::string ending : {".part", ".tmp", ".new", ".unfinished"})
    fs::create_symlink("target", folder.path("file" + ending));
  replace_file(folder.path("file"), "text", Durability::none);
  CHECK(read_file(target) == "kept");
  CHECK(read_file(folder.path("file")) == "text");
}

TEST_CASE("a device is written in place") {
  replace_file("/dev/null", "text", Durability::none);
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a failure keeps the old file and leaves no other") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("sub"));
  CHECK_THROWS_AS(replace_file(folder.path("sub"), "text", Durability::none), std::system_error);
  CHECK_THROWS_AS(replace_file(folder.path("none/file"), "text", Durability::none), std::system_error);
  CHECK_THROWS_AS(replace_file("", "text", Durability::none), std::system_error);
  CHECK(files_in(folder) == 1);
  std::string longest(255, 'x');  // the longest name that the usual file systems have
  replace_file(folder.path(longest), "text", Durability::none);
  CHECK(read_file(folder.path(longest)) == "text");
}

TEST_CASE("the check for a replaceable file leaves no file") {
  const TemporaryFolder folder;
  crownd::platform::expect_replaceable(folder.path("file"));
  CHECK(files_in(folder) == 0);
  CHECK_THROWS_AS(crownd::platform::expect_replaceable("/proc/file"), std::system_error);
}
