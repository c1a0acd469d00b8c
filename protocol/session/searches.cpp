#include "session/bench.hpp"
#include "session/convert.hpp"
#include "session/handlers.hpp"
#include "session/limit_reached.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace crownd::session {

namespace {

constexpr std::size_t kibibyte = 1024;

std::string its_end(const SessionLimits& limits) {
  return "ended after the " + std::to_string(limits.max_movetime.count()) +
         " ms that this daemon allows (--max-movetime)";
}

}  // namespace

void Handlers::get_ready() {
  if (const auto granted = game_.get_ready())
    tell_of_limit(Refusal::max_hash, "memory is short: the hash table gets " + std::to_string(*granted / kibibyte) +
                                         " KiB, not the size of the option Hash (--max-hash)");
}

void Handlers::tell_of_limit(Refusal kind, const std::string& what) {
  environment_.statistics->refuse(kind);
  limit_log_.write(what);
  say_if_room(wire::info_string_line(what));
}

void Handlers::say_stopped(const std::string& what, bool cut_short) {
  if (cut_short) throw LimitReached(Refusal::max_movetime, what + " was " + its_end(environment_.limits));
  say(wire::error_line(wire::ErrorCode::limit, what + " was stopped before its end, so there is no result"));
}

void Handlers::operator()(const wire::Go& go) {
  if (go.position) (*this)(*go.position);
  game_->judge_search_moves(go.search_moves);
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
  Runner::Search running(runner_, pondering, [this](std::uint64_t nodes, std::chrono::milliseconds time) {
    wire::Info alive;
    alive.nodes = nodes;
    alive.time = time.count();
    say_if_room(wire::info_line(alive));
  });
  running.control().on_current_move = [&](int depth, const std::string& move, int number) {
    running.told(running.nodes());
    wire::Info info;
    info.depth = depth;
    info.current_move = move;
    info.current_move_number = number;
    say_if_room(wire::info_line(info));
  };
  get_ready();
  std::uint64_t table_hits = 0;
  auto best = search(running.control(), [&](const play::Info& info) {
    running.told(info.nodes);
    table_hits = info.tbhits;
    say_if_room(wire::info_line(to_wire(info, show_wdl_)));
  });
  environment_.statistics->nodes += running.nodes();
  environment_.statistics->table_hits += table_hits;
  running.finish();
  if (running.cut_short()) tell_of_limit(Refusal::max_movetime, "the search was " + its_end(environment_.limits));
  return best;
}

void Handlers::operator()(const wire::Perft& perft) {
  std::optional<play::PerftResult> counts;
  bool cut_short = false;
  {
    Runner::Search running(runner_, false);
    counts = game_->perft(perft.depth, running.control());
    cut_short = running.cut_short();
  }
  if (!counts) return say_stopped("perft", cut_short);
  for (const auto& [move, count] : counts->moves) say(move + ": " + std::to_string(count));
  say("nodes searched: " + std::to_string(counts->total));
}

void Handlers::operator()(const wire::Probe&) {
  std::optional<play::Truth> truth;
  bool cut_short = false;
  {
    Runner::Search running(runner_, false);
    get_ready();
    truth = game_->probe(running.control());
    cut_short = running.cut_short();
  }
  if (!truth) return say_stopped("probe", cut_short);
  for (const auto& [move, score] : truth->moves) say(wire::value_line(move, exact_of(score)));
  say(wire::probe_line(exact_of(truth->position)));
}

void Handlers::operator()(const wire::Bench& bench) {
  std::optional<wire::BenchResult> result;
  bool cut_short = false;
  {
    Runner::Search running(runner_, false);
    const HashLease lease(environment_.hash, bench_hash_bytes);
    if (lease.bytes() < bench_hash_bytes)
      throw LimitReached(Refusal::max_hash, "bench needs 16 MB of hash memory, which are not free (--max-hash)");
    const auto report = [this](const std::string& line) { say_if_room(wire::info_string_line(line)); };
    result = run_bench(environment_.games, bench.depth, running.control(), report);
    cut_short = running.cut_short();
  }
  if (!result) return say_stopped("bench", cut_short);
  environment_.statistics->nodes += result->nodes;
  say(wire::bench_line(*result));
}

}  // namespace crownd::session
