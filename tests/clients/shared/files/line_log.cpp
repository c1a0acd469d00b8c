#include "files/files.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace crownd::files;
using crownd::testing::has_text;
using crownd::testing::TemporaryFolder;

namespace {

template <class Action>
FileError::Reason reason_of(const Action& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.reason();
  }
  FAIL("nothing was refused");
  return FileError::Reason::other;
}

}  // namespace

TEST_CASE("the digest is FNV-1a with 64 bits") {
  CHECK(digest("") == 0xcbf29ce484222325U);
  CHECK(digest("a") == 0xaf63dc4c8601ec8cU);
  CHECK(digest("foobar") == 0x85944171f73967e8U);
  CHECK(digest("bar", digest("foo")) == digest("foobar"));
}

TEST_CASE("a log continues after its last whole line") {
  const TemporaryFolder folder;
  const auto file = folder.path("log");
  {
    LineLog log(file);
    log.add("one");
    CHECK(reason_of([&] { LineLog second(file, 4); }) == FileError::Reason::in_use);
  }
  CHECK(reason_of([&] { LineLog again(file); }) == FileError::Reason::exists);
  CHECK(folder.write("log", "one\ntwo\nthr") == file);
  LineLog(file, 8).add("three");
  CHECK(read_file(file) == "one\ntwo\nthree\n");
}

TEST_CASE("a log that grew after it was read, a folder, a device and a missing file are refused") {
  const TemporaryFolder folder;
  const auto file = folder.write("log", "one\ntwo\n");
  CHECK(reason_of([&] { LineLog log(file, 4); }) == FileError::Reason::other);
  CHECK_THROWS_WITH(read_file(folder.path("")), has_text("is a directory"));
  CHECK_THROWS_WITH(read_file("/dev/zero"), has_text("is a device, not a file"));
  CHECK_THROWS_WITH(read_file(folder.path("none")), has_text("cannot be read"));
}
