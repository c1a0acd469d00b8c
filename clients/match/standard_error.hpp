#pragma once

#include "connection/descriptor.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// What a program writes to its standard error: kept at the end of a file if there is to be one, else in memory, as
/// much as is needed to tell its last lines.
class StandardError {
 public:
  /// Throws ConnectionError if the file cannot be opened.
  explicit StandardError(const std::optional<std::string>& file);

  /// For the program to write to.
  [[nodiscard]] const connection::Descriptor& descriptor() const { return descriptor_; }
  /// Only what comes from here on counts for last_lines.
  void begin_game();
  /// The last lines, cut where they are long and without what cannot be printed. Where several programs write to the
  /// same file at a time, some of them may be of another one.
  [[nodiscard]] std::vector<std::string> last_lines() const;

 private:
  connection::Descriptor descriptor_;
  bool in_memory_;
  off_t begin_ = 0;
};

}  // namespace crownd::match
