#include "annotate/analysis/look.hpp"

#include "annotate/judgement/chances.hpp"

#include <map>

namespace crownd::annotate {

namespace {

Look look_of(const wire::Info& info) {
  Look look;
  look.score = info.score.value_or(wire::Score());
  look.wdl = info.wdl;
  look.depth = info.depth.value_or(0);
  look.chance = chance_of(look.score, look.wdl);
  look.pv = info.pv;
  if (!look.pv.empty()) look.best = look.pv.front();
  return look;
}

}  // namespace

Look look(connection::Engine& engine, const Limits& limits, const std::string& only) {
  Look last;
  connection::Watch watch;
  watch.on_info = [&](const wire::Info& info) {
    if (info.score && info.score->bound == wire::Bound::exact && info.multipv.value_or(1) == 1) last = look_of(info);
  };
  const auto best = engine.go(limits.words() + (only.empty() ? "" : " searchmoves " + only), watch);
  last.best = best.move.value_or("");
  if (last.pv.empty() || last.pv.front() != last.best) last.pv.assign(best.move ? 1 : 0, last.best);
  return last;
}

Lines look_at_lines(connection::Engine& engine, const Limits& limits, int count) {
  std::map<int, Look> lines;
  Lines result;
  connection::Watch watch;
  std::string kept;
  watch.on_info = [&](const wire::Info& info) {
    if (!info.score || info.score->bound != wire::Bound::exact) return;
    auto found = look_of(info);
    const auto number = info.multipv.value_or(1);
    if (number == 1 && found.best != kept) {
      kept = found.best;
      result.kept_from = found.depth;
    }
    lines[number] = std::move(found);
  };
  engine.set_option("MultiPV", count);
  (void)engine.go(limits.words(), watch);
  engine.set_option("MultiPV", 1);
  for (auto& [number, each] : lines) result.looks.push_back(std::move(each));
  return result;
}

}  // namespace crownd::annotate
