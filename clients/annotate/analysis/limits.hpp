#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace crownd::annotate {

/// How far a position is searched: the first limit that is reached ends the search.
struct Limits {
  std::optional<std::int64_t> nodes;
  std::optional<int> depth;
  std::optional<std::int64_t> time;  ///< milliseconds
  int threads = 1;
  std::optional<int> hash;  ///< megabytes; none: what the daemon has
  bool operator==(const Limits&) const = default;

  /// The words behind `go`.
  [[nodiscard]] std::string words() const;
  /// Where the score swings: four times the nodes and the time, four plies more.
  [[nodiscard]] Limits deeper() const;
  /// To search other moves as deeply as a search within these limits: to its depth, with room for nodes and time.
  [[nodiscard]] Limits to_depth(int depth, int room) const;
};

/// Limits without any: 100,000 positions.
inline constexpr std::int64_t usual_nodes = 100'000;

}  // namespace crownd::annotate
