#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::match {

using Microseconds = std::chrono::microseconds;
using Milliseconds = std::chrono::milliseconds;

/// On a busy machine a search thread notices its deadline late: up to 450 ms with twenty running threads per core.
inline constexpr Milliseconds default_margin{1000};

struct TimeControl {
  std::optional<Microseconds> clock;     ///< for the game, or for each `moves_per_period` moves
  int moves_per_period = 0;              ///< 0: the clock is for the whole game
  Microseconds increment{0};             ///< after each move
  std::optional<Microseconds> movetime;  ///< for each move
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  Microseconds margin{0};  ///< tolerated delay

  [[nodiscard]] bool limited() const { return clock || movetime || nodes || depth; }
  /// The same with all times multiplied by `factor`, for a slower machine.
  [[nodiscard]] TimeControl scaled(double factor) const;
  bool operator==(const TimeControl&) const = default;
};

/// Reads `[MOVES/]TIME[+INCREMENT]` with times in seconds (`40/60+0.6`, `1+0.01`) or minutes:seconds into `control`.
/// Throws std::invalid_argument.
void read_time_control(std::string_view text, TimeControl& control);
/// Reads a time in seconds, or minutes:seconds, which may be 0. Throws std::invalid_argument.
[[nodiscard]] Microseconds read_seconds(std::string_view text);

/// The time control as in PGN: `40/60+0.6`, `1/0.1` for a tenth of a second per move, `-` without a time limit.
[[nodiscard]] std::string time_control_text(const TimeControl& control);

/// One player's clock during one game.
class GameTimer {
 public:
  explicit GameTimer(const TimeControl& control)
      : control_(control), left_(control.clock), moves_left_(control.moves_per_period) {}

  [[nodiscard]] std::optional<Microseconds> left() const { return left_; }
  /// Moves until the next time control; 0 if there is none.
  [[nodiscard]] int moves_to_go() const { return moves_left_; }
  /// How long the next move may take, margin included; none without a time limit.
  [[nodiscard]] std::optional<Microseconds> allowance() const;
  /// By how much a move of this length exceeds the time limits, margin excluded; zero if it does not.
  [[nodiscard]] Microseconds excess(Microseconds time) const;
  /// Subtracts the time of a move. Returns by how much it exceeded the limit, margin included; zero if it did not.
  Microseconds spend(Microseconds time);

 private:
  TimeControl control_;
  std::optional<Microseconds> left_;
  int moves_left_;
};

}  // namespace crownd::match
