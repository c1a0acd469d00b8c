#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::notation {

/// A move of kings, rooks and bishops on 8x8 in SAN, without the check sign: `Rbxa5` for `b5a5`. `fen` is the
/// position before it, `legal` its legal moves. SAN needs no other rules than these two.
[[nodiscard]] std::string to_san(std::string_view fen, std::string_view move, const std::vector<std::string>& legal);

}  // namespace crownd::notation
