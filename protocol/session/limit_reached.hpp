#pragma once

#include "session/refusal.hpp"

#include <stdexcept>
#include <string>

namespace crownd::session {

/// A command exceeds a limit of the operator; nothing has changed. what() is the message of `error limit`: it
/// names the limit and its flag.
class LimitReached : public std::runtime_error {
 public:
  LimitReached(Refusal kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}

  [[nodiscard]] Refusal kind() const { return kind_; }

 private:
  Refusal kind_;
};

}  // namespace crownd::session
