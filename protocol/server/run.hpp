#pragma once

#include "server/flags.hpp"

#include <string>

namespace crownd::server {

/// Serves as the flags say until standard input ends (unless there is TCP to serve), a client there says `quit`, or
/// SIGTERM or SIGINT comes; then, after the drain that the flags allow, ends all searches with their last lines sent,
/// within two seconds. SIGHUP reads the flags again, SIGUSR2 starts a successor. Throws where it cannot serve.
void run(const Flags& flags, const std::string& version);

}  // namespace crownd::server
