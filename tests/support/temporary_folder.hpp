#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace crownd::testing {

/// A folder that only its owner can read; removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "crownd-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  /// An ending process of the test may still add a file, so this is retried for some seconds; then the folder stays,
  /// since a destructor must not throw.
  ~TemporaryFolder() {
    constexpr int tries = 100;
    constexpr std::chrono::milliseconds pause{100};
    std::error_code failed;
    for (int done = 0; done < tries && (std::filesystem::remove_all(path_, failed), failed); ++done)
      std::this_thread::sleep_for(pause);
  }

  /// Returns the file's path. Only its owner can read the file.
  std::string write(const std::string& name, const std::string& text) const {
    auto path = this->path(name);
    std::ofstream(path, std::ios::binary) << text;
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return path;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// A file in a folder of its own; by default only its owner can read it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text, unsigned mode = 0600) : path_(folder_.write("file", text)) {
    std::filesystem::permissions(path_, static_cast<std::filesystem::perms>(mode));
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

}  // namespace crownd::testing
