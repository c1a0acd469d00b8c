#pragma once

#include "batch/daemons.hpp"
#include "book/form.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// What the rules of an engine say of a position of a book and of its moves.
struct Ruling {
  struct Move {
    std::string refusal;  ///< why it is not legal; all else is then empty
    std::string move;     ///< its canonical text
    std::string after;    ///< the position that it leads to
  };
  std::string refusal;      ///< why it is no position; all else is then empty
  std::string position;     ///< its canonical text
  std::size_t legal = 0;    ///< how many moves are legal
  std::vector<Move> moves;  ///< those of the book, in their order
};

/// The entries of a book, by their number.
struct Entries {
  std::string game;
  std::size_t count = 0;
  std::function<book::Entry(std::size_t)> at;  ///< may be called by several threads
};

/// Asks the daemons about all entries, many at a time. `visit` is called once for each, in any order, by one thread at
/// a time. Throws std::runtime_error if no daemon is left.
void for_each_ruling(const Entries& entries, const batch::Daemons& daemons,
                     const std::function<void(std::size_t number, const book::Entry&, const Ruling&)>& visit);

/// Throws std::runtime_error if the position or one of the moves of a book is wrong.
void check_ruling(const book::Entry& entry, const Ruling& ruling);

}  // namespace crownd::crown_book
