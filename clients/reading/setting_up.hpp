#pragma once

#include "board/game_info.hpp"
#include "connection/engine.hpp"
#include "notation/game.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::reading {

/// A game that no rules accept: a sentence for people.
class NotPlayable : public std::runtime_error {
 public:
  explicit NotPlayable(const std::string& sentence, std::size_t plies = 0)
      : std::runtime_error(sentence), plies_(plies) {}

  /// How many moves were accepted.
  [[nodiscard]] std::size_t plies() const { return plies_; }

 private:
  std::size_t plies_;
};

/// A game whose moves the engine has accepted.
struct Playable {
  std::string game;                ///< the engine's name of it
  board::GameInfo info;            ///< with the notation of games that begin where this one does
  std::string start;               ///< as text, or "startpos"
  std::vector<std::string> moves;  ///< in the engine's form
  bool verbatim = true;            ///< which is also that of the text
  notation::Line line{};           ///< the text of the moves, with their variations
};

/// A move of a text in a form that the engine reads, in its position. Throws NotPlayable for SAN that fits no move.
[[nodiscard]] std::string translated(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                     const std::string& move);

/// Finds which of the engine's games this is: the one that its tag names (Game, or GameType as PDN has it), else
/// `usual`, else the first one whose rules allow all moves, and which writes them as the text does. Throws NotPlayable.
[[nodiscard]] Playable set_up(connection::Engine& engine, const notation::Game& game, const std::string& usual);

}  // namespace crownd::reading
