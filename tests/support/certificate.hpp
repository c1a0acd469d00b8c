#pragma once

#include "support/temporary_folder.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace crownd::testing {

/// A self-signed test certificate and its key, as files. The destructor removes them.
class Certificate {
 public:
  struct Traits {
    std::string names = "DNS:localhost,IP:127.0.0.1";  ///< as in an OpenSSL configuration
    long from = -3600;                                 ///< start of validity, in seconds from now
    long to = 3600;
  };

  Certificate() : Certificate(Traits{}) {}
  explicit Certificate(const Traits& traits) {
    const auto made_key = make_key();
    const auto made = make_certificate(made_key.get(), traits);
    write(key_, [&](std::FILE* out) {
      return ::PEM_write_PrivateKey(out, made_key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    });
    write(certificate_, [&](std::FILE* out) { return ::PEM_write_X509(out, made.get()); });
  }

  [[nodiscard]] const std::string& file() const { return certificate_; }
  [[nodiscard]] const std::string& key_file() const { return key_; }

 private:
  using Key = std::unique_ptr<EVP_PKEY, decltype(&::EVP_PKEY_free)>;
  using Made = std::unique_ptr<X509, decltype(&::X509_free)>;

  static Key make_key() {
    const std::unique_ptr<EVP_PKEY_CTX, decltype(&::EVP_PKEY_CTX_free)> context(
        ::EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nullptr), &::EVP_PKEY_CTX_free);
    EVP_PKEY* key = nullptr;
    ::EVP_PKEY_keygen_init(context.get());
    ::EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context.get(), NID_X9_62_prime256v1);
    if (::EVP_PKEY_keygen(context.get(), &key) != 1) throw std::runtime_error("no key could be made");
    return {key, &::EVP_PKEY_free};
  }

  static Made make_certificate(EVP_PKEY* key, const Traits& traits) {
    Made made(::X509_new(), &::X509_free);
    auto* const x509 = made.get();
    ::X509_set_version(x509, 2);  // means version 3
    ::ASN1_INTEGER_set(::X509_get_serialNumber(x509), 1);
    ::X509_gmtime_adj(::X509_getm_notBefore(x509), traits.from);
    ::X509_gmtime_adj(::X509_getm_notAfter(x509), traits.to);
    auto* const name = ::X509_get_subject_name(x509);
    const auto* const words = reinterpret_cast<const unsigned char*>("crownd test");
    ::X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, words, -1, -1, 0);
    ::X509_set_issuer_name(x509, name);
    ::X509_set_pubkey(x509, key);
    auto* const names = ::X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, traits.names.c_str());
    if (names == nullptr) throw std::runtime_error("not the names of a certificate: " + traits.names);
    ::X509_add_ext(x509, names, -1);
    ::X509_EXTENSION_free(names);
    if (::X509_sign(x509, key, ::EVP_sha256()) == 0) throw std::runtime_error("no certificate could be made");
    return made;
  }

  template <class Print>
  static void write(const std::string& path, const Print& print) {
    const std::unique_ptr<std::FILE, decltype(&std::fclose)> out(std::fopen(path.c_str(), "w"), &std::fclose);
    if (!out || ::fchmod(::fileno(out.get()), 0600) != 0 || print(out.get()) != 1)
      throw std::runtime_error("cannot write " + path);
  }

  const TemporaryFolder folder_;
  const std::string certificate_ = folder_.path("certificate.pem");
  const std::string key_ = folder_.path("key.pem");
};

}  // namespace crownd::testing
