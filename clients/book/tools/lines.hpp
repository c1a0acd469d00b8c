#pragma once

#include "board/game_info.hpp"
#include "book/book.hpp"
#include "connection/engine.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// Which lines of a book are taken.
struct LineLimits {
  std::string position;     ///< where they begin; empty: the start position
  std::size_t plies = 20;   ///< of a line, at most
  std::size_t lines = 100;  ///< at most
};

/// Lines from a position, as a tree: each position there once.
struct LineTree {
  /// A position, and the move that leads to it.
  struct Node {
    std::string position;
    std::string move;                 ///< as the notation writes it; empty for the root
    book::BookMove value;             ///< of that move, for the side that makes it
    bool mover_is_second = false;     ///< who makes it
    bool known = false;               ///< the position stands elsewhere in the tree, and goes on there
    std::vector<std::size_t> next{};  ///< indices of the positions behind it, that of the best move first
  };
  board::GameInfo info;  ///< with the notation
  std::string standard;  ///< the root as FEN, where the notation has that
  std::vector<Node> nodes;
};

/// The best line and those beside it whose moves lose the least against the best ones, in sum; each follows the best
/// moves behind its last deviation. Throws std::runtime_error if the book does not know the position.
[[nodiscard]] LineTree choose_lines(const book::Book& book, connection::Engine& engine, const LineLimits& limits);

}  // namespace crownd::crown_book
