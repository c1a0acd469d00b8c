#pragma once

#include "match/game/game_record.hpp"

namespace crownd::match {

/// The tags common to all games of a match.
struct Headings {
  std::string game;
  std::vector<std::string> engines{};  ///< names
  std::string event = "crown-match";
  std::string site = "?";
  std::vector<std::string> time_controls{};  ///< of the engines, as PGN writes them; empty: unknown
};

/// A game as text for a games file, with an empty line at the end, in its notation: PDN, PGN, or the plain form
/// that clients/match/README.md describes. Each move is followed by score, depth and time.
[[nodiscard]] std::string to_text(const GameRecord& game, const Headings& headings);

/// The final position of a game as a line: EPD with the game's round and result if it is chess, else its FEN, or
/// the game's own form if it has no FEN. --openings reads all of them.
[[nodiscard]] std::string to_epd(const GameRecord& game);

}  // namespace crownd::match
