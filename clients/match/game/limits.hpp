#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::match {

using Microseconds = std::chrono::microseconds;
using Milliseconds = std::chrono::milliseconds;

/// The margin of an engine for which none is set. On a machine that is shared, a search thread notices its deadline
/// when it next gets a processor: with twenty running threads to a core, up to 450 ms late.
inline constexpr Milliseconds default_margin{1000};

/// The limits of an engine. Several may be set at once; each of them holds.
struct Limits {
  std::optional<Microseconds> clock;     ///< for the game, or for each `moves_per_period` moves
  int moves_per_period = 0;              ///< 0: the clock is for the whole game
  Microseconds increment{0};             ///< after each move
  std::optional<Microseconds> movetime;  ///< for each move
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  Microseconds margin{0};  ///< moves that exceed a time limit by no more than this count

  [[nodiscard]] bool limited() const { return clock || movetime || nodes || depth; }
  /// The same with all times multiplied by `factor`, for a slower machine.
  [[nodiscard]] Limits scaled(double factor) const;
  bool operator==(const Limits&) const = default;
};

/// Reads `[MOVES/]TIME[+INCREMENT]` with times in seconds (`40/60+0.6`, `1+0.01`) or minutes:seconds into `limits`.
/// Throws std::invalid_argument with a message for people.
void read_time_control(std::string_view text, Limits& limits);
/// Reads a time in seconds, or minutes:seconds, which may be 0. Throws std::invalid_argument.
[[nodiscard]] Microseconds read_seconds(std::string_view text);

/// As PGN writes it: `40/60+0.6`, `1/0.1` for a tenth of a second per move, `-` without a time limit.
[[nodiscard]] std::string time_control_text(const Limits& limits);

/// One player's clock during one game. Reads no real clock: it is passed the time that each move took.
class GameTimer {
 public:
  explicit GameTimer(const Limits& limits)
      : limits_(limits), left_(limits.clock), moves_left_(limits.moves_per_period) {}

  /// Time left on the clock.
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
  Limits limits_;
  std::optional<Microseconds> left_;
  int moves_left_;
};

}  // namespace crownd::match
