#pragma once

#include "session/commands/make.hpp"
#include "session/environment.hpp"
#include "session/game_share.hpp"
#include "session/hub_board.hpp"
#include "session/refused_position.hpp"
#include "session/reply.hpp"
#include "wire/hub_line.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// HUB, the protocol of draughts programs, as a second dialect: translates HUB lines from the client to commands of the
/// session, each of which writes its answer in HUB. Everything else, such as order, time, limits and threads, is left
/// to the session. PROTOCOL.md has a section on it. For the thread that reads the client's lines.
class HubDialect {
 public:
  explicit HubDialect(const Environment& environment);

  /// What a HUB line asks the session to do; none if it only sets what a later search uses.
  [[nodiscard]] std::optional<Command> read(std::string_view line);
  /// A line was refused before it could be read; `line`: at least its first word.
  void lose_position(std::string_view line, std::string_view why);
  /// The answer to `hub`, in HUB.
  [[nodiscard]] std::vector<std::string> introduction() const;
  /// How a line is answered that asks for no search, or is refused before it is a command; without need of memory.
  [[nodiscard]] static const std::shared_ptr<const Dialect>& answer_to(std::string_view line);

 private:
  /// As last set by the client; anything may be missing.
  struct Level {
    std::optional<int> depth, moves;
    std::optional<std::uint64_t> nodes;
    std::optional<std::chrono::milliseconds> move_time, time, increment;
    bool infinite = false;
  };

  [[nodiscard]] std::optional<Command> command_of(const wire::HubLine& line);
  [[nodiscard]] std::optional<Command> set_parameter(const wire::HubLine& line);
  void set_level(const wire::HubLine& line);
  void set_position(const wire::HubLine& line);
  [[nodiscard]] Command search_of(const wire::HubLine& line) const;
  [[nodiscard]] search::Limits limits_of_level(bool with_clock) const;

  const Environment& environment_;
  std::vector<const games::Entry*> variants_;
  const games::Entry* variant_;
  HubOrder order_ = HubOrder::plain;
  GameShare share_;
  std::shared_ptr<const HubBoard> board_;  ///< as last set by the client; null: the start position
  RefusedPosition refused_position_;
  Level level_;
};

}  // namespace crownd::session
