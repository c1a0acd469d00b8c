#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// The folders `crownd/KIND` for the data of users and of the machine that exist: of $XDG_DATA_HOME (~/.local/share),
/// /var/lib and /usr/share.
[[nodiscard]] std::vector<std::string> data_folders(std::string_view kind);

}  // namespace crownd::session
