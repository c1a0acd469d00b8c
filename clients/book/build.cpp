#include "batch/daemons.hpp"
#include "batch/inputs.hpp"
#include "book/book_file.hpp"
#include "book/builder.hpp"
#include "book/commands.hpp"
#include "book/expansion.hpp"
#include "connection/engine.hpp"
#include "files/files.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <iostream>

namespace crownd::crown_book {

namespace {

using book::Graph;
using book::Value;

constexpr int per_mille = 1'000;

/// In all games, the winner makes the last move.
Score score_of(const wire::Score& score) {
  if (!score.mate) return Score::centipawns(score.value);
  return score.value > 0 ? Score::win_in(2 * score.value - 1) : Score::loss_in(-2 * score.value);
}

/// None if it is unknown. A win of unknown length has the highest evaluation.
std::optional<Value> exact_value(const wire::Exact& exact) {
  switch (exact.verdict) {
    case wire::Verdict::unknown: return std::nullopt;
    case wire::Verdict::draw: return Value{Score::draw(), 0, 0, 0};
    case wire::Verdict::win: {
      const auto score = exact.plies ? Score::win_in(*exact.plies) : Score::centipawns(Score::max_centipawns);
      return Value{score, exact.plies.value_or(0), per_mille, 0};
    }
    case wire::Verdict::loss: {
      const auto score = exact.plies ? Score::loss_in(*exact.plies) : Score::centipawns(-Score::max_centipawns);
      return Value{score, exact.plies.value_or(0), 0, per_mille};
    }
  }
  return std::nullopt;
}

/// None unless the position is known.
std::optional<Graph::Leaf> exact_leaf(const connection::Engine::Probe& probe) {
  const auto value = exact_value(probe.position);
  if (!value) return std::nullopt;
  Graph::Leaf leaf{*value, {}, true};
  for (const auto& [move, exact] : probe.moves)
    if (const auto known = exact_value(exact)) leaf.moves.push_back({move, *known});
  std::ranges::stable_sort(leaf.moves, std::greater(), [](const Graph::Known& move) { return move.value.score; });
  return leaf;
}

/// A finished game: lost or drawn.
Graph::Leaf finished_leaf(const wire::Score& score) {
  const auto value = score_of(score);
  return {{value, 0, 0, value.is_loss() ? per_mille : 0}, {}, true};
}

/// Does the jobs of a build with an engine. Each position is searched with all nodes; MultiPV would divide the nodes
/// between the moves.
class Worker {
 public:
  Worker(connection::Engine& engine, Builder& builder, const BuildSettings& settings)
      : engine_(engine), builder_(builder), settings_(settings) {}

  Record perform(const Builder::Job& job) {
    Record record{job.kind, job.text};
    if (job.kind == Record::Kind::expansion)
      record.children = expand(job.text);
    else if (!builder_.knows(job.text))
      record.leaf = evaluate(job.text);
    return record;
  }

 private:
  /// Evaluates a position of an unfinished game: exactly by rules or tables, else by a search.
  Graph::Leaf evaluate(const std::string& text) {
    engine_.set_position(settings_.game, text);
    if (auto exact = exact_leaf(engine_.probe())) return *std::move(exact);
    Value value;
    connection::Watch watch;
    watch.on_info = [&](const wire::Info& info) {
      if (!info.score || info.score->bound != wire::Bound::exact || info.multipv.value_or(1) != 1) return;
      const auto wdl = info.wdl.value_or(wire::WinDrawLoss{0, per_mille, 0});
      value = {score_of(*info.score), info.depth.value_or(0), wdl.win, wdl.loss};
    };
    const auto best = engine_.go("nodes " + std::to_string(settings_.nodes), watch);
    if (!best.move) throw std::runtime_error("the engine finds no move in '" + engine_.position() + "'");
    return {value, {{*best.move, value}}, false};
  }

  /// All legal moves, with values of the new positions after them.
  std::vector<Child> expand(const std::string& text) {
    engine_.set_position(settings_.game, text);
    std::vector<Child> children;
    std::set<std::string> seen;
    std::vector<std::size_t> open;
    for (const auto& move : engine_.legal_moves()) {
      const auto moved = engine_.move(move);
      Child child{move, engine_.position(), std::nullopt};
      if (seen.insert(child.text).second && !builder_.knows(child.text)) {
        if (moved.status.outcome == wire::Outcome::ongoing)
          open.push_back(children.size());
        else
          child.leaf = finished_leaf(engine_.evaluate().score);
      }
      (void)engine_.undo(1);
      children.push_back(std::move(child));
    }
    for (const auto index : open) {
      auto& child = children[index];
      if (builder_.knows(child.text)) continue;  // by now, from another worker
      child.leaf = evaluate(child.text);
      builder_.count_evaluation();
    }
    return children;
  }

  connection::Engine& engine_;
  Builder& builder_;
  const BuildSettings& settings_;
};

/// The positions that a book begins with, in canonical form, without duplicates.
struct Roots {
  std::vector<std::string> positions;
  std::vector<std::string> skipped;   ///< why games and positions were skipped
  std::vector<std::string> warnings;  ///< about the other games
};

/// Moves in one command; the length of a line is limited.
constexpr std::size_t max_moves_at_once = 50;

/// A game without a root position.
class GameSkipped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class RootCollector {
 public:
  RootCollector(connection::Engine& engine, const BuildSettings& settings) : engine_(engine), settings_(settings) {}

  void add_start() {
    engine_.set_position(settings_.game, "startpos");
    add_position();
  }

  /// Throws GameSkipped.
  void add(const batch::InputGame& input) {
    const auto& game = input.game;
    const auto plies = std::min(game.plies, settings_.from_plies.value_or(game.plies));
    const bool is_usable = !game.game_name.empty() && game.is_readable(settings_.from_plies.value_or(0));
    if (!input.damage.empty() && !is_usable) throw GameSkipped(input.damage);
    if (game.game_name != settings_.game)
      throw GameSkipped("a game of " + game.game_name + ", not of " + settings_.game);
    engine_.set_position(game.game_name, game.start);
    if (settings_.from_plies) add_position();
    const std::size_t at_once = settings_.from_plies ? 1 : max_moves_at_once;
    for (std::size_t ply = 0; ply < plies;) {
      std::string moves;
      for (const auto end = std::min(plies, ply + at_once); ply < end; ++ply)
        moves += game.record.line.moves[ply].text + ' ';
      (void)engine_.move(moves);
      if (settings_.from_plies) add_position();
    }
    if (settings_.from_plies || add_position()) return;
    if (plies == 0) throw GameSkipped("the game is over there");
    throw GameSkipped("the game is over there; --from-plies N takes the positions of its first N plies");
  }

  [[nodiscard]] std::vector<std::string> positions() && { return std::move(positions_); }

 private:
  /// Adds the engine's position; returns false if the game is over there.
  bool add_position() {
    if (engine_.status().outcome != wire::Outcome::ongoing) return false;
    auto text = engine_.position();
    if (seen_.insert(text).second) positions_.push_back(std::move(text));
    return true;
  }

  connection::Engine& engine_;
  const BuildSettings& settings_;
  std::set<std::string> seen_;
  std::vector<std::string> positions_;
};

/// The root positions of a shard.
std::vector<std::string> part_of(const std::vector<std::string>& positions, const Shard& shard) {
  std::vector<std::string> part;
  for (auto index = shard.index; index < positions.size(); index += shard.count) part.push_back(positions[index]);
  if (part.empty())
    throw std::runtime_error("--shard: there are only " + std::to_string(positions.size()) +
                             " root positions, none for part " + std::to_string(shard.index + 1) + " of " +
                             std::to_string(shard.count));
  return part;
}

book::BookMove book_move(const std::string& move, const book::Value& value, std::uint64_t visits) {
  return {move, value.score, std::min(value.depth, book::form::max_depth), value.wins, value.losses, visits};
}

/// The start position, or the positions of the input files. Throws std::runtime_error if there is none.
Roots roots_of(connection::Engine& engine, const BuildSettings& settings) {
  RootCollector collector(engine, settings);
  Roots roots;
  if (settings.from.empty()) {
    collector.add_start();
  } else {
    const auto exchange = [&](std::string_view commands, const auto& is_last) { engine.exchange(commands, is_last); };
    batch::read_files(exchange, settings.game, settings.from, [&](const batch::InputGame& input) {
      try {
        collector.add(input);
        for (const auto& warning : input.game.warnings)
          roots.warnings.push_back(batch::name_of(settings.from, input) + ": " + warning.text());
      } catch (const GameSkipped& fault) {
        roots.skipped.push_back(batch::name_of(settings.from, input) + " is skipped: " + fault.what());
      }
    });
  }
  auto positions = std::move(collector).positions();
  if (positions.empty()) {
    std::string what = "there is no root position in " + settings.from.front();
    for (const auto& each : roots.skipped) what += "\n" + each;
    throw std::runtime_error(what);
  }
  roots.positions = part_of(positions, settings.shard);
  return roots;
}

batch::Options options_of(const BuildSettings& settings) {
  batch::Options options{{"UCI_ShowWDL", "true"}};
  if (settings.hash) options.emplace_back("Hash", std::to_string(*settings.hash));
  return options;
}

/// The name must be spelled as the engine does, since the book contains it.
void check_game(connection::Engine& engine, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [each, title] : engine.games()) {
    if (each == name) return;
    names.push_back(each);
  }
  throw UsageError(name.empty() ? "a game is needed; " + wire::choice_of(name, "the games are", names)
                                : wire::no_such("game", name, names));
}

/// The entries of the book, sorted by position: all moves of expanded positions, the known moves of leaves. `visits` is
/// by position.
std::vector<book::Entry> entries_of(const book::Graph& graph, std::span<const std::uint64_t> visits) {
  std::vector<book::Entry> entries;
  for (book::Graph::Id id = 0; id < graph.size(); ++id) {
    const auto& position = graph.at(id);
    book::Entry entry{position.text, {}};
    for (const auto& [move, child] : position.edges)
      entry.moves.push_back(book_move(move, book::move_value(graph.at(child).value), visits[child]));
    if (!position.expanded())
      for (const auto& [move, value] : position.leaf.moves) entry.moves.push_back(book_move(move, value, 1));
    if (!entry.moves.empty()) entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &book::Entry::position);
  return entries;
}

void write(Builder& builder, const BuildSettings& settings) {
  builder.back_up();
  const auto visits = book::DropOutExpansion(builder.graph(), builder.roots(), settings.costs).visits();
  const auto entries = entries_of(builder.graph(), visits);
  const book::Facts facts{{"program", settings.program},
                          {nodes_key, std::to_string(settings.nodes)},
                          {"expanded", std::to_string(builder.graph().expansions())},
                          {created_key, today()}};
  write_book(settings.out, settings.game, facts, entries);
  std::cout << settings.out << ": " << entries.size() << " positions, " << builder.graph().expansions()
            << " of them with all moves\n";
}

}  // namespace

bool build(const BuildSettings& settings) {
  check_writable(settings.out, settings.force);
  files::refuse_shared({settings.out, settings.state, state_file(settings)}, settings.from);
  batch::Daemons daemons(settings.daemons, options_of(settings));
  const auto check = [&](connection::Engine& engine) { check_game(engine, settings.game); };
  daemons.perform("a list of the games", check, report);
  Builder builder(settings);
  if (!settings.grow.empty() && builder.is_new()) builder.import_records(records_of_book(settings, daemons));
  Roots roots;
  bool begun = false;
  const auto read = [&](connection::Engine& engine) {
    if (std::exchange(begun, true)) batch::expect_rereadable(settings.from);
    roots = roots_of(engine, settings);
  };
  daemons.perform("reading", read, report);
  for (const auto* const sentences : {&roots.warnings, &roots.skipped})
    for (const auto& each : *sentences) builder.report(each);
  batch::Work work;
  work.items = builder.set_roots(roots.positions);
  work.more = [&] { return builder.choose_leaves(); };
  work.perform = [&](connection::Engine& engine, std::size_t item) {
    const auto job = builder.job(item);
    const bool is_needed = job.kind == Record::Kind::root || !builder.is_full();
    if (is_needed) builder.finish(Worker(engine, builder, settings).perform(job));
  };
  work.name = [&](std::size_t item) { return "'" + builder.job(item).text + "'"; };
  work.report = [&](const std::string& line) { builder.report(line); };
  if (daemons.perform(work, settings.positions) > 0 && !builder.is_full())
    throw std::runtime_error("the book has " + std::to_string(builder.graph().size()) + " of " +
                             std::to_string(settings.positions) +
                             " positions: no daemon is left; with --state DIR, the same command resumes the build");
  write(builder, settings);
  return roots.skipped.empty();
}

}  // namespace crownd::crown_book
