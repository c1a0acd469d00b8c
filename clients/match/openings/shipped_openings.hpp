#pragma once

#include <optional>
#include <string>

namespace crownd::match {

/// The file of openings that comes with this program for a game, as `defaults` in the folder of openings names it.
[[nodiscard]] std::optional<std::string> shipped_openings(const std::string& game);

}  // namespace crownd::match
