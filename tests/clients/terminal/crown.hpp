#pragma once

#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

#include <sys/wait.h>

namespace crownd::testing {

inline void make_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

struct Output {
  std::string out;
  std::string errors;
  int code = 0;
};

/// Runs shell commands in the folder; `crown` is the program under test.
inline Output shell(const TemporaryFolder& folder, const std::string& commands, const std::string& input = "") {
  const TemporaryFolder streams;
  make_file(streams / "commands", "PATH=" + bin_dir() + ":$PATH\ncd '" + folder.path().string() + "'\n" + commands);
  make_file(streams / "in", input);
  const auto path = [&](const std::string& name) { return "'" + (streams / name).string() + "'"; };
  // A program that hangs is killed, and its exit code is 124.
  const auto line =
      "timeout 300 sh " + path("commands") + " <" + path("in") + " >" + path("out") + " 2>" + path("errors");
  const int status = std::system(line.c_str());
  REQUIRE(WIFEXITED(status));
  return {read_file(streams / "out"), read_file(streams / "errors"), WEXITSTATUS(status)};
}

/// The same for a single run of crown.
inline Output crown(const TemporaryFolder& folder, const std::string& flags, const std::string& input) {
  return shell(folder, "exec crown " + flags, input);
}

/// A test in a folder of its own.
struct InFolder {
  Output crown(const std::string& flags, const std::string& input = "") const {
    return testing::crown(folder, flags, input);
  }

  /// The output of a run without errors.
  std::string played(const std::string& flags, const std::string& input = "") const {
    INFO(flags);
    const auto run = crown(flags, input);
    CHECK(run.errors == "");
    CHECK(run.code == 0);
    return run.out;
  }
  /// Checks that crown cannot play with these flags, and says only this.
  void check_refused(const std::string& flags, const std::string& message) const {
    INFO(flags);
    const auto run = crown(flags);
    CHECK(run.code == 1);
    CHECK(run.out == "");
    CHECK(run.errors == "crown: " + message + "\n");
  }

  const TemporaryFolder folder;
};

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
