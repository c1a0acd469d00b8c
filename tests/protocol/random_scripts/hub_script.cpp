#include "protocol/random_scripts/script.hpp"

#include <array>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace crownd::testing {

namespace {

constexpr std::string_view refused = "done move=none";

/// A position, and its `done`: each has moves of its own, so that a move out of another position is noticed.
struct HubStart {
  std::string_view line;
  std::string_view done;
};

constexpr std::array hub_starts{
    HubStart{"pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18\"", "done move=15x22x18*"},
    HubStart{"pos pos=Beeeeeeeeebeeeweeeeeeeeeeeeeeeeee", "done move=10x17x14"},
    HubStart{"pos pos=Weeeeeeeeebeeeweeeeeeeeeeeeeeeeee", "done move=14x7x10"},
    HubStart{"pos pos=Weeeeeeeeebeeeeeeeeeeeeeeeeeeeeee", refused},
};

struct Refusal {
  std::string_view line;
  std::string_view error;
};

constexpr std::array refusals{
    Refusal{"pos pos=Bb", "error message=\"bad-position: *"},
    Refusal{"pos", "error message=\"bad-argument: *"},
    Refusal{"level depth=0", "error message=\"bad-argument: *"},
    Refusal{"set-param name=threads value=0", "error message=\"bad-argument: *"},
    Refusal{"set-param name=book value=1", "error message=\"bad-argument: *"},
    Refusal{"fly", "error message=\"unknown-command: *"},
};
constexpr std::array changes{"new-game", "set-param name=threads value=1", "set-param name=tt-size value=16",
                             "set-param name=bb-size value=3", "set-param name=book value=true"};

class HubAuthor : ScriptWriter {
 public:
  explicit HubAuthor(std::uint64_t seed) : ScriptWriter(seed) {
    say("hub");
    for (const auto* part : {"id *", "param name=variant *", "param name=threads *", "param name=tt-size *",
                             "param name=bb-size *", "param name=book *", "param name=position-order *", "wait"})
      expect(part);
    say("set-param name=tt-size value=16");
    say("set-param name=variant value=english");
    say(start_->line);
    say("level depth=3");
  }

  Script write() {
    script_.ready = "pong";
    return ScriptWriter::write([this] { write_line(); });
  }

 private:
  void write_line() {
    switch (random_() % 14) {
      case 0:
      case 1: return begin_position();
      case 2: return set_level();
      case 3: return refuse(refusals[random_() % refusals.size()]);
      case 4:
      case 5:
      case 6: return go("go think");
      case 7: return go("go ponder");
      case 8: return go("go analyze");
      case 9: return refuse_search();
      case 10: return change();
      case 11: return ask_whether_ready("ping");
      case 12: return random_() % 2 == 0 ? init() : ponderhit("ponder-hit");
      default: return stop();
    }
  }

  /// Both are for later searches, whatever runs now.
  void begin_position() {
    start_ = &hub_starts[random_() % hub_starts.size()];
    has_position_ = true;
    say(start_->line);
  }
  void set_level() {
    infinite_ = random_() % 3 == 0;
    say(infinite_ ? "level infinite" : random_() % 2 == 0 ? "level nodes=700" : "level move-time=0.004");
  }

  void refuse(const Refusal& refusal) {
    say(refusal.line);
    expect(refusal.error);
    if (refusal.line.starts_with("pos")) has_position_ = false;
  }
  void refuse_search() {
    say("go fast");
    expect("error message=\"bad-argument: *");
    expect(refused);
  }
  void change() {
    say(changes[random_() % changes.size()]);
    if (searching_) expect("error message=\"busy: *");
  }
  void init() {
    say("init");
    expect("ready");
  }

  void go(std::string_view line) {
    say(line);
    if (!has_position_) {
      expect("error message=\"bad-position: the last position was refused *");
      return expect(refused);
    }
    if (searching_) {
      expect("error message=\"busy: *");
      return expect(refused);
    }
    best_ = start_->done;
    const bool ponders = line == "go ponder";
    if (infinite_) {
      searching_ = Kind::until_stop;
    } else if (ponders) {
      searching_ = Kind::until_ponderhit;
    } else {
      finish_search();
    }
  }

  const HubStart* start_ = &hub_starts[0];
  bool infinite_ = false;
};

}  // namespace

Script random_hub_script(std::uint64_t seed) { return HubAuthor(seed).write(); }

}  // namespace crownd::testing
