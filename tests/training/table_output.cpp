#include "training/table_output.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

using crownd::testing::TemporaryFolder;
using crownd::training::TableOutput;
namespace fs = std::filesystem;

namespace {

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

TEST_CASE("a finished table is there as a whole, another one not at all") {
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

TEST_CASE("a table that another process writes is left alone") {
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
