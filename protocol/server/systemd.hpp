#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <string_view>
#include <vector>

namespace crownd::server {

/// Of the sockets that are passed to a process: SD_LISTEN_FDS_START of sd_listen_fds(3).
constexpr int first_passed_descriptor = 3;

/// A listening socket.
struct InheritedSocket {
  int descriptor = -1;
  boost::asio::ip::tcp::endpoint address;
};

/// The sockets passed by systemd, or by another process with its protocol (sd_listen_fds(3)); empty if there are
/// none. Children do not inherit them. Throws std::runtime_error if one cannot be served.
[[nodiscard]] std::vector<InheritedSocket> take_inherited_sockets();

/// Notifies systemd of the state of the process (sd_notify(3)), if it expects that: "READY=1", "STOPPING=1".
void notify_systemd(std::string_view state);

}  // namespace crownd::server
