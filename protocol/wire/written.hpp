#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::wire {

// Moves and positions as people write and paste them.

/// The text with ASCII in place of what word processors and web pages put there: dashes and minus signs of all kinds
/// become '-', the multiplication sign 'x', spaces that do not break ' ', and typographic quotes '"'.
[[nodiscard]] std::string plain_text(std::string_view text);

/// The moves of a list, `11-15 22x15` or `11-15, 22x15`, in plain text. A separator beside a blank joins what it
/// separates: `11 - 15` is one move. Anything else that is no move stays as it is, for the game to refuse.
[[nodiscard]] std::vector<std::string> moves_in(std::string_view text);

/// How many moves that list has.
[[nodiscard]] std::size_t count_moves(std::string_view text);

/// A position in plain text, without the quotes around it, out of its tag, and without `;` behind it:
/// `[FEN "W:W18:B12;"]`. In addresses underscores stand for blanks.
[[nodiscard]] std::string position_in(std::string_view text);

}  // namespace crownd::wire
