#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// The folders `crownd/KIND` for the data of the user and of the machine that exist: on Linux of $XDG_DATA_HOME
/// (~/.local/share), /var/lib and /usr/share; on Windows of %LOCALAPPDATA% and %PROGRAMDATA%.
[[nodiscard]] std::vector<std::string> data_folders(std::string_view kind);

}  // namespace crownd::session
