#pragma once

#include "web/flags.hpp"

#include <string>

namespace crownd::web {

/// Serves until SIGTERM or SIGINT; then notifies all tabs and returns. Prints the page's address on
/// standard output when it is ready. Throws if it cannot serve.
void run(Flags flags, const std::string& version);

}  // namespace crownd::web
