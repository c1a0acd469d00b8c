#pragma once

#include <CLI/CLI.hpp>

#include <stdexcept>
#include <string>

namespace crownd::server {

/// What is wrong with the file of --config before its lines are read: it is no regular file, which may be waited for in
/// vain, or no text. Empty if nothing is.
[[nodiscard]] std::string check_config_file(const std::string& path);

/// A line of it that the parser refuses, in words that say what would be right.
[[nodiscard]] std::invalid_argument clearer(const CLI::ConfigError& refusal);

}  // namespace crownd::server
