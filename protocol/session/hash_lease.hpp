#pragma once

#include "session/hash_budget.hpp"

#include <cstddef>

namespace crownd::session {

/// RAII: memory reserved from a budget, released by the destructor.
class HashLease {
 public:
  HashLease(HashBudget& budget, std::size_t wanted) : budget_(budget), bytes_(budget.reserve(wanted)) {}
  HashLease(const HashLease&) = delete;
  HashLease& operator=(const HashLease&) = delete;
  ~HashLease() { budget_.release(bytes_); }

  /// What was granted; may be less than was wanted.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  HashBudget& budget_;
  std::size_t bytes_;
};

}  // namespace crownd::session
