#include "notation/game.hpp"

#include <algorithm>

namespace crownd::notation {

const std::string* Game::tag(std::string_view name) const {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
  return found == tags.end() ? nullptr : &found->value;
}

std::string Game::start() const {
  for (const auto* const name : {"FEN", "Start"})
    if (const auto* const position = tag(name)) return *position;
  return "startpos";
}

std::vector<std::string> Game::moves() const {
  std::vector<std::string> texts;
  for (const auto& move : line.moves) texts.push_back(move.text);
  return texts;
}

}  // namespace crownd::notation
