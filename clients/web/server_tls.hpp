#pragma once

#include <boost/asio/ssl/context.hpp>

#include <string>

namespace crownd::web {

/// The TLS server context: TLS 1.2 or newer, with the certificate chain and its key, both PEM.
/// Throws std::runtime_error with a sentence that names the file.
[[nodiscard]] boost::asio::ssl::context make_server_tls(const std::string& certificate, const std::string& key);

}  // namespace crownd::web
