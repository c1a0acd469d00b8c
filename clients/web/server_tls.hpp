#pragma once

#include <boost/asio/ssl/context.hpp>

#include <string>

namespace crownd::web {

/// What a TLS server needs to know: TLS 1.2 or newer, the certificate (with the chain behind it) and its key, both PEM.
/// Throws std::runtime_error with a sentence that names the file.
[[nodiscard]] boost::asio::ssl::context make_server_tls(const std::string& certificate, const std::string& key);

}  // namespace crownd::web
