#pragma once

#include <string_view>

namespace crownd::notation {

/// The number of the next move: a FEN has it in its last field; 1 for other position texts, which have none.
[[nodiscard]] int move_number(std::string_view position);

}  // namespace crownd::notation
