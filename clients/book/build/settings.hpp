#pragma once

#include "batch/daemons.hpp"
#include "book/expansion/drop_out.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace crownd::crown_book {

/// How a book is built.
struct BuildSettings {
  std::string game;
  std::string out;               ///< the book
  bool force = false;            ///< replaces the book that is there
  std::string state;             ///< a folder for what is done; empty: nothing is kept
  std::int64_t nodes = 100'000;  ///< for each position
  std::size_t positions = 100'000;
  std::optional<int> hash;  ///< megabytes; none: what the daemon has
  book::Costs costs;
  batch::Daemons daemons;
  std::string program;  ///< name and version of this program
};

}  // namespace crownd::crown_book
