#include "net/tls.hpp"

#include "net/regular_file.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <stdexcept>

namespace crownd::net {

namespace ssl = boost::asio::ssl;

namespace {

constexpr mode_t rights_to_a_key = 007;

std::runtime_error refuse(const std::string& what, const std::string& path, const std::string& why) {
  return std::runtime_error("the " + what + " '" + path + "' " + why);
}

/// So that a missing file is reported as such, not in OpenSSL's words, and none is waited for.
mode_t mode_of(const std::string& what, const std::string& path) {
  try {
    return read_regular_file(path, 0).mode;
  } catch (const std::runtime_error& failure) {
    throw refuse(what, path, failure.what());
  }
}

std::string reason() {
  const auto* const text = ::ERR_reason_error_string(::ERR_peek_last_error());
  ::ERR_clear_error();
  return text == nullptr ? "unknown reason" : text;
}

/// Without this OpenSSL would prompt for a passphrase at the terminal.
int no_passphrase(char*, int, int, void*) { return 0; }

}  // namespace

ssl::context make_server_tls(const std::string& certificate, const std::string& key) {
  (void)mode_of("TLS certificate", certificate);
  if ((mode_of("TLS key", key) & rights_to_a_key) != 0)
    throw refuse("TLS key", key, "can be used by everybody; chmod 600 makes it its owner's alone");

  ssl::context context(ssl::context::tls_server);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_compression | SSL_OP_NO_RENEGOTIATION |
                      SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE);
  auto* const native = context.native_handle();
  ::SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  // No session resumption, and no buffers for idle connections.
  ::SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);
  ::SSL_CTX_set_num_tickets(native, 0);
  ::SSL_CTX_set_mode(native,
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  ::SSL_CTX_set_default_passwd_cb(native, no_passphrase);
  if (::SSL_CTX_use_certificate_chain_file(native, certificate.c_str()) != 1)
    throw refuse("TLS certificate", certificate, "is no certificate in PEM form: " + reason());
  if (::SSL_CTX_use_PrivateKey_file(native, key.c_str(), SSL_FILETYPE_PEM) != 1)
    throw refuse("TLS key", key, "is no key in PEM form without a passphrase that fits the certificate: " + reason());
  if (::SSL_CTX_check_private_key(native) != 1)
    throw refuse("TLS key", key, "is not that of the certificate '" + certificate + "'");
  return context;
}

}  // namespace crownd::net
