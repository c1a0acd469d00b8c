#pragma once

#include <string>
#include <string_view>

namespace crownd::notation {

/// The position fields of a chess EPD as a FEN; the text itself if it is not an EPD.
[[nodiscard]] std::string epd_to_fen(const std::string& text);

/// The number of the next move: a FEN has it in its last field; 1 for other position texts, which have none.
[[nodiscard]] int move_number(std::string_view position);

}  // namespace crownd::notation
