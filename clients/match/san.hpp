#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// A move of reduced-chess on 8x8 in the notation of PGN, without the sign for check: `Rbxa5` for `b5a5`. `fen` is the
/// position before it, `legal` its legal moves. The notation needs no more of the rules than these two.
[[nodiscard]] std::string to_san(std::string_view fen, std::string_view move, const std::vector<std::string>& legal);

}  // namespace crownd::match
