#pragma once

#include "games/catalogue.hpp"
#include "search/control.hpp"
#include "wire/reply.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace crownd::session {

inline constexpr std::size_t bench_hash_bytes = std::size_t{16} << 20;

/// Searches the fixed list of positions, each in a fresh game with one thread, to a depth that suits the game or to
/// `depth`. Nodes and signature are deterministic. Nothing if `control` was stopped before the end.
[[nodiscard]] std::optional<wire::BenchResult> run_bench(std::span<const games::Entry> games, std::optional<int> depth,
                                                         search::Control& control, search::Turns& turns,
                                                         const std::function<void(const std::string&)>& report);

}  // namespace crownd::session
