#pragma once

#include "board/game_info.hpp"
#include "connection/engine.hpp"

#include <string>
#include <vector>

namespace crownd::reading {

struct WrittenMove {
  std::string text;     ///< as the notation has it
  wire::Status status;  ///< after it
};

/// Plays a move, one of the `legal` ones, and says how it is written. Throws connection::Refused.
[[nodiscard]] WrittenMove play_written(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                       const std::string& move, const std::vector<std::string>& legal);

}  // namespace crownd::reading
