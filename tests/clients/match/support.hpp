#pragma once

#include "match/engines/engine_player.hpp"
#include "match/game/play_game.hpp"
#include "match/game/referee.hpp"
#include "support/program_path.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"
#include "support/timeouts.hpp"

#include <string>
#include <vector>

namespace crownd::match::test {

using crownd::testing::read_file;
using crownd::testing::TemporaryFolder;

/// A test in a folder of its own.
struct InFolder {
  const TemporaryFolder directory;
  const std::string state = directory.path("state"), json = directory.path("json");
};

inline std::string daemon() { return crownd::testing::program_path("crownd"); }
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

/// For engines that answer, however busy the machine is.
inline constexpr Timeouts patient{crownd::testing::test_timeout, crownd::testing::test_timeout,
                                  crownd::testing::test_timeout};

inline AdjudicationRules up_to(int plies) { return {.max_plies = plies}; }

/// Games between two engines; the first one moves first. The timeouts are those of the first one.
class EngineMatch {
 public:
  explicit EngineMatch(const EngineSpec& one, const EngineSpec& other = good_engine(),
                       const std::string& game = "english", Timeouts timeouts = patient)
      : first(one, game, timeouts, stop),
        second(other, game, patient, stop),
        referee_(referee(game)),
        seats_{Seat{first, one.time_control, one.ponder}, Seat{second, other.time_control, other.ponder}} {}

  GameRecord play(const Opening& opening = {}, const AdjudicationRules& rules = {}) {
    return play_game(referee_, seats_, opening, rules);
  }

  StopFlag stop = false;
  EnginePlayer first, second;

 private:
  Referee referee_;
  std::array<Seat, 2> seats_;
};

}  // namespace crownd::match::test
