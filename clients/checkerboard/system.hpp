#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// What differs by system: a folder of sources for each.
namespace crownd::checkerboard::system {

/// Of this player and of no program in particular, for files that the folder of the library cannot keep; empty where
/// the system has none.
[[nodiscard]] std::filesystem::path settings_folder();

/// From the encoding in which programs pass text to UTF-8, and back.
[[nodiscard]] std::string to_utf8(std::string_view text);
[[nodiscard]] std::string from_utf8(std::string_view text);

}  // namespace crownd::checkerboard::system
