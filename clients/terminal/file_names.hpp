#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// The paths of files and folders that begin with what was typed; folders end with `/`. Hidden ones are left out,
/// unless the dot was typed.
[[nodiscard]] std::vector<std::string> file_names_beginning(std::string_view typed);

}  // namespace crownd::terminal
