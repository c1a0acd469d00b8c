#pragma once

#include <string_view>

namespace crownd::server {

/// File descriptors needed in addition to one for each session: standard streams, log, listeners, Asio's own,
/// those of clients that are just being refused, and those of metrics.
constexpr int spare_descriptors = 96;

/// Raises the limit on file descriptors (RLIMIT_NOFILE) so that `sessions` can be open, and gives how many can;
/// at most `sessions`. Throws std::runtime_error if not even one is.
[[nodiscard]] int make_room_for_sessions(int sessions);

/// A spare file descriptor: when all others are in use, it allows us to accept a client and tell it so.
class ReserveDescriptor {
 public:
  ReserveDescriptor();
  ReserveDescriptor(const ReserveDescriptor&) = delete;
  ReserveDescriptor& operator=(const ReserveDescriptor&) = delete;
  ~ReserveDescriptor();

  /// Accepts the clients in the backlog of `listener`, sends them `line` (nothing if it is empty), closes them. Gives
  /// their number.
  int turn_away(int listener, std::string_view line);

 private:
  void take();
  void give_back();

  int fd_ = -1;
};

}  // namespace crownd::server
