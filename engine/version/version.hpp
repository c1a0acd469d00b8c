#pragma once

#include <string>
#include <string_view>

namespace crownd::version {

/// "0.3.0"
[[nodiscard]] std::string_view number();

/// The output of `--version`: the program and its version, the commit, the instruction sets in use and the
/// libraries it was built with, a line each, the last without line end. `instructions` are those of the library that
/// does the work; without it, those that the program itself was compiled for are given.
[[nodiscard]] std::string text(std::string_view program, std::string_view instructions = {});

}  // namespace crownd::version
