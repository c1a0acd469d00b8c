#pragma once

#include "match/engines/engine_player.hpp"
#include "match/game/play_game.hpp"
#include "match/game/referee.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

#include <string>
#include <vector>

namespace crownd::match::test {

using crownd::testing::read_file;
using crownd::testing::TemporaryFolder;

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

}  // namespace crownd::match::test
