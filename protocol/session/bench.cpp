#include "session/bench.hpp"

#include "session/reply.hpp"

namespace crownd::session {

namespace {

// FNV-1a (Fowler, Noll, Vo), 64 bits: not cryptographic, but it shows any change of the text.
constexpr std::uint64_t fnv_offset = 0xcbf29ce484222325;
constexpr std::uint64_t fnv_prime = 0x100000001b3;

struct Found {
  std::uint64_t nodes = 0;
  std::string text;  ///< depth, nodes, best move and score
};

Found search_one(const games::Entry& entry, std::string_view position, int depth, search::Control& control,
                 search::Scheduler& scheduler) {
  const auto game = entry.make();
  game->use_scheduler(scheduler);
  game->set_position(position, {});
  game->share_memory(std::make_shared<search::Memory>(bench_hash_bytes));
  play::Info last;
  play::Limits limits;
  limits.depth = depth;
  const auto best = game->search(limits, {}, control, [&](const play::Info& info) { last = info; });
  return {last.nodes, wire::line_of("depth", last.depth, "nodes", last.nodes, "bestmove", best.move.value_or("(none)"),
                                    "score", to_wire(last.score))};
}

}  // namespace

std::optional<BenchResult> run_bench(std::span<const games::Entry> games, std::optional<int> depth,
                                     search::Control& control, search::Scheduler& scheduler,
                                     const std::function<void(const std::string&)>& report) {
  BenchResult result;
  result.signature = fnv_offset;
  const auto begun = search::SteadyClock::now();
  for (const auto& entry : games) {
    for (const auto& row : entry.bench) {
      const auto found = search_one(entry, row.position, depth.value_or(row.depth), control, scheduler);
      if (control.stopped()) return std::nullopt;
      const auto line = wire::line_of(entry.name, row.label, found.text);
      report(line);
      for (const char c : line) result.signature = (result.signature ^ static_cast<unsigned char>(c)) * fnv_prime;
      result.nodes += found.nodes;
    }
  }
  const auto time = search::SteadyClock::now() - begun;
  result.time = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return result;
}

}  // namespace crownd::session
