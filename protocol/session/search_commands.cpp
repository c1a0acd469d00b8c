#include "session/bench.hpp"
#include "session/command_table.hpp"
#include "session/session.hpp"
#include "session/session_state.hpp"
#include "wire/judge_data.hpp"

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
  command.prepare = [](SessionState& state, Reply&) { state.require_position(); };
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
auto run_to_result(SessionState& state, Reply& reply, RunningCommand& running, const std::string& what,
                   const Work& work) {
  auto result = work(running.control());
  running.wait_to_answer();
  if (!result && running.timed_out())
    throw LimitReached("max-movetime", what + " was " + time_limit_text(state.environment.limits));
  const bool quit = running.stopped_by_quit();
  if (!result)
    reply.refuse(wire::ErrorCode::limit, what + " was stopped before its end" + (quit ? " by quit" : "") +
                                             ", so there is no result" +
                                             (quit ? "; " + std::string(without_quit) : ""));
  return result;
}

using Search = std::function<play::BestMove(search::Control&, const play::OnInfo&)>;

/// Searches, and sends the best move when it may be sent.
void run_search(SessionState& state, Reply& reply, RunningCommand& running, const Search& search) {
  running.control().on_current_move = [&](int depth, const std::string& move, int number) {
    running.sent_line(running.nodes());
    wire::Info info;
    info.depth = depth;
    info.current_move = move;
    info.current_move_number = number;
    reply.info(info);
  };
  state.prepare_search(reply);
  std::uint64_t tb_hits = 0;
  int depth = 0;
  const auto best = search(running.control(), [&](const play::Info& info) {
    running.sent_line(info.nodes);
    tb_hits = info.tbhits;
    depth = info.has_score ? info.depth : 0;
    reply.info(to_wire(info, state.show_wdl));
  });
  state.environment.statistics->nodes += running.nodes();
  state.environment.statistics->tb_hits += tb_hits;
  running.wait_to_answer();
  if (running.timed_out())
    state.report_limit(reply, "max-movetime", "the search was " + time_limit_text(state.environment.limits));
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

void run_go(SessionState& state, Reply& reply, RunningCommand& running, const Go& go) {
  auto limits = go.limits;
  limits.infinite = limits.infinite || !go.limited();
  run_search(state, reply, running, [&](search::Control& control, const play::OnInfo& on_info) {
    if (const auto known = go.may_use_book() ? state.book.choose(*state.game) : std::nullopt)
      return play_from_book(*known, reply, on_info);
    return state.game->search(limits, go.search_moves, control, on_info);
  });
}

Command make_minimax(int depth) {
  return long_command([depth](SessionState& state, Reply& reply, RunningCommand& running) {
    run_search(state, reply, running, [&](search::Control& control, const play::OnInfo& on_info) {
      return state.game->minimax(depth, control, on_info);
    });
  });
}

Command make_perft(int depth) {
  return long_command([depth](SessionState& state, Reply& reply, RunningCommand& running) {
    const auto counts = run_to_result(state, reply, running, "perft",
                                      [&](search::Control& control) { return state.game->perft(depth, control); });
    if (!counts) return;
    for (const auto& [move, count] : counts->moves) reply.line(move + ":", count);
    reply.line("nodes searched:", counts->total);
  });
}

int take_perft_depth(wire::Words& words) {
  return static_cast<int>(take_number(words, {"perft", 1, play::max_perft_depth}));
}

void check_end_of_go(const wire::Words& words, const std::string& only_parameter) {
  if (!words.empty()) throw BadInput(Fault::bad_argument, only_parameter + " must be the only parameter of go");
}

Command read_search(wire::Words& words) {
  if (words.take_if("perft")) {
    const int depth = take_perft_depth(words);
    check_end_of_go(words, "perft N");
    return make_perft(depth);
  }
  if (words.take_if("minimax")) {
    const int depth = take_count(words, "minimax");
    check_end_of_go(words, "minimax N");
    return make_minimax(depth);
  }
  return make_search(read_go(words));
}

Command read_perft(wire::Words& words) {
  const int depth = take_perft_depth(words);
  check_end(words, "perft N");
  return make_perft(depth);
}

void evaluate(SessionState& state, Reply& reply) {
  const auto evaluation = state.game->evaluate();
  for (const auto& [term, value] : evaluation.terms) reply.message(term + " cp " + std::to_string(value));
  reply.line("eval", to_wire(evaluation.score));
}

void probe(SessionState& state, Reply& reply, RunningCommand& running) {
  const auto values = run_to_result(state, reply, running, "probe", [&](search::Control& control) {
    state.prepare_search(reply);
    return state.game->probe(control);
  });
  if (!values) return;
  for (const auto& [move, score] : values->moves) reply.line("value", move, exact_of(score));
  reply.line("probe", exact_of(values->position));
}

Command read_probe(wire::Words&) { return long_command(probe); }

/// Explains most mistakes, in a fraction of a second on boards of up to 12x12.
constexpr std::uint64_t default_why_nodes = 100'000;

void explain(SessionState& state, Reply& reply, RunningCommand& running, const std::string& move, std::uint64_t nodes) {
  const auto explanation = run_to_result(state, reply, running, "why", [&](search::Control& control) {
    state.prepare_search(reply);
    return state.game->explain(move, nodes, wire::judge_data::inaccuracy, control);
  });
  state.environment.statistics->nodes += running.nodes();
  if (!explanation) return;
  for (const auto& fact : explanation->facts) reply.line(wire::MoveReason{fact.name, fact.fields, fact.line});
  const bool is_best = explanation->move == explanation->best;
  reply.line(wire::MoveVerdict{explanation->move, std::string(is_best ? "best" : wire::verdict_of(explanation->loss)),
                               explanation->best, explanation->loss});
}

Command read_why(wire::Words& words) {
  std::string text;
  while (!words.empty() && !wire::same_word(words.peek(), "nodes")) text.append(words.take()).append(" ");
  const auto moves = wire::moves_in(text);
  if (moves.size() != 1) throw BadInput(Fault::bad_argument, "why needs one move after it, as in `why MOVE nodes N`");
  auto nodes = default_why_nodes;
  if (words.take_if("nodes"))
    nodes = static_cast<std::uint64_t>(take_number(words, {"nodes", 1, std::numeric_limits<std::int64_t>::max()}));
  if (!words.empty())
    throw BadInput(Fault::bad_argument, "why takes a move and perhaps 'nodes N', not " + wire::quoted(words.peek()));
  return long_command([move = moves.front(), nodes](SessionState& state, Reply& reply, RunningCommand& running) {
    explain(state, reply, running, move, nodes);
  });
}

Command read_tables(wire::Words& words) {
  const bool of_all_games = take_flag(words, "tables", "all");
  return {Policy::read_only, [of_all_games](SessionState& state, Reply& reply) {
            const bool shows_folders = state.environment.table_files != nullptr;
            for (const TableSet::Row& row : state.game.tables().rows) {
              if (!of_all_games && row.game != state.game->name()) continue;
              const auto* const kind = row.kind == tables::Kind::distance ? "distance" : "wdl";
              const auto line = wire::line_of("table", row.game, "pieces", row.pieces, "kind", kind, "files", row.files,
                                              "places", row.places, "bytes", row.bytes);
              reply.line(shows_folders ? wire::line_of(line, "folder", row.folder) : line);
            }
            reply.line("tablesok");
          }};
}

void show_book(SessionState& state, Reply& reply) {
  const auto moves = state.book.moves(*state.game);
  reply.line("book", moves.size());
  for (const auto& move : moves) {
    const auto wdl = wdl_of(move);
    reply.line("bookmove", move.move, "score", to_wire(move.score), "depth", move.depth, "wdl", wdl.win, wdl.draw,
               wdl.loss, "visits", move.visits);
  }
}

void bench(SessionState& state, Reply& reply, RunningCommand& running, std::optional<int> depth) {
  const auto result = run_to_result(state, reply, running, "bench", [&](search::Control& control) {
    const MemoryLease lease(state.environment.memory_budget, bench_hash_bytes, state.environment.scheduler.now());
    if (lease.bytes() < bench_hash_bytes)
      throw LimitReached("max-hash", "bench needs 16 MB of hash memory, which are not free (--max-hash)");
    const auto report = [&](const std::string& line) { reply.message(line); };
    return run_bench(state.environment.games, depth, control, state.environment.scheduler, report);
  });
  if (!result) return;
  state.environment.statistics->nodes += result->nodes;
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
    check_end(words, "bench depth N");
  }
  return {Policy::bounded_search,
          [depth](SessionState& state, Reply& reply, RunningCommand& running) { bench(state, reply, running, depth); }};
}

using std::chrono::milliseconds;
using wire::Words;

/// About 115 days: longer than any game, and no overflow in nanoseconds.
constexpr std::int64_t max_milliseconds = 10'000'000'000;

/// More than any position has. Bounds the memory of a command that lists one move again and again.
constexpr std::size_t max_search_moves = 10'000;

/// The parameters read so far. An increment without a time left has no effect.
struct ParsedGo {
  Go go;
  std::array<std::optional<milliseconds>, 2> left;  ///< by Side: wtime (moves first), btime
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
  void (*read)(Words&, ParsedGo&);
};

const Parameter* find_parameter(std::string_view word);

void take_search_moves(Words& words, ParsedGo& parsed) {
  std::string text;
  while (!words.empty() && find_parameter(words.peek()) == nullptr) text.append(words.take()).append(" ");
  auto& moves = parsed.go.search_moves;
  for (auto& move : wire::moves_in(text)) moves.push_back(std::move(move));
  if (moves.size() > max_search_moves)
    throw BadInput(Fault::bad_argument, "searchmoves takes at most " + std::to_string(max_search_moves) + " moves");
  if (moves.empty()) throw BadInput(Fault::bad_argument, "searchmoves needs at least one move after it");
}

constexpr Parameter parameters[] = {
    {"depth", [](Words& words, ParsedGo& parsed) { parsed.go.limits.depth = take_count(words, "depth"); }},
    {"nodes",
     [](Words& words, ParsedGo& parsed) {
       parsed.go.limits.nodes = take_number(words, {"nodes", 1, std::numeric_limits<std::int64_t>::max()});
     }},
    {"movetime", [](Words& words, ParsedGo& parsed) { parsed.go.limits.movetime = take_time(words, "movetime"); }},
    {"wtime", [](Words& words, ParsedGo& parsed) { parsed.left[0] = take_time(words, "wtime"); }},
    {"btime", [](Words& words, ParsedGo& parsed) { parsed.left[1] = take_time(words, "btime"); }},
    {"winc", [](Words& words, ParsedGo& parsed) { parsed.increment[0] = take_time(words, "winc"); }},
    {"binc", [](Words& words, ParsedGo& parsed) { parsed.increment[1] = take_time(words, "binc"); }},
    {"movestogo", [](Words& words, ParsedGo& parsed) { parsed.go.limits.moves_to_go = take_moves_to_go(words); }},
    {"mate", [](Words& words, ParsedGo& parsed) { parsed.go.limits.mate = take_count(words, "mate"); }},
    {"infinite", [](Words&, ParsedGo& parsed) { parsed.go.limits.infinite = true; }},
    {"ponder", [](Words&, ParsedGo& parsed) { parsed.go.limits.ponder = true; }},
    {"searchmoves", take_search_moves},
    {"perft", [](Words&, ParsedGo&) { throw BadInput(Fault::bad_argument, "perft must be the only parameter of go"); }},
    {"minimax",
     [](Words&, ParsedGo&) { throw BadInput(Fault::bad_argument, "minimax must be the only parameter of go"); }},
};

const Parameter* find_parameter(std::string_view word) {
  const auto* const found = std::find_if(std::begin(parameters), std::end(parameters), [&](const Parameter& parameter) {
    return wire::same_word(parameter.word, word);
  });
  return found == std::end(parameters) ? nullptr : found;
}

}  // namespace

std::span<const CommandEntry> search_commands() {
  static constexpr CommandEntry rows[] = {
      {"go",
       "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N] [infinite] "
       "[ponder] [searchmoves M...] | minimax N | perft N",
       "search, and answer with bestmove", read_search},
      {"perft", "N", "count the lines of N plies", read_perft},
      {"stop", "", "end the search now", [](wire::Words&) { return make_signal(Policy::stop); }},
      {"ponderhit", "", "the expected move was played", [](wire::Words&) { return make_signal(Policy::ponderhit); }},
      {"eval", "", "the evaluation without search", without_arguments<Policy::read_only, evaluate>},
      {"probe", "", "the exact values of the position and of each move", read_probe},
      {"why", "MOVE [nodes N]", "why a move is good or bad", read_why},
      {"tables", "[all]", "the endgame table files of the game, or of all games", read_tables},
      {"book", "", "the moves that the opening book knows of the position",
       without_arguments<Policy::read_only, show_book>},
      {"bench", "[depth N]", "search a fixed list of positions of all games", read_bench},
  };
  return rows;
}

Command make_search(Go go, std::function<void(CurrentGame&)> set_position) {
  const auto shared = std::make_shared<const Go>(std::move(go));
  Command command(shared->policy(), [shared](SessionState& state, Reply& reply, RunningCommand& running) {
    run_go(state, reply, running, *shared);
  });
  command.on_ponderhit = shared->on_ponderhit();
  command.extra_bytes = shared->search_moves.capacity() * sizeof(std::string);
  command.prepare = [shared, set_position = std::move(set_position)](SessionState& state, Reply&) {
    if (set_position) {
      set_position(state.game);
      state.refused_position.clear();
    }
    state.require_position();
    state.game->check_search_moves(shared->search_moves);
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
  ParsedGo parsed;
  while (!words.empty()) {
    const auto word = words.take();
    const auto* const parameter = find_parameter(word);
    if (parameter == nullptr)
      throw BadInput(Fault::bad_argument,
                     "go has no parameter " + wire::quoted(word) + "; " +
                         wire::choice_of(word, "it has", wire::names(parameters, &Parameter::word)));
    parameter->read(words, parsed);
  }
  for (const std::size_t side : {0U, 1U}) {
    const auto with_time = parsed.left[side] ? side : 1 - side;
    if (const auto left = parsed.left[with_time])
      parsed.go.limits.clock[side] = search::ClockTime{*left, parsed.increment[with_time]};
  }
  return std::move(parsed.go);
}

}  // namespace crownd::session
