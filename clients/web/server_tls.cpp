#include "web/server_tls.hpp"

#include "web/asio.hpp"

#include <openssl/ssl.h>
#include <sys/stat.h>

#include <stdexcept>

namespace crownd::web {

namespace ssl = boost::asio::ssl;

namespace {

constexpr mode_t rights_of_everybody = 007;

[[noreturn]] void refuse_file(const std::string& what, const std::string& file, const std::string& why) {
  throw std::runtime_error("the TLS " + what + " '" + file + "' " + why);
}

}  // namespace

ssl::context make_server_tls(const std::string& certificate, const std::string& key) {
  struct stat about {};
  if (::stat(key.c_str(), &about) == 0 && (about.st_mode & rights_of_everybody) != 0)
    refuse_file("key", key, "can be used by everybody; chmod 600 makes it its owner's alone");
  ssl::context context(ssl::context::tls_server);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_compression | SSL_OP_NO_RENEGOTIATION);
  ::SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  // So that an idle tab keeps no buffers.
  ::SSL_CTX_set_mode(context.native_handle(), SSL_MODE_RELEASE_BUFFERS);
  ::SSL_CTX_set_session_cache_mode(context.native_handle(), SSL_SESS_CACHE_OFF);
  // Without this OpenSSL would ask for the password at the terminal.
  context.set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); });
  error_code error;
  context.use_certificate_chain_file(certificate, error);
  if (error) refuse_file("certificate", certificate, "cannot be read, or is none in PEM form: " + error.message());
  context.use_private_key_file(key, ssl::context::pem, error);
  if (error)
    refuse_file(
        "key", key,
        "cannot be read, or is no key in PEM form without a passphrase that fits the certificate: " + error.message());
  return context;
}

}  // namespace crownd::web
