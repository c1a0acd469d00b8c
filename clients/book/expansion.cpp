#include "book/expansion.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace crownd::book {

std::optional<Graph::Id> Graph::find(std::string_view text) const {
  const auto found = ids_.find(text);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

Graph::Id Graph::add(const std::string& text, Leaf leaf) {
  if (const auto known = find(text)) return *known;
  const auto id = static_cast<Id>(positions_.size());
  const auto value = leaf.value;
  positions_.push_back({text, std::move(leaf), {}, value});
  ids_.emplace(positions_.back().text, id);
  return id;
}

void Graph::expand(Id id, std::vector<Edge> edges) {
  auto& position = positions_[id];
  if (position.expanded() || edges.empty()) return;
  position.edges = std::move(edges);
  ++expansions_;
}

void Graph::back_up() {
  back_up_scores();
  back_up_lines();
}

Score Graph::best_score(const Position& position) const {
  auto best = -Score::infinity();
  for (const auto& edge : position.edges) best = std::max(best, -positions_[edge.child].value.score.at_parent());
  return best;
}

/// Value iteration. All values begin as draws; after N rounds they are correct for games that end as draws after N
/// plies. In the limit, only infinite repetition is a draw. Most children come after their parents, so the order is
/// reversed.
void Graph::back_up_scores() {
  for (auto& position : positions_)
    if (position.expanded()) position.value = Value{};
  for (bool changed = true; changed;) {
    changed = false;
    for (auto position = positions_.rbegin(); position != positions_.rend(); ++position) {
      if (!position->expanded()) continue;
      const auto score = best_score(*position);
      changed = changed || score != position->value.score;
      position->value.score = score;
    }
  }
}

/// Breadth-first search from the leaves upwards along best moves.
void Graph::back_up_lines() {
  std::vector<std::vector<Id>> best_for(positions_.size());  // parents with this best child
  std::vector<Id> reached;
  std::vector<bool> seen(positions_.size());
  for (Id id = 0; id < positions_.size(); ++id) {
    const auto& position = positions_[id];
    if (!position.expanded()) {
      seen[id] = true;
      reached.push_back(id);
    }
    for (const auto& edge : position.edges)
      if (move_value(positions_[edge.child].value).score == position.value.score) best_for[edge.child].push_back(id);
  }
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto child = reached[next];
    for (const auto parent : best_for[child]) {
      if (seen[parent]) continue;
      seen[parent] = true;
      positions_[parent].value = move_value(positions_[child].value);
      reached.push_back(parent);
    }
  }
}

bool DropOutExpansion::worthwhile(const Graph::Position& position) const {
  const auto score = position.value.score;
  return !position.leaf.exact && score <= Score::centipawns(hopeless_) && score >= Score::centipawns(-hopeless_);
}

DropOutExpansion::DropOutExpansion(const Graph& graph, std::span<const Graph::Id> roots, const Costs& costs)
    : graph_(graph), hopeless_(costs.hopeless), parents_(graph.size()) {
  using Step = std::pair<std::int64_t, Graph::Id>;  // cost, then position
  std::vector<std::int64_t> cheapest(graph.size(), std::numeric_limits<std::int64_t>::max());
  std::priority_queue<Step, std::vector<Step>, std::greater<>> open;
  for (const auto root : roots) {
    cheapest[root] = 0;
    parents_[root] = root;
    open.emplace(0, root);
  }
  while (!open.empty()) {
    const auto [cost, id] = open.top();
    open.pop();
    if (cost > cheapest[id]) continue;
    const auto& position = graph.at(id);
    if (parents_[id] != id && !worthwhile(position)) continue;
    order_.push_back(id);
    for (const auto& edge : position.edges) {
      const auto score = move_value(graph.at(edge.child).value).score;
      const auto child_cost = cost + costs.ply + (position.value.score.raw() - score.raw());
      if (child_cost >= cheapest[edge.child]) continue;
      cheapest[edge.child] = child_cost;
      parents_[edge.child] = id;
      open.emplace(child_cost, edge.child);
    }
  }
}

std::vector<Graph::Id> DropOutExpansion::leaves(std::size_t count, const std::function<bool(Graph::Id)>& taken) const {
  std::vector<Graph::Id> found;
  for (const auto id : order_) {
    if (found.size() == count) break;
    if (!graph_.at(id).expanded() && !taken(id)) found.push_back(id);
  }
  return found;
}

std::vector<std::uint64_t> DropOutExpansion::visits() const {
  std::vector<std::uint64_t> visits(graph_.size(), 0);
  for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
    if (graph_.at(*id).expanded()) ++visits[*id];
    if (parents_[*id] != *id) visits[parents_[*id]] += visits[*id];
  }
  for (auto& each : visits) ++each;
  return visits;
}

}  // namespace crownd::book
