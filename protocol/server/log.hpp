#pragma once

#include "session/log.hpp"

namespace crownd::server {

/// Starts the log: to a file, or to standard error if `file` is empty. A thread writes it, so a slow disk or reader
/// blocks nobody; lines that cannot be written are lost. Throws std::exception if the file cannot be opened.
void start_log(const std::string& file, const std::string& level);

/// Opens the log's file again, after a rotation. If that fails, logs the reason and keeps the old file.
void reopen_log();

/// Changes the level, after start_log.
void set_log_level(const std::string& level);

void log_info(const std::string& text);
void log_warning(const std::string& text);
void log_error(const std::string& text);

/// Writes a line to standard error, whatever the log's level and file. Asynchronous, like the log.
void announce(const std::string& line);

/// Passes what sessions report to the log.
[[nodiscard]] session::Log session_log();

/// Flushes the log, and joins its thread.
void end_log();

}  // namespace crownd::server
