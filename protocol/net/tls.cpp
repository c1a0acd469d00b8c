#include "net/tls.hpp"

#include "net/descriptor.hpp"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <array>
#include <cstring>
#include <stdexcept>

namespace crownd::net {

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

/// TLS 1.2 or newer, with small buffers.
TlsContext make_context(const SSL_METHOD* method) {
  TlsContext context(::SSL_CTX_new(method));
  if (!context) throw std::runtime_error("TLS cannot be used: " + openssl_reason());
  ::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  ::SSL_CTX_set_mode(context.get(),
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  return context;
}

bool is_number(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return ::inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

/// Without this OpenSSL would prompt for a passphrase at the terminal.
int no_passphrase(char*, int, int, void*) { return 0; }

}  // namespace

void FreeTlsContext::operator()(ssl_ctx_st* context) const { ::SSL_CTX_free(context); }

TlsContext make_server_tls(const std::string& certificate, const std::string& key) {
  (void)mode_of("TLS certificate", certificate);
  if ((mode_of("TLS key", key) & rights_to_a_key) != 0)
    throw refuse("TLS key", key, "is readable by other users: run chmod 600");

  auto context = make_context(::TLS_server_method());
  ::SSL_CTX_set_options(context.get(), SSL_OP_ALL | SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                                           SSL_OP_CIPHER_SERVER_PREFERENCE);
  // No session resumption.
  ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  ::SSL_CTX_set_num_tickets(context.get(), 0);
  ::SSL_CTX_set_default_passwd_cb(context.get(), no_passphrase);
  if (::SSL_CTX_use_certificate_chain_file(context.get(), certificate.c_str()) != 1)
    throw refuse("TLS certificate", certificate, "is no certificate in PEM form: " + openssl_reason());
  if (::SSL_CTX_use_PrivateKey_file(context.get(), key.c_str(), SSL_FILETYPE_PEM) != 1)
    throw refuse("TLS key", key,
                 "is no key in PEM form without a passphrase that fits the certificate: " + openssl_reason());
  if (::SSL_CTX_check_private_key(context.get()) != 1)
    throw refuse("TLS key", key, "is not that of the certificate '" + certificate + "'");
  return context;
}

TlsContext make_client_tls(const std::string& authorities) {
  auto context = make_context(::TLS_client_method());
  ::SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  if (authorities.empty()) {
    ::SSL_CTX_set_default_verify_paths(context.get());
    return context;
  }
  const auto refuse_them = [&](const std::string& why) { return std::runtime_error("'" + authorities + "' " + why); };
  struct stat about {};
  if (::stat(authorities.c_str(), &about) == 0)
    if (const auto why = why_not_regular(about); !why.empty()) throw refuse_them(why);
  if (::SSL_CTX_load_verify_locations(context.get(), authorities.c_str(), nullptr) != 1)
    throw refuse_them("has no certificate in PEM form that could be read: " + openssl_reason());
  return context;
}

void expect_host(ssl_st* connection, const std::string& host) {
  if (is_number(host)) {
    ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(connection), host.c_str());
  } else {
    ::SSL_set1_host(connection, host.c_str());
    ::SSL_set_tlsext_host_name(connection, host.c_str());
  }
}

std::string openssl_reason() {
  const auto first = ::ERR_peek_error();
  const auto* const text = ERR_SYSTEM_ERROR(first) ? std::strerror(ERR_GET_REASON(first))
                                                   : ::ERR_reason_error_string(::ERR_peek_last_error());
  ::ERR_clear_error();
  return text == nullptr ? "unknown reason" : text;
}

}  // namespace crownd::net
