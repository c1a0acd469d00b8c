#pragma once

#include "checkerboard/settings.hpp"

#include <filesystem>

namespace crownd::checkerboard {

/// What was kept last, or the defaults. The file has the name of the library, so that a copy under another name has its
/// own settings, and is beside it, or where a player may not write there, in the folder for a player's settings.
[[nodiscard]] Settings load_settings(const std::filesystem::path& library);
/// False where they cannot be kept.
bool keep(const Settings& settings, const std::filesystem::path& library);

}  // namespace crownd::checkerboard
