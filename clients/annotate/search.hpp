#pragma once

#include "board/game_info.hpp"
#include "connection/engine.hpp"
#include "wire/reply.hpp"

namespace crownd::annotate {

/// Limits of a search, which ends at the first of them.
struct Limits {
  std::optional<std::int64_t> nodes;
  std::optional<int> depth;
  std::optional<std::int64_t> time;  ///< milliseconds
  int threads = 1;
  std::optional<int> hash;  ///< megabytes; none: the daemon's default

  /// The parameters of `go`.
  [[nodiscard]] std::string parameters() const;
  /// Four times the nodes and the time, four plies more.
  [[nodiscard]] Limits deeper() const;
  /// This depth, with `factor` times the nodes and the time.
  [[nodiscard]] Limits to_depth(int depth, int factor) const;
};

inline constexpr std::int64_t default_nodes = 100'000;

/// The result of a search, for the side to move.
struct SearchResult {
  wire::Score score;
  std::optional<wire::WinDrawLoss> wdl;
  int depth = 0;
  int chance = 0;    ///< in permille
  std::string best;  ///< empty: the game is over
  std::vector<std::string> pv;
};

/// The result of a search with several lines.
struct SearchLines {
  std::vector<SearchResult> lines;  ///< best first; fewer than requested if there are fewer moves
  int kept_from = 0;                ///< the depth from which the search kept its best move
};

/// Searches the engine's position. `only` restricts the search to one move, unless it is empty.
[[nodiscard]] SearchResult search(connection::Engine& engine, const Limits& limits, const std::string& only = "");

/// Searches with several lines. The engine's MultiPV is 1 afterwards.
[[nodiscard]] SearchLines search_lines(connection::Engine& engine, const Limits& limits, int count);

/// The first `max_moves` moves of a line from the engine's position, as text; fewer if the game would be longer than
/// the engine allows. The position stays.
[[nodiscard]] std::vector<std::string> line_text(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                                 const std::vector<std::string>& moves, std::size_t max_moves);

}  // namespace crownd::annotate
