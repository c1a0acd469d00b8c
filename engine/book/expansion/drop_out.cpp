#include "book/expansion/drop_out.hpp"

#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace crownd::book {

bool DropOut::worthwhile(const Graph::Position& position) const {
  const auto score = position.value.score;
  return !position.leaf.exact && score <= Score::centipawns(hopeless_) && score >= Score::centipawns(-hopeless_);
}

DropOut::DropOut(const Graph& graph, std::span<const Graph::Id> roots, const Costs& costs)
    : graph_(graph), hopeless_(costs.hopeless), parents_(graph.size()) {
  using Step = std::pair<std::int64_t, Graph::Id>;  // costs, then the order in which positions came
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
      const auto score = led_back(graph.at(edge.child).value).score;
      const auto further = cost + costs.ply + (position.value.score.raw() - score.raw());
      if (further >= cheapest[edge.child]) continue;
      cheapest[edge.child] = further;
      parents_[edge.child] = id;
      open.emplace(further, edge.child);
    }
  }
}

std::vector<Graph::Id> DropOut::leaves(std::size_t count, const std::function<bool(Graph::Id)>& taken) const {
  std::vector<Graph::Id> found;
  for (const auto id : order_) {
    if (found.size() == count) break;
    if (!graph_.at(id).expanded() && !taken(id)) found.push_back(id);
  }
  return found;
}

std::vector<std::uint64_t> DropOut::visits() const {
  std::vector<std::uint64_t> visits(graph_.size(), 0);
  for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
    if (graph_.at(*id).expanded()) ++visits[*id];
    if (parents_[*id] != *id) visits[parents_[*id]] += visits[*id];
  }
  for (auto& each : visits) ++each;
  return visits;
}

}  // namespace crownd::book
