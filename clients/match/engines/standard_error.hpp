#pragma once

#include "connection/channel.hpp"

#include <sys/types.h>

namespace crownd::match {

/// A program's standard error, appended to a file or stored in memory (limited per game).
class StandardError {
 public:
  /// Throws ConnectionError if the file cannot be opened.
  explicit StandardError(const std::optional<std::string>& file);

  [[nodiscard]] const connection::Descriptor& descriptor() const { return descriptor_; }
  /// Makes last_lines ignore earlier output.
  void begin_game();
  /// The last lines, printable and truncated. If several programs share the file, they may be mixed.
  [[nodiscard]] std::vector<std::string> last_lines() const;

 private:
  [[nodiscard]] off_t end() const;

  connection::Descriptor descriptor_;
  bool in_memory_;
  off_t begin_ = 0;
};

}  // namespace crownd::match
