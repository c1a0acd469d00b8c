#pragma once

#include "platform/folders.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace crownd::training {

/// The folder of the tables: `given`, or if it is empty the user's folder, which crownd searches by
/// default. Throws std::invalid_argument if there is none.
[[nodiscard]] inline std::filesystem::path folder_of_tables(const std::string& given) {
  if (!given.empty()) return given;
  const auto data = platform::user_data_folder();
  if (data.empty()) throw std::invalid_argument("there is no folder of this user to put tables in: use --dir DIR");
  return data / "crownd" / "tables";
}

}  // namespace crownd::training
