#pragma once

#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace crownd::testing {

inline std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void make_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A temporary directory, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "crown-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { crownd::testing::remove_folder(path_); }

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Output {
  std::string out;
  std::string errors;
  int code = 0;
};

/// Runs shell commands in the folder; `crown` is the program under test.
inline Output shell(const Folder& folder, const std::string& commands, const std::string& input = "") {
  const Folder streams;
  make_file(streams / "commands", "PATH=" CROWND_BIN_DIR ":$PATH\ncd '" + folder.path().string() + "'\n" + commands);
  make_file(streams / "in", input);
  const auto path = [&](const std::string& name) { return "'" + (streams / name).string() + "'"; };
  // A program that hangs is killed, and its exit code is 124.
  const auto line =
      "timeout 300 sh " + path("commands") + " <" + path("in") + " >" + path("out") + " 2>" + path("errors");
  const int status = std::system(line.c_str());
  REQUIRE(WIFEXITED(status));
  return {text_of_file(streams / "out"), text_of_file(streams / "errors"), WEXITSTATUS(status)};
}

/// The same for a single run of crown.
inline Output crown(const Folder& folder, const std::string& flags, const std::string& input) {
  return shell(folder, "exec crown " + flags, input);
}

/// Including its end of line.
inline std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  return text.substr(text.rfind('\n', end) + 1);
}

/// `HOST:PORT` of a daemon.
inline std::string address_of(Daemon& daemon) {
  const auto line = daemon.wait_for_log("listening on ");
  return line.substr(line.rfind(' ') + 1);
}

}  // namespace crownd::testing
