#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <string_view>
#include <vector>

namespace crownd::server {

/// Of the sockets that are passed to a process: SD_LISTEN_FDS_START of sd_listen_fds(3).
constexpr int first_passed_descriptor = 3;

/// A socket that listens already.
struct InheritedSocket {
  int descriptor = -1;
  boost::asio::ip::tcp::endpoint address;
};

/// The sockets that systemd, or whoever speaks as it does, opened for this process (sd_listen_fds(3)); none without
/// one. Children do not inherit them. Throws std::runtime_error where one is not what can be served.
[[nodiscard]] std::vector<InheritedSocket> take_inherited_sockets();

/// Tells systemd how the process stands (sd_notify(3)), if it wants to know: "READY=1", "STOPPING=1".
void notify_systemd(std::string_view state);

}  // namespace crownd::server
