#pragma once

#include "terminal/signals.hpp"

#include <optional>
#include <string>

namespace crownd::terminal {

/// Standard input that is no terminal, line by line.
class PipeInput {
 public:
  explicit PipeInput(Signals& signals) : signals_(signals) {}

  /// The next line without its end (LF or CRLF); none at the end of input. What stands before that is a line as well.
  /// Throws Ended.
  std::optional<std::string> read();

 private:
  /// False at the end of input.
  bool read_more();

  Signals& signals_;
  std::string unread_;
};

}  // namespace crownd::terminal
