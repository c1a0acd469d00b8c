#pragma once

#include "annotate/analysis/game_notes.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::annotate {

/// An arrow along the squares of a move; its class sets the colour.
struct Arrow {
  std::vector<std::string> path;
  std::string name;
};

/// The boards of a page: those that look alike are drawn once and shared.
class BoardDrawings {
 public:
  /// The number of this look on the page.
  std::size_t number_of(const BoardLook& look);
  /// The squares and labels of all boards so far, for <defs>.
  [[nodiscard]] std::string definitions() const;
  /// What the page's script needs to draw on them, as JSON.
  [[nodiscard]] std::string json() const;

 private:
  std::vector<BoardLook> looks_;
};

/// A position as SVG, with the last move marked.
[[nodiscard]] std::string draw_position(const BoardLook& look, std::size_t number, const Frame& frame,
                                        const std::vector<Arrow>& arrows, const std::string& title);

}  // namespace crownd::annotate
