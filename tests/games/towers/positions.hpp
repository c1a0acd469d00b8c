#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace towers_test {

/// The text of a board with pieces named by cell and letter, "D5b E4W", and the side to move.
inline std::string board(const std::string& pieces, char side) {
  std::string text(32, '.');
  std::istringstream words(pieces);
  for (std::string word; words >> word;) {
    const auto row = static_cast<std::size_t>(word.at(1) - '1');
    const auto column = static_cast<std::size_t>(word.at(0) - 'A');
    if ((row + column) % 2 == 0) throw std::logic_error(word + " is a light cell");
    text.at(4 * row + column / 2) = word.at(2);
  }
  return text + ':' + side;
}

}  // namespace towers_test
