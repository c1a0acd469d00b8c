#pragma once

#include "web/flags.hpp"

#include <string>

namespace crownd::web {

/// Serves as the flags say until SIGTERM or SIGINT comes; then tells all tabs and ends. Prints the page's address on
/// standard output when it is ready. Throws where it cannot serve.
void run(Flags flags, const std::string& version);

}  // namespace crownd::web
