#pragma once

#include "core/bad_input.hpp"

#include <new>
#include <string>
#include <string_view>

namespace crownd::session {

/// Whether the client's last position was refused, and why: a search would be about another position than it means.
class RefusedPosition {
 public:
  void note(std::string_view why) noexcept {
    refused_ = true;
    try {
      why_ = why;
    } catch (const std::bad_alloc&) {
      why_.clear();
    }
  }
  void forget() {
    refused_ = false;
    why_.clear();
  }
  /// Throws BadInput while it is refused. `remedy`: commands that set another.
  void check(std::string_view remedy) const {
    if (!refused_) return;
    throw bad_position("the last position was refused" + (why_.empty() ? "" : " (" + why_ + ")") + "; send " +
                       std::string(remedy) + " first");
  }

 private:
  bool refused_ = false;
  std::string why_;
};

}  // namespace crownd::session
