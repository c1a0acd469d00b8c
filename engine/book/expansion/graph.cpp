#include "book/expansion/graph.hpp"

#include <algorithm>
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

void Graph::lead_back() {
  lead_back_scores();
  lead_back_lines();
}

Score Graph::best_score(const Position& position) const {
  auto best = -Score::infinity();
  for (const auto& edge : position.edges) best = std::max(best, -positions_[edge.child].value.score.one_ply_later());
  return best;
}

/// Value iteration. It begins with draws, so that after each round a score is that of a game which is broken off as a
/// draw after some plies; as the rounds go on that becomes the game in which only going round for ever is a draw.
/// Children mostly come behind their parents, hence the order.
void Graph::lead_back_scores() {
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

/// Breadth first from the leaves up, along best moves.
void Graph::lead_back_lines() {
  std::vector<std::vector<Id>> best_for(positions_.size());  // the positions that a best move leads from
  std::vector<Id> reached;
  std::vector<bool> seen(positions_.size());
  for (Id id = 0; id < positions_.size(); ++id) {
    const auto& position = positions_[id];
    if (!position.expanded()) {
      seen[id] = true;
      reached.push_back(id);
    }
    for (const auto& edge : position.edges)
      if (led_back(positions_[edge.child].value).score == position.value.score) best_for[edge.child].push_back(id);
  }
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto child = reached[next];
    for (const auto parent : best_for[child]) {
      if (seen[parent]) continue;
      seen[parent] = true;
      positions_[parent].value = led_back(positions_[child].value);
      reached.push_back(parent);
    }
  }
}

}  // namespace crownd::book
