#include "server/address_book.hpp"

#include <algorithm>

namespace crownd::server {

namespace {

/// The limit for other machines, unless set: enough for the engines of a match, but not all sessions of the daemon.
constexpr int sessions_of_other_machines = 100;
/// The number of wrong tokens without a lockout: people mistype.
constexpr int forgiven = 2;
/// The first lockout; each later one is twice as long.
constexpr std::chrono::seconds first_lockout{1};
constexpr int most_doublings = 20;
/// Wrong tokens are forgotten after this time without another.
constexpr std::chrono::minutes memory{15};
/// Wrong tokens of at most so many origins are remembered: an attacker with very many cannot exhaust the memory.
constexpr std::size_t most_entries = 20'000;

}  // namespace

void AddressBook::set_limits(const Limits& limits) {
  const std::lock_guard lock(mutex_);
  limits_ = limits;
}

std::optional<int> AddressBook::most_sessions(const Origin& origin) const {
  const std::lock_guard lock(mutex_);
  return most_from(origin);
}

std::optional<int> AddressBook::most_from(const Origin& origin) const {
  if (limits_.sessions) return limits_.sessions;
  if (origin.loopback) return std::nullopt;
  return sessions_of_other_machines;
}

std::optional<AddressBook::Seat> AddressBook::enter(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  const auto most = most_from(origin);
  auto& entry = entries_[origin];
  if (most && entry.sessions >= *most) return std::nullopt;
  ++entry.sessions;
  return std::optional<Seat>(std::in_place, *this, origin);
}

void AddressBook::leave(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(origin);
  if (--found->second.sessions == 0 && found->second.wrong_tokens == 0) entries_.erase(found);
}

std::chrono::seconds AddressBook::lockout(const Origin& origin, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(origin);
  if (found == entries_.end() || found->second.locked_until <= now) return std::chrono::seconds::zero();
  return std::chrono::ceil<std::chrono::seconds>(found->second.locked_until - now);
}

std::chrono::seconds AddressBook::wrong_token(const Origin& origin, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= most_entries) forget_old(now);
  auto& entry = entries_[origin];
  if (now - entry.last_wrong > memory) entry.wrong_tokens = 0;
  entry.last_wrong = now;
  ++entry.wrong_tokens;
  if (entry.wrong_tokens <= forgiven) return std::chrono::seconds::zero();
  const auto wait = std::min(first_lockout * (1 << std::min(entry.wrong_tokens - forgiven - 1, most_doublings)),
                             limits_.longest_lockout);
  entry.locked_until = now + wait;
  return wait;
}

void AddressBook::right_token(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(origin);
  if (found != entries_.end()) found->second.wrong_tokens = 0;
}

std::size_t AddressBook::size() {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

/// Drops entries whose wrong tokens are long ago; if that is not enough, all those without a session.
void AddressBook::forget_old(Clock::time_point now) {
  std::erase_if(entries_, [&](const auto& entry) {
    return entry.second.sessions == 0 && now - entry.second.last_wrong > memory;
  });
  if (entries_.size() < most_entries) return;
  std::erase_if(entries_, [](const auto& entry) { return entry.second.sessions == 0; });
}

}  // namespace crownd::server
