#include "book/build/examine.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace crownd::crown_book {

namespace {

using book::Graph;
using book::Value;

constexpr int per_mille = 1'000;

/// The winner moves last in every game.
Score score_of(const wire::Score& score) {
  if (!score.mate) return Score::centipawns(score.value);
  return score.value > 0 ? Score::win_in(2 * score.value - 1) : Score::loss_in(-2 * score.value);
}

/// None if it is unknown. A win in an unknown number of plies is more than any evaluation.
std::optional<Value> value_of(const wire::Exact& exact) {
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

/// None unless all moves are known.
std::optional<Graph::Leaf> exact_leaf(const connection::Engine::Probe& probe) {
  const auto value = value_of(probe.position);
  if (!value) return std::nullopt;
  Graph::Leaf leaf{*value, {}, true};
  for (const auto& [move, exact] : probe.moves)
    if (const auto known = value_of(exact)) leaf.moves.push_back({move, *known});
  const auto better = [](const Graph::Known& one, const Graph::Known& other) {
    return one.value.score > other.value.score;
  };
  std::stable_sort(leaf.moves.begin(), leaf.moves.end(), better);
  return leaf;
}

/// `mate 0` or a draw.
Graph::Leaf finished_leaf(const wire::Score& score) {
  const auto value = score_of(score);
  return {{value, 0, 0, value.is_loss() ? per_mille : 0}, {}, true};
}

}  // namespace

Graph::Leaf Examiner::look_at(const std::string& text) {
  engine_.set_position(game_, text);
  if (auto exact = exact_leaf(engine_.probe())) return *std::move(exact);
  return search();
}

Graph::Leaf Examiner::search() {
  Value value;
  connection::Watch watch;
  watch.on_info = [&](const wire::Info& info) {
    if (!info.score || info.score->bound != wire::Bound::exact || info.multipv.value_or(1) != 1) return;
    const auto wdl = info.wdl.value_or(wire::WinDrawLoss{0, per_mille, 0});
    value = {score_of(*info.score), info.depth.value_or(0), wdl.win, wdl.loss};
  };
  const auto best = engine_.go("nodes " + std::to_string(nodes_), watch);
  if (!best.move) throw std::runtime_error("the engine finds no move in '" + engine_.position() + "'");
  return {value, {{*best.move, value}}, false};
}

std::vector<Child> Examiner::moves_of(const std::string& text, const std::function<bool(const std::string&)>& known,
                                      const std::function<void()>& on_leaf) {
  engine_.set_position(game_, text);
  std::vector<Child> children;
  for (const auto& move : engine_.legal_moves()) {
    const auto moved = engine_.move(move);
    Child child{move, engine_.position(), std::nullopt};
    const auto same = [&](const Child& other) { return other.text == child.text; };
    const bool is_new = !known(child.text) && std::none_of(children.begin(), children.end(), same);
    if (is_new && moved.status.outcome != wire::Outcome::ongoing) child.leaf = finished_leaf(engine_.evaluate().score);
    (void)engine_.undo(1);
    children.push_back(std::move(child));
  }
  for (std::size_t index = 0; index < children.size(); ++index) {
    auto& child = children[index];
    const auto same = [&](const Child& other) { return other.text == child.text; };
    const auto end = children.begin() + static_cast<std::ptrdiff_t>(index);
    if (child.leaf || known(child.text) || std::any_of(children.begin(), end, same)) continue;
    child.leaf = look_at(child.text);
    on_leaf();
  }
  return children;
}

}  // namespace crownd::crown_book
