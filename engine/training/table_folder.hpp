#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace crownd::training {

/// The folder of the tables: `given`, or if it is empty the user's folder, which crownd searches by
/// default. Throws std::invalid_argument if there is none.
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
