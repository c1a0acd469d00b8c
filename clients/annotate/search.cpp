#include "annotate/search.hpp"

#include "annotate/game_notes.hpp"
#include "batch/inputs.hpp"

#include <map>
#include <utility>

namespace crownd::annotate {

namespace {

constexpr int deeper_factor = 4;
constexpr int more_plies = 4;

SearchResult result_of(const wire::Info& info) {
  SearchResult result;
  result.score = info.score.value_or(wire::Score());
  result.wdl = info.wdl;
  result.depth = info.depth.value_or(0);
  result.chance = chance_of(result.score, result.wdl);
  result.pv = info.pv;
  if (!result.pv.empty()) result.best = result.pv.front();
  return result;
}

}  // namespace

std::string Limits::parameters() const {
  std::string words;
  const auto add = [&](const char* name, const auto& limit) {
    if (limit) words += (words.empty() ? "" : " ") + std::string(name) + ' ' + std::to_string(*limit);
  };
  add("depth", depth);
  add("nodes", nodes);
  add("movetime", time);
  return words;
}

Limits Limits::deeper() const {
  auto limits = *this;
  if (nodes) limits.nodes = *nodes * deeper_factor;
  if (depth) limits.depth = *depth + more_plies;
  if (time) limits.time = *time * deeper_factor;
  return limits;
}

Limits Limits::to_depth(int plies, int factor) const {
  auto limits = *this;
  limits.depth = plies;
  if (nodes) limits.nodes = *nodes * factor;
  if (time) limits.time = *time * factor;
  return limits;
}

SearchResult search(connection::Engine& engine, const Limits& limits, const std::string& only) {
  SearchResult last;
  connection::Watch watch;
  watch.on_info = [&](const wire::Info& info) {
    if (info.score && info.score->bound == wire::Bound::exact && info.multipv.value_or(1) == 1) last = result_of(info);
  };
  const auto best = engine.go(limits.parameters() + (only.empty() ? "" : " searchmoves " + only), watch);
  last.best = best.move.value_or("");
  if (last.pv.empty() || last.pv.front() != last.best) last.pv.assign(best.move ? 1 : 0, last.best);
  return last;
}

SearchLines search_lines(connection::Engine& engine, const Limits& limits, int count) {
  std::map<int, SearchResult> lines;
  SearchLines result;
  connection::Watch watch;
  std::string kept;
  watch.on_info = [&](const wire::Info& info) {
    if (!info.score || info.score->bound != wire::Bound::exact) return;
    auto found = result_of(info);
    const auto number = info.multipv.value_or(1);
    if (number == 1 && found.best != kept) {
      kept = found.best;
      result.kept_from = found.depth;
    }
    lines[number] = std::move(found);
  };
  engine.set_option("MultiPV", count);
  (void)engine.go(limits.parameters(), watch);
  engine.set_option("MultiPV", 1);
  for (auto& [number, each] : lines) result.lines.push_back(std::move(each));
  return result;
}

std::vector<std::string> line_text(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                   const std::vector<std::string>& moves, std::size_t max_moves) {
  std::vector<std::string> line;
  for (const auto& move : moves) {
    if (line.size() == max_moves) break;
    try {
      line.push_back(batch::play_move(engine, notation, move, engine.legal_moves()).text);
    } catch (const connection::Refused& refused) {
      if (refused.code() != "limit") throw;
      break;  // the game would be longer than the daemon allows
    }
  }
  if (!line.empty()) (void)engine.undo(static_cast<int>(line.size()));
  return line;
}

}  // namespace crownd::annotate
