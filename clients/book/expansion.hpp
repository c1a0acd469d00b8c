#pragma once

#include "core/types.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace crownd::book {

/// The value of a position for its side to move.
struct Value {
  Score score;
  int depth = 0;   ///< plies
  int wins = 0;    ///< per mille
  int losses = 0;  ///< per mille; the rest are draws

  friend bool operator==(const Value&, const Value&) = default;
};

/// The value of a move for its side, from the value of the position after it.
[[nodiscard]] constexpr Value move_value(const Value& after) {
  return {-after.score.at_parent(), after.depth + 1, after.losses, after.wins};
}

/// The inverse of move_value: the value of a position, from the value of a move that leads to it.
[[nodiscard]] constexpr Value position_value(const Value& before) {
  const auto score = -before.score;
  return {score.is_win()    ? score + 1
          : score.is_loss() ? score - 1
                            : score,
          before.depth - 1, before.losses, before.wins};
}

/// A graph of positions and moves, both as text. Transpositions share a position.
class Graph {
 public:
  using Id = std::uint32_t;

  /// A move of a leaf; the position after it is not in the graph.
  struct Known {
    std::string move;
    Value value;
  };
  /// A move of an expanded position.
  struct Edge {
    std::string move;
    Id child;
  };
  /// A position before its expansion.
  struct Leaf {
    Value value;
    std::vector<Known> moves{};
    bool exact = false;  ///< by rules or tables; a search cannot improve it
  };
  struct Position {
    std::string text;
    Leaf leaf;
    std::vector<Edge> edges{};  ///< all legal moves, once it is expanded
    Value value{};              ///< of the leaf, or computed by back_up()

    [[nodiscard]] bool expanded() const { return !edges.empty(); }
  };

  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  [[nodiscard]] std::size_t expansions() const { return expansions_; }
  [[nodiscard]] const Position& at(Id id) const { return positions_[id]; }
  [[nodiscard]] std::optional<Id> find(std::string_view text) const;

  /// Adds a leaf, unless the graph has the position.
  Id add(const std::string& text, Leaf leaf);
  /// Expands a leaf; does nothing if it was expanded, or if there are no moves.
  void expand(Id id, std::vector<Edge> edges);

  /// Backs up the values of the leaves by negamax. A side that can repeat positions forever has a draw. Depth, wins
  /// and losses of a value are those of the leaf of its shortest line of best moves, or of a draw without such a line.
  void back_up();

 private:
  [[nodiscard]] Score best_score(const Position& position) const;
  void back_up_scores();
  void back_up_lines();

  std::deque<Position> positions_;  ///< never moved, since their texts are keys
  std::unordered_map<std::string_view, Id> ids_;
  std::size_t expansions_ = 0;
};

/// Drop-out expansion (T. R. Lincke, "Strategies for the automatic construction of opening books", 2000) expands the
/// leaf with the cheapest line. The cost of a line is the loss of its moves, of both sides, against the best ones, and
/// a cost for each ply, without which only the best line would be extended.
struct Costs {
  int ply = 5;         ///< centipawns: twenty plies of best moves cost as much as the loss of a man
  int hopeless = 300;  ///< centipawns: more unequal positions are not expanded
};

/// The cheapest line from the roots to each position of a graph, whose values must have been backed up.
class DropOutExpansion {
 public:
  /// Roots are expanded whatever their value.
  DropOutExpansion(const Graph& graph, std::span<const Graph::Id> roots, const Costs& costs);

  /// Up to `count` leaves worth expanding, the cheapest first; skips a leaf if `taken` returns true.
  [[nodiscard]] std::vector<Graph::Id> leaves(std::size_t count, const std::function<bool(Graph::Id)>& taken) const;
  /// For each position, 1 plus the number of expanded positions in its subtree of cheapest lines.
  [[nodiscard]] std::vector<std::uint64_t> visits() const;

 private:
  [[nodiscard]] bool worthwhile(const Graph::Position& position) const;

  const Graph& graph_;
  int hopeless_;
  std::vector<Graph::Id> order_;    ///< reachable positions, the cheapest first
  std::vector<Graph::Id> parents_;  ///< on the cheapest line; a root is its own parent
};

}  // namespace crownd::book
