#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace crownd::training {

/// Where tables are put and looked for: `given`, or where it is empty the place of the user where crownd finds them by
/// itself. Throws std::invalid_argument where there is none.
[[nodiscard]] inline std::filesystem::path folder_of_tables(const std::string& given) {
  if (!given.empty()) return given;
  const auto variable = [](const char* name) -> std::string {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  const auto data = variable("XDG_DATA_HOME"), home = variable("HOME");
  if (data.empty() && home.empty()) throw std::invalid_argument("there is no $HOME to put tables in: use --dir DIR");
  return (data.empty() ? std::filesystem::path(home) / ".local/share" : std::filesystem::path(data)) / "crownd" /
         "tables";
}

}  // namespace crownd::training
