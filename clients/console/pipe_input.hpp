#pragma once

#include "console/signals.hpp"

#include <optional>
#include <string>

namespace crownd::console {

/// Reads standard input line by line if it is not a terminal.
class PipeInput {
 public:
  explicit PipeInput(Signals& signals) : signals_(signals) {}

  /// The next line without its end (LF or CRLF); none at the end of input. Text before that is a line as well.
  /// Throws Ended.
  std::optional<std::string> read();

 private:
  /// False at the end of input.
  bool read_more();

  Signals& signals_;
  std::string unread_;
};

}  // namespace crownd::console
