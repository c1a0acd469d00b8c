#include "net/seats.hpp"

namespace crownd::server {

namespace {

/// The limit for other machines, unless set: enough for the engines of a match, but not all sessions of the daemon.
constexpr int sessions_of_other_machines = 100;

}  // namespace

void AddressBook::set_most(std::optional<int> most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
}

std::optional<int> AddressBook::most_sessions(const Origin& origin) const {
  const std::lock_guard lock(mutex_);
  return most_from(origin);
}

std::optional<int> AddressBook::most_from(const Origin& origin) const {
  if (most_) return most_;
  if (origin.loopback) return std::nullopt;
  return sessions_of_other_machines;
}

std::optional<AddressBook::Seat> AddressBook::enter(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  const auto most = most_from(origin);
  const auto found = sessions_.try_emplace(origin, 0).first;
  if (most && found->second >= *most) return std::nullopt;
  ++found->second;
  return std::optional<Seat>(std::in_place, *this, origin);
}

void AddressBook::leave(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(origin);
  if (--found->second == 0) sessions_.erase(found);
}

std::size_t AddressBook::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

}  // namespace crownd::server
