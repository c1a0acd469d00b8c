#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace crownd::platform {

/// Space for a file of learned weights. At program start it contains only the header.
struct AbsentWeights {
  std::string_view game;  ///< the folder of the game that needs them
  std::string_view file;  ///< the name of the file in that folder
  std::span<std::uint8_t> room;
};

/// The files to fill in before a game of that folder is made.
[[nodiscard]] std::span<const AbsentWeights> absent_weights();

}  // namespace crownd::platform
