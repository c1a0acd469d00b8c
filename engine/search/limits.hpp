#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace crownd::search {

using std::chrono::milliseconds;

/// No iteration goes deeper, in plies.
inline constexpr int max_depth = 127;

/// One player's clock.
struct ClockTime {
  milliseconds left{0};
  milliseconds increment{0};
};

/// When a search has to end: the parameters of UCI's `go`, but for searchmoves.
struct Limits {
  std::optional<int> depth;  ///< plies
  std::optional<std::uint64_t> nodes;
  std::optional<milliseconds> movetime;
  std::array<std::optional<ClockTime>, 2> clock;  ///< by Side
  std::optional<int> moves_to_go;                 ///< moves until the next time control
  std::optional<int> mate;                        ///< the winner's own moves
  bool infinite = false;
  bool ponder = false;

  /// Whether time, not only work, ends the search; one that nothing but a stop ends counts as such.
  [[nodiscard]] bool is_timed() const {
    return movetime || clock[0] || clock[1] || infinite || ponder || !(depth || nodes || mate);
  }
};

}  // namespace crownd::search
