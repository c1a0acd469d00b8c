#pragma once

#include "book/expansion/value.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace crownd::book {

/// The positions of a book that grows, each once however it is reached, and the moves between them. No rules are known
/// here: positions and moves are texts.
class Graph {
 public:
  using Id = std::uint32_t;

  /// A move of a leaf whose position behind it is not in the graph.
  struct Known {
    std::string move;
    Value value;
  };
  /// A move of an expanded position.
  struct Edge {
    std::string move;
    Id child;
  };
  /// How a position is known before it is expanded.
  struct Leaf {
    Value value;
    std::vector<Known> moves{};
    bool exact = false;  ///< by rules or tables: no search can say more
  };
  struct Position {
    std::string text;
    Leaf leaf;
    std::vector<Edge> edges{};  ///< all legal moves, once it is expanded
    Value value{};              ///< of the leaf, or as lead_back() found it

    [[nodiscard]] bool expanded() const { return !edges.empty(); }
  };

  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  [[nodiscard]] std::size_t expansions() const { return expansions_; }
  [[nodiscard]] const Position& at(Id id) const { return positions_[id]; }
  [[nodiscard]] std::optional<Id> find(std::string_view text) const;

  /// Adds a leaf. If the position is there already it stays as it is.
  Id add(const std::string& text, Leaf leaf);
  /// The leaf becomes an inner position; nothing happens if it is one, or if there are no moves.
  void expand(Id id, std::vector<Edge> edges);

  /// Leads the values of the leaves back to every expanded position: each is worth what its best move is worth. A side
  /// that can go round in a circle for ever has a draw by repetition. A value's depth and shares are those of the
  /// shortest line of best moves to a leaf, or of a draw if there is none.
  void lead_back();

 private:
  [[nodiscard]] Score best_score(const Position& position) const;
  void lead_back_scores();
  void lead_back_lines();

  std::deque<Position> positions_;  ///< never moved, so that their texts can be keys
  std::unordered_map<std::string_view, Id> ids_;
  std::size_t expansions_ = 0;
};

}  // namespace crownd::book
