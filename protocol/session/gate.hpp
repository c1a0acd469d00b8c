#pragma once

#include "session/session.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::session {

/// Whether a client is authenticated.
class Gate {
 public:
  Gate(Access access, const std::optional<std::string>& token) : open_(access == Access::open), token_(token) {}

  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] int wrong_tries() const { return wrong_tries_; }
  /// Opens the gate if the token is right. Constant time: does not reveal how much of the token was right.
  bool try_token(std::string_view offered);
  /// A token that was refused unchecked counts as a wrong one.
  void refuse_token() { ++wrong_tries_; }

 private:
  std::atomic<bool> open_;  ///< read by other threads, too
  const std::optional<std::string>& token_;
  int wrong_tries_ = 0;
};

}  // namespace crownd::session
