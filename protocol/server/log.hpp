#pragma once

#include <string>

namespace crownd::server {

/// Begins the log: to a file, or to standard error where `file` is empty. A thread of its own writes it, so that a disk
/// that is full or slow, or a reader of standard error that sleeps, holds up nobody; what it cannot write is lost.
/// Throws std::exception where the file cannot be opened.
void start_log(const std::string& file, const std::string& level);

/// After start_log: another level from now on.
void set_log_level(const std::string& level);

/// A line on standard error as it is, whatever level and file the log has. Between start_log and end_log; holds up
/// nobody, as the log does.
void announce(const std::string& line);

/// Writes what is left, and ends the thread.
void end_log();

}  // namespace crownd::server
