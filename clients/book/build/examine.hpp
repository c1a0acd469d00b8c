#pragma once

#include "book/expansion/graph.hpp"
#include "connection/engine.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// A legal move of a position that is expanded.
struct Child {
  std::string move;
  std::string text;                       ///< of the position that it leads to
  std::optional<book::Graph::Leaf> leaf;  ///< none: that position was known already
};

/// Asks an engine about positions of a game.
class Examiner {
 public:
  Examiner(connection::Engine& engine, std::string game, std::int64_t nodes)
      : engine_(engine), game_(std::move(game)), nodes_(nodes) {}

  /// Of a position that is not finished: its exact value with all moves where rules or tables know it, else what a
  /// search of the nodes says.
  [[nodiscard]] book::Graph::Leaf look_at(const std::string& text);
  /// All legal moves, with the leaves behind those for which `known` is false; `on_leaf` is called after each of them.
  /// The searches of one position share the hash table, each with all its nodes: several lines of one search would
  /// share the nodes, too, and tell no answer to a move that another line has met.
  [[nodiscard]] std::vector<Child> moves_of(const std::string& text,
                                            const std::function<bool(const std::string&)>& known,
                                            const std::function<void()>& on_leaf);

 private:
  [[nodiscard]] book::Graph::Leaf search();

  connection::Engine& engine_;
  std::string game_;
  std::int64_t nodes_;
};

}  // namespace crownd::crown_book
