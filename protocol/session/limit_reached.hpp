#pragma once

#include <stdexcept>

namespace crownd::session {

/// A command asks for more than the operator allows; nothing has changed. what() is the sentence of `error limit`: it
/// names the limit and its flag.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace crownd::session
