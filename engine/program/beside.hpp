#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

namespace crownd::program {

/// How often a name is tried that another file has by chance.
inline constexpr int most_names = 100;

/// A random name in the folder of `path`. Its length does not depend on that of `path`, which may be the longest
/// possible.
[[nodiscard]] inline std::filesystem::path name_beside(const std::filesystem::path& path) {
  std::random_device random;
  return path.parent_path() / (".unfinished-" + std::to_string(random()) + std::to_string(random()));
}

/// The file that a symbolic link leads to.
[[nodiscard]] inline std::filesystem::path without_links(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  const auto target = std::filesystem::canonical(path, error);
  return error ? path : target;
}

}  // namespace crownd::program
