#pragma once

namespace crownd::web {

/// How many connections the file descriptors allow.
struct Room {
  int tabs = 0;
  int visits = 0;  ///< connections without a WebSocket
};

/// Raises the limit on file descriptors to allow this many tabs, or as many as possible.
[[nodiscard]] Room make_room(int tabs);

}  // namespace crownd::web
