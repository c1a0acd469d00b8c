// What is known without a search of one's own: evaluation, endgame tables, opening books, and the bench.

#include "session/bench.hpp"
#include "session/commands/arguments.hpp"
#include "session/commands/long_command.hpp"
#include "session/convert.hpp"

#include <optional>
#include <string_view>

namespace crownd::session {

namespace {

void evaluate(Context& context, Reply& reply) {
  const auto evaluation = context.game->evaluate();
  for (const auto& [term, value] : evaluation.terms)
    reply.say_if_room(wire::info_string_line(term + " cp " + std::to_string(value)));
  reply.say(wire::eval_line(to_wire(evaluation.score)));
}

void probe(Context& context, Reply& reply) {
  const auto truth = run_long(context, reply, "probe", [&](search::Control& control) {
    context.get_ready(reply);
    return context.game->probe(control);
  });
  if (!truth) return;
  for (const auto& [move, score] : truth->moves) reply.say(wire::value_line(move, exact_of(score)));
  reply.say(wire::probe_line(exact_of(truth->position)));
}

Command read_probe(wire::Words&) { return long_command(probe); }

Command read_tables(wire::Words& words) {
  const bool of_all_games = take_flag(words, "tables", "all");
  return {Manner::reading, [of_all_games](Context& context, Reply& reply) {
            const bool shows_folders = context.environment.table_files != nullptr;
            for (const TableSet::Row& row : context.game.tables().rows) {
              if (!of_all_games && row.game != context.game->name()) continue;
              const std::string_view kind = row.kind == tables::Kind::distance ? "distance" : "wdl";
              const std::string_view folder = shows_folders ? std::string_view(row.folder) : std::string_view();
              reply.say(wire::table_line({row.game, row.pieces, kind, row.files, row.places, row.bytes, folder}));
            }
            reply.say("tablesok");
          }};
}

void show_book(Context& context, Reply& reply) {
  const auto moves = context.book.moves(*context.game);
  reply.say(wire::book_line(moves.size()));
  for (const auto& move : moves) reply.say(wire::book_move_line(to_wire(move)));
}

void bench(Context& context, Reply& reply, std::optional<int> depth) {
  const auto result = run_long(context, reply, "bench", [&](search::Control& control) {
    const HashLease lease(context.environment.hash, bench_hash_bytes);
    if (lease.bytes() < bench_hash_bytes)
      throw LimitReached(Refusal::max_hash, "bench needs 16 MB of hash memory, which are not free (--max-hash)");
    const auto report = [&](const std::string& line) { reply.say_if_room(wire::info_string_line(line)); };
    return run_bench(context.environment.games, depth, control, context.environment.turns, report);
  });
  if (!result) return;
  context.environment.statistics->nodes += result->nodes;
  reply.say(wire::bench_line(*result));
}

Command read_bench(wire::Words& words) {
  std::optional<int> depth;
  if (!words.empty()) {
    if (!words.take_if("depth"))
      throw BadInput(Fault::bad_argument,
                     "bench is followed by nothing or by 'depth N', not by " + wire::quoted(words.peek()));
    depth = take_count(words, "depth");
  }
  return {Manner::thinking, [depth](Context& context, Reply& reply) { bench(context, reply, depth); }};
}

}  // namespace

std::span<const Row> knowledge_commands() {
  static constexpr Row rows[] = {
      {"eval", "", "the evaluation without search", plain<Manner::reading, evaluate>},
      {"probe", "", "what is known exactly of the position and of each move", read_probe},
      {"tables", "[all]", "the endgame table files of the game, or of all games", read_tables},
      {"book", "", "the moves that the opening book knows of the position", plain<Manner::reading, show_book>},
      {"bench", "[depth N]", "search a fixed list of positions of all games", read_bench},
  };
  return rows;
}

}  // namespace crownd::session
