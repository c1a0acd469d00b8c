#pragma once

#include <string>
#include <string_view>

namespace crownd::version {

/// "0.1.0"
[[nodiscard]] std::string_view number();

/// What was built from what, for `--version`: the program and its version, the commit, the instructions it uses and the
/// libraries it was built with, a line each without the last line end. `instructions` is of another part that does the
/// work; without it those that the program itself was compiled for are told.
[[nodiscard]] std::string text(std::string_view program, std::string_view instructions = {});

}  // namespace crownd::version
