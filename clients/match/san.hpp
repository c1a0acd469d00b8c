#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// A move of reduced-chess on 8x8 in the notation of PGN, without the sign for check: `Rbxa5` for `b5a5`. `fen` is the
/// position before it, `legal` its legal moves. The notation needs no more of the rules than these two.
[[nodiscard]] std::string to_san(std::string_view fen, std::string_view move, const std::vector<std::string>& legal);

/// The move that a text in that notation names, which may say more than it must, and say check or not: `Rbxa5+`,
/// `Rb5a5`. None if there is no such move among the legal ones, or more than one.
[[nodiscard]] std::optional<std::string> from_san(std::string_view fen, std::string_view san,
                                                  const std::vector<std::string>& legal);

}  // namespace crownd::match
