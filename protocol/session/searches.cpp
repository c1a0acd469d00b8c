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
  const auto best = think(go.ponder, [&](search::Control& control, const play::OnInfo& on_info) {
    return game_->search(to_limits(go), go.search_moves, control, on_info);
  });
  say(wire::best_move_line(to_wire(best)));
}

void Handlers::operator()(const wire::GoMinimax& minimax) {
  const auto best = think(false, [&](search::Control& control, const play::OnInfo& on_info) {
    return game_->minimax(minimax.depth, control, on_info);
  });
  say(wire::best_move_line(to_wire(best)));
}

play::BestMove Handlers::think(bool pondering, const Search& search) {
  Runner::Search running(runner_, pondering);
  get_ready();
  auto best = search(running.control(),
                     [this](const play::Info& info) { say_if_room(wire::info_line(to_wire(info, show_wdl_))); });
  running.finish();
  return best;
}

void Handlers::operator()(const wire::Perft& perft) {
  const auto counts = [&] {
    Runner::Search running(runner_, false);
    return game_->perft(perft.depth, running.control());
  }();
  if (!counts) return say(stopped_early("perft"));
  for (const auto& [move, count] : counts->moves) say(move + ": " + std::to_string(count));
  say("nodes searched: " + std::to_string(counts->total));
}

void Handlers::operator()(const wire::Bench& bench) { say(run_bench(bench)); }

std::string Handlers::run_bench(const wire::Bench& bench) {
  Runner::Search running(runner_, false);
  const HashLease lease(environment_.hash, bench_hash_bytes);
  if (lease.bytes() < bench_hash_bytes)
    return wire::error_line(wire::ErrorCode::limit, "bench needs 16 MB of hash memory, which are not free");
  const auto report = [this](const std::string& line) { say_if_room(wire::info_string_line(line)); };
  const auto result = session::run_bench(environment_.games, bench.depth, running.control(), report);
  return result ? wire::bench_line(*result) : stopped_early("bench");
}

}  // namespace crownd::session
