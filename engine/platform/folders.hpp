#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace crownd::platform {

/// The folder for data of programs of this user, in which each has one; empty if there is none.
[[nodiscard]] std::filesystem::path user_data_folder();
/// Those for data that all users of the machine share, the more important first.
[[nodiscard]] std::vector<std::filesystem::path> machine_data_folders();
/// What people call these folders and that of the user, which comes first.
[[nodiscard]] std::vector<std::string> data_folder_names();
/// The folder with data that is installed with this program; empty if that is unknown.
[[nodiscard]] std::filesystem::path program_data_folder();

/// Between the folders of a list in one text.
inline constexpr char list_separator = std::filesystem::path::preferred_separator == '/' ? ':' : ';';

}  // namespace crownd::platform
