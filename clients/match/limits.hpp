#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::match {

using Microseconds = std::chrono::microseconds;
using Milliseconds = std::chrono::milliseconds;

/// What an engine may spend. Several limits may be set at once; each of them holds.
struct Limits {
  std::optional<Microseconds> clock;     ///< for the game, or for each `moves_per_period` moves
  int moves_per_period = 0;              ///< 0: the clock is for the whole game
  Microseconds increment{0};             ///< after each move
  std::optional<Microseconds> movetime;  ///< for each move
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  Microseconds margin{0};  ///< a limit of time may be passed by so much

  [[nodiscard]] bool limited() const { return clock || movetime || nodes || depth; }
  /// The same for a machine on which every time is to be `factor` times as long.
  [[nodiscard]] Limits scaled(double factor) const;
  bool operator==(const Limits&) const = default;
};

/// Reads `[MOVES/]TIME[+INCREMENT]` with times in seconds (`40/60+0.6`, `1+0.01`) or minutes:seconds into `limits`.
/// Throws std::invalid_argument with a message for people.
void read_time_control(std::string_view text, Limits& limits);

/// As PGN writes it: `40/60+0.6`, `1/0.1` for a tenth of a second a move, `-` without a limit of time.
[[nodiscard]] std::string time_control_text(const Limits& limits);

/// One player's clock during one game. Knows no real clock: it is told what each move took.
class GameTimer {
 public:
  explicit GameTimer(const Limits& limits)
      : limits_(limits), left_(limits.clock), moves_left_(limits.moves_per_period) {}

  /// What is left on the clock.
  [[nodiscard]] std::optional<Microseconds> left() const { return left_; }
  /// Moves up to the next time control; 0 if there is none.
  [[nodiscard]] int moves_to_go() const { return moves_left_; }
  /// How long the next move may take, if time is limited at all, margin included.
  [[nodiscard]] std::optional<Microseconds> allowance() const;
  /// A move took so long. Gives by how much that was beyond the limit; zero if it was not.
  Microseconds spend(Microseconds time);

 private:
  Limits limits_;
  std::optional<Microseconds> left_;
  int moves_left_;
};

}  // namespace crownd::match
