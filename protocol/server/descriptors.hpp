#pragma once

#include <string_view>

namespace crownd::server {

/// File descriptors that are needed beside one for every session: standard streams, log, listeners, what Asio uses, and
/// the clients that are just being sent away.
constexpr int spare_descriptors = 64;

/// Raises the system's limit on file descriptors so that `sessions` can be open, and gives for how many there is room;
/// not more than asked for. Throws std::runtime_error where there is room for none.
[[nodiscard]] int make_room_for_sessions(int sessions);

/// A file descriptor kept back: when there is no other left, a client can still be accepted and told so.
class ReserveDescriptor {
 public:
  ReserveDescriptor();
  ReserveDescriptor(const ReserveDescriptor&) = delete;
  ReserveDescriptor& operator=(const ReserveDescriptor&) = delete;
  ~ReserveDescriptor();

  /// Accepts who waits at `listener`, says `line` to them (nothing, if it is empty) and closes. Gives how many they
  /// were.
  int turn_away(int listener, std::string_view line);

 private:
  void take();
  void give_back();

  int fd_ = -1;
};

}  // namespace crownd::server
