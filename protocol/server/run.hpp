#pragma once

#include "server/flags.hpp"

#include <string>

namespace crownd::server {

/// Serves as the flags say until standard input ends (unless there is TCP to serve), a client there says `quit`, or
/// SIGTERM or SIGINT arrives; then, after the drain that the flags allow, ends all searches, flushes their last lines,
/// and returns within two seconds. SIGHUP reloads. Gives the exit code: 1 if a line of
/// standard input was refused with --bail, else 0. Throws if it cannot serve.
[[nodiscard]] int run(const Flags& flags, const std::string& version);

}  // namespace crownd::server
