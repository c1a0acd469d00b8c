#pragma once

#include <string>
#include <vector>

namespace crownd::match {

/// The headers that are the same for all games of a match.
struct Headings {
  std::string game;
  std::vector<std::string> engines{};  ///< names
  std::string event = "crown-match";
  std::string site = "?";
  std::vector<std::string> time_controls{};  ///< of the engines, as PGN writes them; empty: unknown
};

}  // namespace crownd::match
