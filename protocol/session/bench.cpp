#include "session/bench.hpp"

#include "session/convert.hpp"

#include <cstdint>
#include <string_view>

namespace crownd::session {

namespace {

/// FNV-1a (Fowler, Noll, Vo), 64 bits: not cryptographic, but any change of the text shows.
class Signature {
 public:
  void add(std::string_view text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

struct Found {
  std::uint64_t nodes = 0;
  std::string text;  ///< depth, nodes, best move and score
};

Found search_one(const games::Entry& entry, std::string_view position, int depth, search::Control& control,
                 search::Turns& turns) {
  const auto game = entry.make();
  game->share_cores(turns);
  game->set_position(position, {});
  game->share_memory(std::make_shared<search::Memory>(bench_hash_bytes));
  play::Info last;
  play::Limits limits;
  limits.depth = depth;
  const auto best = game->search(limits, {}, control, [&](const play::Info& info) { last = info; });
  const auto score = to_wire(last.score);
  return {last.nodes, "depth " + std::to_string(last.depth) + " nodes " + std::to_string(last.nodes) + " bestmove " +
                          best.move.value_or("(none)") + " score " + (score.mate ? "mate " : "cp ") +
                          std::to_string(score.value)};
}

}  // namespace

std::optional<wire::BenchResult> run_bench(std::span<const games::Entry> games, std::optional<int> depth,
                                           search::Control& control, search::Turns& turns,
                                           const std::function<void(const std::string&)>& report) {
  wire::BenchResult result;
  Signature signature;
  const auto begun = search::SteadyClock::now();
  for (const auto& entry : games) {
    for (const auto& row : entry.bench) {
      const auto found = search_one(entry, row.position, depth.value_or(row.depth), control, turns);
      if (control.stopped()) return std::nullopt;
      const auto line = std::string(entry.name) + " " + std::string(row.label) + " " + found.text;
      report(line);
      signature.add(line);
      result.nodes += found.nodes;
    }
  }
  const auto time = search::SteadyClock::now() - begun;
  result.time = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  result.signature = signature.value();
  return result;
}

}  // namespace crownd::session
