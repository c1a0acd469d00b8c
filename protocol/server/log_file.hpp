#pragma once

#include "net/descriptor.hpp"

#include <spdlog/details/log_msg.h>
#include <spdlog/sinks/base_sink.h>

#include <mutex>
#include <string>

namespace crownd::server {

/// A log in a regular file, to the end of which lines are added.
class LogFile final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  /// Throws std::runtime_error with a message if it cannot be opened, or is no regular file: a pipe that nobody reads
  /// would keep the daemon waiting.
  explicit LogFile(std::string path);

  /// Opens the file of this name anew, as the old one may have been renamed; a line that is being written still goes to
  /// the old one. Throws as the constructor does; then the old one is written on.
  void reopen();

 private:
  void sink_it_(const spdlog::details::log_msg& message) override;
  void flush_() override {}

  const std::string path_;
  const net::Descriptor file_;  ///< its number stays the same when the file is opened anew
};

}  // namespace crownd::server
