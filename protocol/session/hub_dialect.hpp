#pragma once

#include "session/environment.hpp"
#include "session/hub_board.hpp"
#include "wire/hub_line.hpp"
#include "wire/reply_reader.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// HUB, the protocol of draughts programs, as a second dialect: translates HUB lines from the client to native
/// commands, and the answers back to HUB. Everything else, such as order, time, limits and threads, is left to the
/// session. PROTOCOL.md has a section on it. Thread-safe, since answers come from the threads of searches.
class HubDialect {
 public:
  explicit HubDialect(const Environment& environment);

  /// The translation of a HUB line.
  struct Meaning {
    std::vector<std::string> commands;  ///< native commands, to be run in order
    std::vector<std::string> answers;   ///< HUB lines, to be sent at once
  };
  [[nodiscard]] Meaning read(std::string_view line);

  /// Translates a native answer line; nothing if HUB has no counterpart.
  [[nodiscard]] std::vector<std::string> translate(std::string_view answer);

 private:
  /// As last set by the client, in seconds; anything may be missing.
  struct Level {
    std::optional<std::string> depth, nodes, moves;
    std::optional<double> move_time, time, increment;
    bool infinite = false;
  };

  void introduce(Meaning& meaning) const;
  void set_parameter(const wire::HubLine& line, Meaning& meaning);
  void set_level(const wire::HubLine& line);
  void set_position(const wire::HubLine& line);
  void begin_search(const wire::HubLine& line, Meaning& meaning);
  [[nodiscard]] std::string limits_of_level(bool with_clock) const;
  [[nodiscard]] std::string info(const wire::Info& info) const;
  [[nodiscard]] std::string done(const wire::BestMove& best);
  [[nodiscard]] std::vector<std::string> refusal(const wire::Error& refused);

  const Environment& environment_;
  std::mutex mutex_;
  std::vector<const games::Entry*> variants_;
  const games::Entry* variant_;
  HubOrder order_ = HubOrder::plain;
  std::shared_ptr<const HubBoard> board_;  ///< as last set by the client; null: the start position
  Level level_;
  /// Positions of the searches that are not answered yet, oldest first.
  std::deque<std::shared_ptr<const HubBoard>> searched_;
  bool unlimited_ = false;  ///< the newest of these ends only by `stop`
};

}  // namespace crownd::session
