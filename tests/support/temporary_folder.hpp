#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace crownd::testing {

/// A folder for files that only their owner can read; removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() { path_ = ::mkdtemp(path_.data()); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  /// Returns the file's path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    auto path = this->path(name);
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0600);
    return path;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ = "/tmp/crown-web-test-XXXXXX";
};

}  // namespace crownd::testing
