#pragma once

#include <memory>
#include <string>

struct ssl_ctx_st;
struct ssl_st;

namespace crownd::net {

struct FreeTlsContext {
  void operator()(ssl_ctx_st* context) const;
};
/// OpenSSL's SSL_CTX; `boost::asio::ssl::context(context.release())` makes Asio's of it.
using TlsContext = std::unique_ptr<ssl_ctx_st, FreeTlsContext>;

/// The TLS context of a server: TLS 1.2 or newer, the certificate (with its chain) and its key, both PEM.
/// Throws std::runtime_error with a message that names the file.
[[nodiscard]] TlsContext make_server_tls(const std::string& certificate, const std::string& key);

/// The TLS context of a client: TLS 1.2 or newer; verifies the server's certificate by the PEM file `authorities`, or
/// by the system's trust store if that is empty. Throws std::runtime_error with a message.
[[nodiscard]] TlsContext make_client_tls(const std::string& authorities);

/// Before a client's handshake: the server's certificate must be for this host name or IP address.
void expect_host(ssl_st* connection, const std::string& host);

/// Why the last call of OpenSSL in this thread failed; clears its errors.
[[nodiscard]] std::string openssl_reason();

}  // namespace crownd::net
