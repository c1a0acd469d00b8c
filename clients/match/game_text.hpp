#pragma once

#include "match/game_record.hpp"
#include "match/headings.hpp"

#include <string>

namespace crownd::match {

/// A game for a file of games, with its empty line at the end, as its notation asks for: PDN, PGN, or the plain form
/// that README.md of this folder describes. Each move is followed by score, depth and time.
[[nodiscard]] std::string to_text(const GameRecord& game, const Headings& headings);

/// The last position of a game as a line: EPD with the game's round and its end if it is one of chess, else its FEN, or
/// the game's own form where it has none. --openings reads them all.
[[nodiscard]] std::string to_epd(const GameRecord& game);

}  // namespace crownd::match
