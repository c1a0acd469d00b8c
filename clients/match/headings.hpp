#pragma once

#include <string>
#include <vector>

namespace crownd::match {

/// What is the same for all games of a match where they are written down.
struct Headings {
  std::string game;
  std::vector<std::string> engines{};  ///< names
  std::string event = "crown-match";
  std::string site = "?";
  std::vector<std::string> time_controls{};  ///< of the engines, as PGN writes them; empty: not told
};

}  // namespace crownd::match
