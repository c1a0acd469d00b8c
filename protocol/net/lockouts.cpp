#include "net/lockouts.hpp"

#include <algorithm>

namespace crownd::net {

namespace {

/// The number of wrong tokens without a lockout: people mistype.
constexpr int forgiven = 2;
/// The first lockout; each later one is twice as long.
constexpr std::chrono::seconds first_lockout{1};
constexpr int most_doublings = 20;
/// Wrong tokens are forgotten after this time without another.
constexpr std::chrono::minutes memory{15};
/// The limit of origins that are remembered, so that an attacker with very many cannot exhaust the memory.
constexpr std::size_t most_entries = 20'000;

}  // namespace

void Lockouts::set_longest(std::chrono::seconds longest) {
  const std::lock_guard lock(mutex_);
  longest_ = longest;
}

std::chrono::seconds Lockouts::lockout(const Origin& origin, Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(origin);
  if (found == entries_.end() || found->second.locked_until <= now) return std::chrono::seconds::zero();
  return std::chrono::ceil<std::chrono::seconds>(found->second.locked_until - now);
}

std::chrono::seconds Lockouts::wrong_token(const Origin& origin, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= most_entries) forget_old(now);
  auto& entry = entries_[origin];
  if (now - entry.last_wrong > memory) entry.wrong_tokens = 0;
  entry.last_wrong = now;
  ++entry.wrong_tokens;
  if (entry.wrong_tokens <= forgiven) return std::chrono::seconds::zero();
  const auto wait =
      std::min(first_lockout * (1 << std::min(entry.wrong_tokens - forgiven - 1, most_doublings)), longest_);
  entry.locked_until = now + wait;
  return wait;
}

void Lockouts::right_token(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  entries_.erase(origin);
}

std::size_t Lockouts::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

/// Drops origins whose wrong tokens are long ago; if that is not enough, all.
void Lockouts::forget_old(Clock::time_point now) {
  std::erase_if(entries_, [&](const auto& entry) { return now - entry.second.last_wrong > memory; });
  if (entries_.size() >= most_entries) entries_.clear();
}

}  // namespace crownd::net
