#pragma once

#include "games/catalogue.hpp"

namespace crownd::session {

inline constexpr std::size_t bench_hash_bytes = std::size_t{16} << 20;

struct BenchResult {
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  ///< milliseconds
  std::uint64_t signature = 0;
};

/// Searches the fixed list of positions, each in a fresh game with one thread, to a depth that suits the game or to
/// `depth`. Nodes and signature are deterministic. Nothing if `control` was stopped before the end.
[[nodiscard]] std::optional<BenchResult> run_bench(std::span<const games::Entry> games, std::optional<int> depth,
                                                   search::Control& control, search::Scheduler& scheduler,
                                                   const std::function<void(const std::string&)>& report);

}  // namespace crownd::session
