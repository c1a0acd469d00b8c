#pragma once

#include "server/flags.hpp"

namespace crownd::server {

/// Serves until standard input ends (unless there is TCP to serve) or sends `quit`, or until SIGTERM or SIGINT. Then it
/// drains, ends all searches, flushes their last lines, and returns within two seconds. SIGHUP reloads. Returns the
/// exit code: 1 if a line of standard input was refused with --bail, else 0. Throws if it cannot serve.
[[nodiscard]] int run(const Flags& flags, const std::string& version);

}  // namespace crownd::server
