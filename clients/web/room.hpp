#pragma once

namespace crownd::web {

/// For how many there are file descriptors.
struct Room {
  int tabs = 0;
  int visits = 0;  ///< connections without a WebSocket
};

/// Raises the system's limit on file descriptors so that there is room for so many tabs, or for as many as possible.
[[nodiscard]] Room make_room(int tabs);

}  // namespace crownd::web
