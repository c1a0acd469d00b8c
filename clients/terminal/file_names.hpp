#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// The paths of files and folders with this prefix; folders end with `/`. Hidden ones are left out,
/// unless the prefix has the dot.
[[nodiscard]] std::vector<std::string> file_names_beginning(std::string_view typed);

}  // namespace crownd::terminal
