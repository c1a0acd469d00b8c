// Searches, and how they are stopped.

#include "core/bad_input.hpp"
#include "session/commands/arguments.hpp"
#include "session/commands/long_command.hpp"
#include "session/commands/make.hpp"
#include "session/context.hpp"
#include "session/convert.hpp"
#include "session/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace crownd::session {

namespace {

using Search = std::function<play::BestMove(search::Control&, const play::OnInfo&)>;

/// Searches, and sends the best move when it may be sent; or leaves that for another time.
void think(Context& context, Reply& reply, const Search& search) {
  Thinking& thinking = *context.thinking;
  thinking.control().on_current_move = [&](int depth, const std::string& move, int number) {
    thinking.sent_line(thinking.nodes());
    wire::Info info;
    info.depth = depth;
    info.current_move = move;
    info.current_move_number = number;
    reply.say_if_room(wire::info_line(info));
  };
  thinking.may_be_left = true;
  if (!thinking.best) {
    context.get_ready(reply);
    auto best = search(thinking.control(), [&](const play::Info& info) {
      thinking.sent_line(info.nodes);
      thinking.table_hits = info.tbhits;
      thinking.depth = info.has_score ? info.depth : 0;
      reply.say_if_room(wire::info_line(to_wire(info, context.show_wdl)));
    });
    if (thinking.left()) return;
    thinking.best = std::move(best);
    context.environment.statistics->nodes += thinking.nodes();
    context.environment.statistics->table_hits += thinking.table_hits;
  }
  if (!thinking.finish()) return;
  if (thinking.cut_short())
    context.report_limit(reply, Refusal::max_movetime, "the search was " + end_by_limit(context.environment.limits));
  if (thinking.stopped_by_quit() && thinking.saw_stop())
    reply.say_if_room(wire::info_string_line("quit ended the search at depth " + std::to_string(thinking.depth) + "; " +
                                             std::string(without_quit)));
  reply.say(wire::best_move_line(to_wire(*thinking.best)));
}

play::BestMove play_from_book(const book::BookMove& move, Reply& reply, const play::OnInfo& on_info) {
  play::Info info;
  info.depth = std::max(1, move.depth);  // depth 0 is for finished games
  info.seldepth = info.depth;
  info.score = move.score;
  info.wdl = {move.wins, book::form::per_mille - move.wins - move.losses, move.losses};
  info.pv = {move.move};
  on_info(info);
  reply.say_if_room(wire::info_string_line("book"));
  return {move.move, std::nullopt};
}

void search_for(Context& context, Reply& reply, const Go& go) {
  auto limits = go.limits;
  limits.infinite = limits.infinite || !go.limited();
  think(context, reply, [&](search::Control& control, const play::OnInfo& on_info) {
    if (const auto known = go.may_use_book() ? context.book.choose(*context.game) : std::nullopt)
      return play_from_book(*known, reply, on_info);
    return context.game->search(limits, go.search_moves, control, on_info);
  });
}

Command make_minimax(int depth) {
  return long_command([depth](Context& context, Reply& reply) {
    think(context, reply, [&](search::Control& control, const play::OnInfo& on_info) {
      return context.game->minimax(depth, control, on_info);
    });
  });
}

Command make_perft(int depth) {
  return long_command([depth](Context& context, Reply& reply) {
    const auto counts = run_long(context, reply, "perft",
                                 [&](search::Control& control) { return context.game->perft(depth, control); });
    if (!counts) return;
    for (const auto& [move, count] : counts->moves) reply.say(move + ": " + std::to_string(count));
    reply.say("nodes searched: " + std::to_string(counts->total));
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
Command read_stop(wire::Words&) { return make_stop(); }
Command read_ponderhit(wire::Words&) { return make_ponderhit(); }

}  // namespace

std::span<const Row> search_commands() {
  static constexpr Row rows[] = {
      {"go",
       "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N] [infinite] "
       "[ponder] [searchmoves M...] | minimax N | perft N",
       "search, and answer with bestmove", read_search},
      {"perft", "N", "count the lines of N plies", read_perft},
      {"stop", "", "end the search now", read_stop},
      {"ponderhit", "", "the expected move was played", read_ponderhit},
  };
  return rows;
}

Command make_search(Go go, std::shared_ptr<const Position> position) {
  const auto shared = std::make_shared<const Go>(std::move(go));
  Command command(shared->manner(), [shared](Context& context, Reply& reply) { search_for(context, reply, *shared); });
  command.at_ponderhit = shared->at_ponderhit();
  command.further_bytes = shared->search_moves.capacity() * sizeof(std::string);
  command.prepare = [shared, position = std::move(position)](Context& context, Reply&) {
    if (position) set_position(context, *position);
    context.require_position();
    context.game->judge_search_moves(shared->search_moves);
  };
  return command;
}

Command make_stop() {
  return {Manner::stop, [](Context&, Reply&) {}};
}

Command make_ponderhit() {
  return {Manner::ponderhit, [](Context&, Reply&) {}};
}

}  // namespace crownd::session
