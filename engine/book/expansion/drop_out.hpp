#pragma once

#include "book/expansion/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace crownd::book {

/// Drop-out expansion (T. R. Lincke, "Strategies for the automatic construction of opening books", 2000). A line's cost
/// is what its moves, of both sides, lose against the best ones, and something for each ply: without that the best line
/// alone would be followed to its end. The leaf that costs the least is expanded next.
struct Costs {
  int ply = 5;         ///< centipawns: twenty plies of best moves cost as much as the loss of a man
  int hopeless = 300;  ///< centipawns: positions that are further from equality are not expanded
};

/// The cheapest line to each position that play is likely to come to, from some roots. Of the graph as it is at
/// construction, whose values have been led back.
class DropOut {
 public:
  /// The cost of a root is nothing. It is expanded whatever its value.
  DropOut(const Graph& graph, std::span<const Graph::Id> roots, const Costs& costs);

  /// At most `count` leaves that are worth expanding, the cheapest first; not those that `taken` is true of.
  [[nodiscard]] std::vector<Graph::Id> leaves(std::size_t count, const std::function<bool(Graph::Id)>& taken) const;
  /// How many positions have been expanded on or beyond each position, counted along the cheapest lines, and one.
  [[nodiscard]] std::vector<std::uint64_t> visits() const;

 private:
  [[nodiscard]] bool worthwhile(const Graph::Position& position) const;

  const Graph& graph_;
  int hopeless_;
  std::vector<Graph::Id> order_;    ///< of the positions that are reached, the cheapest first
  std::vector<Graph::Id> parents_;  ///< on the cheapest line; a root is its own
};

}  // namespace crownd::book
