#pragma once

#include "net/access.hpp"

#include <vector>

namespace crownd::server {

/// A listening socket passed to the process.
struct InheritedSocket {
  int descriptor = -1;
  net::Address address;
};

/// The sockets passed by sd_listen_fds(3). Throws std::runtime_error if one cannot be served.
[[nodiscard]] std::vector<InheritedSocket> take_inherited_sockets();

/// Notifies systemd, if it expects that, of the state of the process (sd_notify(3)): "READY=1", "STOPPING=1".
void notify_systemd(std::string_view state);

}  // namespace crownd::server
