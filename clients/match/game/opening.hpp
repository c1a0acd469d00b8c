#pragma once

#include <string>
#include <vector>

namespace crownd::match {

/// An opening: a position ("startpos" or a text in a form of the game that the referee reads) and moves from
/// it.
struct Opening {
  std::string start = "startpos";
  std::vector<std::string> moves;
  bool operator==(const Opening&) const = default;
};

}  // namespace crownd::match
