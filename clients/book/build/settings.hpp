#pragma once

#include "batch/daemons.hpp"
#include "book/expansion/drop_out.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// A part of the positions that a book begins from: of each `count` in a row the one of that index.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// How a book is built.
struct BuildSettings {
  std::string game;
  std::string out;                        ///< the book
  bool force = false;                     ///< replaces the book that is there
  std::string state;                      ///< a folder for what is done; empty: nothing is kept
  std::string grow;                       ///< a book to go on with; empty: none
  std::vector<std::string> from;          ///< files of positions and games to begin from; none: the start position
  std::optional<std::size_t> from_plies;  ///< begin from each position of their first plies, not from their last one
  Shard shard;
  std::int64_t nodes = 100'000;  ///< for each position
  std::size_t positions = 100'000;
  std::optional<int> hash;  ///< megabytes; none: what the daemon has
  book::Costs costs;
  batch::Daemons daemons;
  std::string program;  ///< name and version of this program
};

}  // namespace crownd::crown_book
