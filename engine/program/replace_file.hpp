#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace crownd::program {

enum class Durability : std::uint8_t {
  none,
  synchronised,  ///< on disk when the function returns: the file survives a crash of the system
};

/// Replaces a file as a whole, or makes it: other programs see the old text or the new one, and after a failure the old
/// one is there. The text is written to a new file with a random name in the same folder, which is then renamed. The
/// permissions of a file that is replaced are kept. Where `path` is a symbolic link to a file, that file is replaced;
/// a device or pipe is written to. Throws std::system_error.
void replace_file(const std::filesystem::path& path, std::string_view text, Durability durability);

/// Throws std::system_error if replace_file could make no file beside `path`; before hours are spent on the text.
void expect_replaceable(const std::filesystem::path& path);

}  // namespace crownd::program
