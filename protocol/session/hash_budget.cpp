#include "session/hash_budget.hpp"

namespace crownd::session {

namespace {

/// Below this a table is not worth having: a search then does without.
constexpr std::size_t smallest_useful = std::size_t{64} << 10;

}  // namespace

std::size_t HashBudget::reserve(std::size_t wanted) {
  const std::lock_guard lock(mutex_);
  while (wanted > free_ && wanted / 2 >= smallest_useful) wanted /= 2;
  if (wanted > free_) return 0;
  free_ -= wanted;
  return wanted;
}

bool HashBudget::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > free_) return false;
  free_ -= bytes;
  return true;
}

void HashBudget::release(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  free_ += bytes;
}

}  // namespace crownd::session
