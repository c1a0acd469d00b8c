#include "session/hash_budget.hpp"

#include <algorithm>

namespace crownd::session {

namespace {

/// A smaller table is useless: a search then does without.
constexpr std::size_t smallest_useful = std::size_t{64} << 10;

/// The part of the budget that games may take before tables get less.
constexpr std::size_t part_for_games = 16;

}  // namespace

void HashBudget::set_total(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  total_ = bytes;
}

std::size_t HashBudget::reserve(std::size_t wanted) {
  const std::lock_guard lock(mutex_);
  while (wanted > free() && wanted / 2 >= smallest_useful) wanted /= 2;
  if (wanted > free()) return 0;
  taken_ += wanted;
  return wanted;
}

bool HashBudget::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > free()) return false;
  taken_ += bytes;
  return true;
}

void HashBudget::release(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  taken_ -= bytes;
}

void HashBudget::resize_game(std::size_t before, std::size_t after) {
  const std::lock_guard lock(mutex_);
  games_ = games_ - before + after;
}

std::size_t HashBudget::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

std::size_t HashBudget::taken_by_games() const {
  const std::lock_guard lock(mutex_);
  return games_;
}

std::size_t HashBudget::total() const {
  const std::lock_guard lock(mutex_);
  return total_;
}

std::size_t HashBudget::free() const {
  const auto by_games = games_ - std::min(games_, total_ / part_for_games);
  return total_ - std::min(total_, taken_ + by_games);
}

}  // namespace crownd::session
