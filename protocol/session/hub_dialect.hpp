#pragma once

#include "session/environment.hpp"
#include "session/hub_board.hpp"
#include "wire/command.hpp"
#include "wire/hub_line.hpp"
#include "wire/reply.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// HUB, the protocol of draughts programs, as a second dialect: translates HUB lines from the client to commands of the
/// session, and the answers back to HUB. Everything else, such as order, time, limits and threads, is left to the
/// session. PROTOCOL.md has a section on it.
class HubDialect {
 public:
  explicit HubDialect(const Environment& environment);

  /// What a HUB line asks the session to do.
  struct Meaning {
    wire::Command command;  ///< Nothing if the line only sets what a later search uses
    std::size_t bytes;      ///< of text that the command holds
  };
  /// For the thread that reads the client's lines, as is introduction().
  [[nodiscard]] Meaning read(std::string_view line);
  /// Whether it is a `go`, without need of memory.
  [[nodiscard]] static bool is_search(std::string_view line);
  /// The answer to `hub`.
  [[nodiscard]] wire::Answer introduction() const;

  /// The lines that answer a refused command: an error, and for a search also its `done`, lest the client waits for it.
  [[nodiscard]] static std::vector<std::string> refusal(const wire::Command& refused, wire::ErrorCode code,
                                                        std::string_view message);

  /// A search that read() gave begins: what is translated until the next one belongs to it. For the thread that runs
  /// it.
  void begin(const wire::Go& go);
  /// Translates an answer line of the session; nothing if HUB has no counterpart. `info` and `bestmove` lines come from
  /// the thread of their search, others from any.
  [[nodiscard]] std::optional<std::string> translate(std::string_view answer) const;

 private:
  /// As last set by the client; anything may be missing.
  struct Level {
    std::optional<int> depth, moves;
    std::optional<std::uint64_t> nodes;
    std::optional<std::chrono::milliseconds> move_time, time, increment;
    bool infinite = false;
  };

  [[nodiscard]] wire::Command command_of(const wire::HubLine& line);
  [[nodiscard]] wire::Command set_parameter(const wire::HubLine& line);
  void set_level(const wire::HubLine& line);
  void set_position(const wire::HubLine& line);
  [[nodiscard]] wire::Go search(const wire::HubLine& line) const;
  [[nodiscard]] wire::Go limits_of_level(bool with_clock) const;
  [[nodiscard]] std::string info(const wire::Info& info) const;
  [[nodiscard]] std::string done(const wire::BestMove& best) const;

  const Environment& environment_;
  std::vector<const games::Entry*> variants_;
  const games::Entry* variant_;
  HubOrder order_ = HubOrder::plain;
  std::shared_ptr<const wire::Position> position_;  ///< as last set by the client; null: the start position
  Level level_;
  std::optional<HubBoard> searched_;  ///< the position of the search that begin() was told of
};

}  // namespace crownd::session
