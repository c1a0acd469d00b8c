#pragma once

#include "notation/game.hpp"

#include <iosfwd>
#include <string>

namespace crownd::notation {

/// How a game is written as PDN or PGN.
struct Layout {
  int first_number = 1;        ///< of the first move
  bool second_begins = false;  ///< the first move is by the side that moves second under each number
  /// The second side's move has a number, `1...`, where it begins the moves or follows a comment or a variation, as in
  /// PGN. Some readers of PDN take such a number for that of the next move.
  bool numbers_second = true;
  bool breaks_comments = true;  ///< those longer than a line
  /// The signs ! ? !! ?? !? ?! stand behind their moves, as people write them; else as NAGs, as PGN is exported.
  bool writes_signs = false;
};

/// `[NAME "VALUE"]` and the end of the line.
[[nodiscard]] std::string tag_text(const Tag& tag);

/// Writes a game as PDN or PGN: its tags, an empty line, and its moves in lines of at most 80 characters. A
/// comment with a closing brace in it goes to the end of its line, behind `;`. A game without a result ends with `*`.
void write_game(std::ostream& out, const Game& game, const Layout& layout);

/// Whether the plain form has a place for all that the game has: variations, and NAGs besides one sign, have none.
[[nodiscard]] bool fits_plain_form(const Game& game);

/// Writes a game in the plain form: its tags, an empty line, the comments before the first move in braces, and a line
/// for each move with its sign and comments. What does not fit is left out. `second_begins`: the side that moves second
/// in the game makes the first move.
void write_plain_game(std::ostream& out, const Game& game, bool second_begins);

}  // namespace crownd::notation
