#pragma once

#include <array>
#include <string_view>

namespace crownd::session {

/// The options that a remote client may be allowed to set: none that names a file or folder of this machine.
inline constexpr std::array<std::string_view, 16> remote_options = {
    "UCI_Variant",       "UCI_ShowWDL", "Hash",          "Threads",
    "MultiPV",           "Ponder",      "Move Overhead", "Skill Level",
    "UCI_LimitStrength", "UCI_Elo",     "Strength Seed", "Draw Quiet Plies",
    "TableProbeLimit",   "Clear Hash",  "OwnBook",       "BookVariety"};

}  // namespace crownd::session
