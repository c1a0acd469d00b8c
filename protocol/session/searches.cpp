#include "session/bench.hpp"
#include "session/convert.hpp"
#include "session/handlers.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace crownd::session {

namespace {

constexpr std::size_t kibibyte = 1024;

std::string stopped_early(const std::string& what) {
  return wire::error_line(wire::ErrorCode::limit, what + " was stopped before its end, so there is no result");
}

}  // namespace

void Handlers::get_ready() {
  if (const auto granted = game_.get_ready())
    say_if_room(wire::info_string_line("memory is short: the hash table gets " + std::to_string(*granted / kibibyte) +
                                       " KiB, not the size of the option Hash"));
}

void Handlers::operator()(const wire::Go& go) {
  get_ready();
  Runner::Search search(runner_, go.ponder);
  const auto on_info = [&](const play::Info& info) { say_if_room(wire::info_line(to_wire(info, show_wdl_))); };
  const auto best = game_->search(to_limits(go), go.search_moves, search.control(), on_info);
  search.finish();
  say(wire::best_move_line(to_wire(best)));
}

void Handlers::operator()(const wire::GoMinimax& minimax) {
  get_ready();
  Runner::Search search(runner_, false);
  const auto on_info = [&](const play::Info& info) { say_if_room(wire::info_line(to_wire(info, show_wdl_))); };
  const auto best = game_->minimax(minimax.depth, search.control(), on_info);
  search.finish();
  say(wire::best_move_line(to_wire(best)));
}

void Handlers::operator()(const wire::Perft& perft) {
  Runner::Search search(runner_, false);
  const auto counts = game_->perft(perft.depth, search.control());
  search.finish();
  if (!counts) return say(stopped_early("perft"));
  for (const auto& [move, count] : counts->moves) say(move + ": " + std::to_string(count));
  say("nodes searched: " + std::to_string(counts->total));
}

void Handlers::operator()(const wire::Bench& bench) {
  const HashLease lease(environment_.hash, bench_hash_bytes);
  if (lease.bytes() < bench_hash_bytes)
    return say(wire::error_line(wire::ErrorCode::limit, "bench needs 16 MB of hash memory, which are not free"));
  Runner::Search search(runner_, false);
  const auto report = [&](const std::string& line) { say_if_room(wire::info_string_line(line)); };
  const auto result = run_bench(environment_.games, bench.depth, search.control(), report);
  search.finish();
  say(result ? wire::bench_line(*result) : stopped_early("bench"));
}

}  // namespace crownd::session
