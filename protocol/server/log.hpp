#pragma once

#include "session/log.hpp"

#include <string>

namespace crownd::server {

/// Starts the log: to a file, or to standard error if `file` is empty. A thread of its own writes it, so that a full or
/// slow disk, or a reader of standard error that does not read, blocks nobody; lines that cannot be written are lost.
/// Text that is not fit for a terminal is changed as wire::printable does. Throws std::exception if the file cannot be
/// opened.
void start_log(const std::string& file, const std::string& level);

/// Opens the log's file anew, under the same name: it may have been renamed by whoever keeps logs small. If that
/// fails, the log says why and goes on in the old file.
void reopen_log();

/// Changes the level, after start_log.
void set_log_level(const std::string& level);

/// Writes a line to standard error verbatim, whatever the log's level and file. Between start_log and end_log;
/// asynchronous, like the log.
void announce(const std::string& line);

/// What sessions write goes to the log, too.
void write_to_log(session::LogLevel level, const std::string& text);

/// Flushes the log, and joins its thread.
void end_log();

}  // namespace crownd::server
