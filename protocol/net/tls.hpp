#pragma once

#include <boost/asio/ssl/context.hpp>

#include <string>

namespace crownd::net {

/// The TLS context of a server: TLS 1.2 or newer, the certificate (with its chain) and its key, both PEM.
/// Throws std::runtime_error with a message that names the file.
[[nodiscard]] boost::asio::ssl::context make_server_tls(const std::string& certificate, const std::string& key);

}  // namespace crownd::net
