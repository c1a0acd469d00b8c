#include "session/commands.hpp"
#include "session/context.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <iterator>

namespace crownd::session {

namespace {

/// A long command about the position.
Command long_command(Command::RunLong run) {
  Command command(Policy::bounded_search, std::move(run));
  command.prepare = [](Context& context, Reply&) { context.require_position(); };
  return command;
}

std::string time_limit_text(const SessionLimits& limits) {
  return "ended after the " + std::to_string(limits.max_movetime.count()) +
         " ms that this daemon allows (--max-movetime)";
}

/// For clients that send `quit` after a command whose result they want.
constexpr std::string_view without_quit = "without quit the end of input lets it finish";

/// Runs a long command with one result at its end. `work` takes the control that stops it, and returns an optional
/// result; if there is none, the client gets the reason. Throws LimitReached for a limit.
template <class Work>
auto run_to_result(Context& context, Reply& reply, RunningSearch& running, const std::string& what, const Work& work) {
  auto result = work(running.control());
  running.finish();
  if (!result && running.timed_out())
    throw LimitReached(refusal("max-movetime"), what + " was " + time_limit_text(context.environment.limits));
  const bool quit = running.stopped_by_quit();
  if (!result)
    reply.refuse(wire::ErrorCode::limit, what + " was stopped before its end" + (quit ? " by quit" : "") +
                                             ", so there is no result" +
                                             (quit ? "; " + std::string(without_quit) : ""));
  return result;
}

using Search = std::function<play::BestMove(search::Control&, const play::OnInfo&)>;

/// Searches, and sends the best move when it may be sent.
void run_search(Context& context, Reply& reply, RunningSearch& running, const Search& search) {
  running.control().on_current_move = [&](int depth, const std::string& move, int number) {
    running.sent_line(running.nodes());
    wire::Info info;
    info.depth = depth;
    info.current_move = move;
    info.current_move_number = number;
    reply.info(info);
  };
  context.prepare_search(reply);
  std::uint64_t tb_hits = 0;
  int depth = 0;
  const auto best = search(running.control(), [&](const play::Info& info) {
    running.sent_line(info.nodes);
    tb_hits = info.tbhits;
    depth = info.has_score ? info.depth : 0;
    reply.info(to_wire(info, context.show_wdl));
  });
  context.environment.statistics->nodes += running.nodes();
  context.environment.statistics->tb_hits += tb_hits;
  running.finish();
  if (running.timed_out())
    context.report_limit(reply, refusal("max-movetime"),
                         "the search was " + time_limit_text(context.environment.limits));
  if (running.stopped_by_quit() && running.saw_stop())
    reply.message("quit ended the search at depth " + std::to_string(depth) + "; " + std::string(without_quit));
  reply.best_move(to_wire(best));
}

play::WinDrawLoss wdl_of(const book::BookMove& move) {
  return {move.wins, book::form::per_mille - move.wins - move.losses, move.losses};
}

play::BestMove play_from_book(const book::BookMove& move, Reply& reply, const play::OnInfo& on_info) {
  play::Info info;
  info.depth = std::max(1, move.depth);  // depth 0 is for finished games
  info.seldepth = info.depth;
  info.score = move.score;
  info.wdl = wdl_of(move);
  info.pv = {move.move};
  on_info(info);
  reply.message("book");
  return {move.move, std::nullopt};
}

void search_for(Context& context, Reply& reply, RunningSearch& running, const Go& go) {
  auto limits = go.limits;
  limits.infinite = limits.infinite || !go.limited();
  run_search(context, reply, running, [&](search::Control& control, const play::OnInfo& on_info) {
    if (const auto known = go.may_use_book() ? context.book.choose(*context.game) : std::nullopt)
      return play_from_book(*known, reply, on_info);
    return context.game->search(limits, go.search_moves, control, on_info);
  });
}

Command make_minimax(int depth) {
  return long_command([depth](Context& context, Reply& reply, RunningSearch& running) {
    run_search(context, reply, running, [&](search::Control& control, const play::OnInfo& on_info) {
      return context.game->minimax(depth, control, on_info);
    });
  });
}

Command make_perft(int depth) {
  return long_command([depth](Context& context, Reply& reply, RunningSearch& running) {
    const auto counts = run_to_result(context, reply, running, "perft",
                                      [&](search::Control& control) { return context.game->perft(depth, control); });
    if (!counts) return;
    for (const auto& [move, count] : counts->moves) reply.line(move + ":", count);
    reply.line("nodes searched:", counts->total);
  });
}

/// The depth of `go WORD N`.
int take_only_count(wire::Words& words, std::string_view word) {
  const int count = take_count(words, word);
  if (!words.empty()) throw BadInput(Fault::bad_argument, std::string(word) + " N must be the only parameter of go");
  return count;
}

Command read_search(wire::Words& words) {
  if (words.take_if("perft")) return make_perft(take_only_count(words, "perft"));
  if (words.take_if("minimax")) return make_minimax(take_only_count(words, "minimax"));
  return make_search(read_go(words));
}

Command read_perft(wire::Words& words) { return make_perft(take_count(words, "perft")); }

void evaluate(Context& context, Reply& reply) {
  const auto evaluation = context.game->evaluate();
  for (const auto& [term, value] : evaluation.terms) reply.message(term + " cp " + std::to_string(value));
  reply.line("eval", to_wire(evaluation.score));
}

void probe(Context& context, Reply& reply, RunningSearch& running) {
  const auto truth = run_to_result(context, reply, running, "probe", [&](search::Control& control) {
    context.prepare_search(reply);
    return context.game->probe(control);
  });
  if (!truth) return;
  for (const auto& [move, score] : truth->moves) reply.line("value", move, exact_of(score));
  reply.line("probe", exact_of(truth->position));
}

Command read_probe(wire::Words&) { return long_command(probe); }

Command read_tables(wire::Words& words) {
  const bool of_all_games = take_flag(words, "tables", "all");
  return {Policy::read_only, [of_all_games](Context& context, Reply& reply) {
            const bool shows_folders = context.environment.table_files != nullptr;
            for (const TableSet::Row& row : context.game.tables().rows) {
              if (!of_all_games && row.game != context.game->name()) continue;
              const auto* const kind = row.kind == tables::Kind::distance ? "distance" : "wdl";
              const auto line = wire::line_of("table", row.game, "pieces", row.pieces, "kind", kind, "files", row.files,
                                              "places", row.places, "bytes", row.bytes);
              reply.line(shows_folders ? wire::line_of(line, "folder", row.folder) : line);
            }
            reply.line("tablesok");
          }};
}

void show_book(Context& context, Reply& reply) {
  const auto moves = context.book.moves(*context.game);
  reply.line("book", moves.size());
  for (const auto& move : moves) {
    const auto wdl = wdl_of(move);
    reply.line("bookmove", move.move, "score", to_wire(move.score), "depth", move.depth, "wdl", wdl.win, wdl.draw,
               wdl.loss, "visits", move.visits);
  }
}

void bench(Context& context, Reply& reply, RunningSearch& running, std::optional<int> depth) {
  const auto result = run_to_result(context, reply, running, "bench", [&](search::Control& control) {
    const MemoryLease lease(context.environment.memory_budget, bench_hash_bytes);
    if (lease.bytes() < bench_hash_bytes)
      throw LimitReached(refusal("max-hash"), "bench needs 16 MB of hash memory, which are not free (--max-hash)");
    const auto report = [&](const std::string& line) { reply.message(line); };
    return run_bench(context.environment.games, depth, control, context.environment.scheduler, report);
  });
  if (!result) return;
  context.environment.statistics->nodes += result->nodes;
  std::array<char, 17> signature{};
  std::snprintf(signature.data(), signature.size(), "%016" PRIx64, result->signature);
  reply.line("bench nodes", result->nodes, "time", result->time, "nps",
             wire::nodes_per_second(result->nodes, result->time), "signature", signature.data());
}

Command read_bench(wire::Words& words) {
  std::optional<int> depth;
  if (!words.empty()) {
    if (!words.take_if("depth"))
      throw BadInput(Fault::bad_argument,
                     "bench is followed by nothing or by 'depth N', not by " + wire::quoted(words.peek()));
    depth = take_count(words, "depth");
  }
  return {Policy::bounded_search,
          [depth](Context& context, Reply& reply, RunningSearch& running) { bench(context, reply, running, depth); }};
}

using std::chrono::milliseconds;
using wire::Words;

/// About 115 days: longer than any game, and no overflow in nanoseconds.
constexpr std::int64_t max_milliseconds = 10'000'000'000;

/// More than any position has. Bounds the memory of a command that lists one move again and again.
constexpr std::size_t max_search_moves = 10'000;

/// The parameters read so far. An increment without a time left has no effect.
struct Draft {
  Go go;
  std::array<std::optional<milliseconds>, 2> left;  ///< wtime, the side that moves first, and btime
  std::array<milliseconds, 2> increment{};
};

/// Some GUIs send a negative time when the flag has fallen: that means no time left, not an error.
milliseconds take_time(Words& words, std::string_view what) {
  return milliseconds(std::max<std::int64_t>(0, take_number(words, {what, no_min, max_milliseconds})));
}

/// Some GUIs send 0 when no time control follows.
std::optional<int> take_moves_to_go(Words& words) {
  const auto count = take_number(words, {"movestogo", 0, max_int});
  return count > 0 ? std::optional(static_cast<int>(count)) : std::nullopt;
}

struct Parameter {
  std::string_view word;
  void (*read)(Words&, Draft&);
};

const Parameter* find_parameter(std::string_view word);

void take_search_moves(Words& words, Draft& draft) {
  std::string text;
  while (!words.empty() && find_parameter(words.peek()) == nullptr) text.append(words.take()).append(" ");
  auto& moves = draft.go.search_moves;
  for (auto& move : wire::moves_in(text)) moves.push_back(std::move(move));
  if (moves.size() > max_search_moves)
    throw BadInput(Fault::bad_argument, "searchmoves takes at most " + std::to_string(max_search_moves) + " moves");
  if (moves.empty()) throw BadInput(Fault::bad_argument, "searchmoves needs at least one move after it");
}

constexpr Parameter parameters[] = {
    {"depth", [](Words& words, Draft& draft) { draft.go.limits.depth = take_count(words, "depth"); }},
    {"nodes",
     [](Words& words, Draft& draft) {
       draft.go.limits.nodes = take_number(words, {"nodes", 1, std::numeric_limits<std::int64_t>::max()});
     }},
    {"movetime", [](Words& words, Draft& draft) { draft.go.limits.movetime = take_time(words, "movetime"); }},
    {"wtime", [](Words& words, Draft& draft) { draft.left[0] = take_time(words, "wtime"); }},
    {"btime", [](Words& words, Draft& draft) { draft.left[1] = take_time(words, "btime"); }},
    {"winc", [](Words& words, Draft& draft) { draft.increment[0] = take_time(words, "winc"); }},
    {"binc", [](Words& words, Draft& draft) { draft.increment[1] = take_time(words, "binc"); }},
    {"movestogo", [](Words& words, Draft& draft) { draft.go.limits.moves_to_go = take_moves_to_go(words); }},
    {"mate", [](Words& words, Draft& draft) { draft.go.limits.mate = take_count(words, "mate"); }},
    {"infinite", [](Words&, Draft& draft) { draft.go.limits.infinite = true; }},
    {"ponder", [](Words&, Draft& draft) { draft.go.limits.ponder = true; }},
    {"searchmoves", take_search_moves},
    {"perft", [](Words&, Draft&) { throw BadInput(Fault::bad_argument, "perft must be the only parameter of go"); }},
    {"minimax",
     [](Words&, Draft&) { throw BadInput(Fault::bad_argument, "minimax must be the only parameter of go"); }},
};

const Parameter* find_parameter(std::string_view word) {
  const auto* const found = std::find_if(std::begin(parameters), std::end(parameters), [&](const Parameter& parameter) {
    return wire::same_word(parameter.word, word);
  });
  return found == std::end(parameters) ? nullptr : found;
}

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

std::span<const Row> search_commands() {
  static constexpr Row rows[] = {
      {"go",
       "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N] [infinite] "
       "[ponder] [searchmoves M...] | minimax N | perft N",
       "search, and answer with bestmove", read_search},
      {"perft", "N", "count the lines of N plies", read_perft},
      {"stop", "", "end the search now", [](wire::Words&) { return make_signal(Policy::stop); }},
      {"ponderhit", "", "the expected move was played", [](wire::Words&) { return make_signal(Policy::ponderhit); }},
      {"eval", "", "the evaluation without search", plain<Policy::read_only, evaluate>},
      {"probe", "", "the exact values of the position and of each move", read_probe},
      {"tables", "[all]", "the endgame table files of the game, or of all games", read_tables},
      {"book", "", "the moves that the opening book knows of the position", plain<Policy::read_only, show_book>},
      {"bench", "[depth N]", "search a fixed list of positions of all games", read_bench},
  };
  return rows;
}

Command make_search(Go go, std::function<void(CurrentGame&)> set_position) {
  const auto shared = std::make_shared<const Go>(std::move(go));
  Command command(shared->policy(), [shared](Context& context, Reply& reply, RunningSearch& running) {
    search_for(context, reply, running, *shared);
  });
  command.on_ponderhit = shared->on_ponderhit();
  command.extra_bytes = shared->search_moves.capacity() * sizeof(std::string);
  command.prepare = [shared, set_position = std::move(set_position)](Context& context, Reply&) {
    if (set_position) {
      set_position(context.game);
      context.refused_position.clear();
    }
    context.require_position();
    context.game->check_search_moves(shared->search_moves);
  };
  return command;
}

bool Go::limited() const {
  return limits.depth || limits.nodes || limits.movetime || limits.mate || limits.clock[0] || limits.clock[1];
}

bool Go::may_use_book() const {
  return !analysis && !limits.mate && search_moves.empty() && policy() == Policy::bounded_search;
}

Policy Go::policy() const {
  return limits.infinite || limits.ponder || !limited() ? Policy::unbounded_search : Policy::bounded_search;
}

OnPonderhit Go::on_ponderhit() const {
  if (!limits.ponder) return OnPonderhit::nothing;
  if (limits.infinite) return OnPonderhit::starts_clock;
  return limited() ? OnPonderhit::bounds : OnPonderhit::stops;
}

Go read_go(Words& words) {
  Draft draft;
  while (!words.empty()) {
    const auto word = words.take();
    const auto* const parameter = find_parameter(word);
    if (parameter == nullptr)
      throw BadInput(Fault::bad_argument,
                     "go has no parameter " + wire::quoted(word) + "; " +
                         wire::choice_of(word, "it has", wire::names(parameters, &Parameter::word)));
    parameter->read(words, draft);
  }
  for (const std::size_t side : {0U, 1U}) {
    const auto with_time = draft.left[side] ? side : 1 - side;
    if (const auto left = draft.left[with_time])
      draft.go.limits.clock[side] = search::ClockTime{*left, draft.increment[with_time]};
  }
  return std::move(draft.go);
}

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
