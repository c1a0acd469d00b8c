#pragma once

#include <string>
#include <string_view>

namespace crownd::terminal {

// The board file of the specification of reduced chess: three lines, size, White's pieces, Black's pieces.

/// Removes a square as the specification writes it, from `a1` to `z26`, from the front of the text. False if there is
/// none.
[[nodiscard]] bool take_square(std::string_view& text);

/// The three lines for a position text.
[[nodiscard]] std::string board_file_of(std::string_view position);
/// The position text; throws FileError if the lines are not in this format. The engine validates the rest.
[[nodiscard]] std::string position_of_board_file(const std::string& text);

}  // namespace crownd::terminal
