#pragma once

#include "net/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace crownd::net {

/// Advice for whoever has too few of them.
constexpr const char* raise_the_limit = "raise the limit (ulimit -n, or LimitNOFILE= of systemd)";

/// Raises the limit on file descriptors (RLIMIT_NOFILE) to `needed` if it is lower. Returns how many there can be then,
/// at most `needed`.
[[nodiscard]] std::int64_t raise_descriptor_limit(std::int64_t needed);

/// The warning that file descriptors allow only `possible` of the `wanted` sessions, and that --max-sessions is lowered
/// to that. Throws it as std::runtime_error, with advice, if the user asked for that number of sessions.
[[nodiscard]] std::string too_few_descriptors(int wanted, int possible, bool asked);

/// A spare file descriptor: when all others are in use, it allows us to accept a client and to say so.
class ReserveDescriptor {
 public:
  ReserveDescriptor() { take(); }

  /// Accepts the clients in the backlog of `listener`, sends them `line` (nothing if it is empty), closes them. Gives
  /// their number.
  int turn_away(int listener, std::string_view line);

 private:
  void take();

  Descriptor spare_;
};

}  // namespace crownd::net
