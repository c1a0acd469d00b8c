#pragma once

#include "match/engines/engine_player.hpp"
#include "match/game/play_game.hpp"
#include "match/game/referee.hpp"
#include "support/folder.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace crownd::match::test {

inline std::string daemon() { return std::string(CROWND_BIN_DIR) + "/crownd"; }
inline std::string data(const std::string& file) {
  return std::string(CROWND_SOURCE_DIR) + "/tests/clients/match/" + file;
}

inline Referee referee(const std::string& game) { return Referee({daemon()}, game); }

/// An engine from the words of its command line.
inline EngineSpec engine(const std::vector<std::string>& words) { return read_engine(words, {}); }

/// crownd as a player that thinks for a very short time.
inline EngineSpec good_engine() { return engine({"name=good", "cmd=" + daemon(), "depth=1"}); }

/// bad_engine.sh in a mode, with some limit. `pipe`: a file that some modes need.
inline EngineSpec bad_engine(const std::string& mode, const std::string& limit, const std::string& pipe = "none") {
  return engine({"name=bad", "cmd=sh " + data("bad_engine.sh") + " " + mode + " " + daemon() + " " + pipe, limit,
                 "timemargin=0"});
}

/// A temporary directory, removed at the end of the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "crown-match-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { crownd::testing::remove_folder(path_); }

  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace crownd::match::test
