#pragma once

#include "session/session.hpp"

#include <atomic>
#include <functional>
#include <string_view>

namespace crownd::session {

/// Whether a client is authenticated.
class Gate {
 public:
  /// `is_token` as in Environment.
  Gate(Access access, const std::function<bool(std::string_view)>& is_token)
      : open_(access == Access::open), is_token_(is_token) {}

  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] int wrong_tries() const { return wrong_tries_; }
  /// Opens the gate if the token is right.
  bool try_token(std::string_view offered);
  /// A token that was refused unchecked counts as a wrong one.
  void refuse_token() { ++wrong_tries_; }

 private:
  std::atomic<bool> open_;  ///< read by other threads, too
  const std::function<bool(std::string_view)>& is_token_;
  int wrong_tries_ = 0;
};

}  // namespace crownd::session
