#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "support/certificate.hpp"
#include "support/temporary_folder.hpp"

#include <openssl/ssl.h>
#include <sys/stat.h>

namespace crownd::testing {

TEST_CASE("with a certificate only HTTPS is served") {
  const Certificate certificate;
  CrownWeb web({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  CHECK(web.url().starts_with("https://127.0.0.1:"));
  const auto trust = net::make_client_tls(certificate.file());
  CHECK(Browser(web.address(), trust.get()).ask("/").status == 200);
  Page page(web.address(), "/engine/0", {}, trust.get());
  REQUIRE(page.is_open());
  page.send("position english startpos");
  CHECK(page.ask("go depth 5", "bestmove").starts_with("bestmove "));
  const auto plain_origin = "http://" + connection::text_of(web.address());
  CHECK(Page(web.address(), "/engine/0", {{"Origin", plain_origin}}, trust.get()).status() == 403);
  const auto answer = Browser(web.address()).ask("/");
  CHECK(answer.status == 400);
  CHECK_THAT(answer.body, has_text("this address speaks HTTPS only"));
}

TEST_CASE("TLS sessions cannot be resumed, for forward secrecy") {
  static int sessions = 0;
  sessions = 0;
  const Certificate certificate;
  CrownWeb web({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    const auto trust = net::make_client_tls(certificate.file());
    auto* const native = trust.get();
    ::SSL_CTX_set_min_proto_version(native, version);
    ::SSL_CTX_set_max_proto_version(native, version);
    ::SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    ::SSL_CTX_sess_set_new_cb(native, [](SSL*, SSL_SESSION*) { return ++sessions, 0; });
    CHECK(Browser(web.address(), trust.get()).ask("/").status == 200);
  }
  CHECK(sessions == 0);
}

TEST_CASE("a failed handshake affects no other connection") {
  const Certificate certificate;
  CrownWeb web({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  for (const auto& bytes : {std::string("\x16\x03\x01\xFF\xFF garbage"), std::string("\x16", 1), std::string()}) {
    Browser browser(web.address());
    browser.send(bytes);
  }
  const auto trust = net::make_client_tls(certificate.file());
  CHECK(Page(web.address(), "/engine/0", {}, trust.get()).ask("isready", "ready") == "readyok");
}

TEST_CASE("TLS to a daemon requires a trusted certificate") {
  const TemporaryFolder folder;
  const auto token = folder.write("token", "secret\n");
  const Certificate certificate;
  const Certificate other;
  const ServerProcess daemon({program_path("crownd"), "--listen", "127.0.0.1:0", "--token-file", token, "--tls-cert",
                              certificate.file(), "--tls-key", certificate.key_file()});
  const auto address = "tls:" + connection::text_of(daemon.address());
  {
    CrownWeb web({"--connect", address, "--tls-ca", certificate.file(), "--token-file", token});
    CHECK(web.process().errors().empty());
    Page page(web.address());
    page.send("position spanish startpos");
    CHECK(page.ask("go depth 6", "bestmove").starts_with("bestmove "));
  }
  for (const auto& [where, trusted] : {std::pair(address, other.file()), {address.substr(4), certificate.file()}}) {
    CrownWeb web({"--connect", where, "--tls-ca", trusted, "--token-file", token});
    CHECK_THAT(web.process().errors(), has_text("crown-web: "));
    Page page(web.address());
    page.wait_for_end();
    CHECK(page.close_code() == 1012);
    CHECK(page.close_reason() == "the engine cannot be reached");
  }
}

TEST_CASE("an unusable certificate or key is reported at the start") {
  const TemporaryFolder folder;
  const Certificate certificate;
  const auto unusable = [](const std::string& file, const std::string& key) {
    return why_not({"--listen", "127.0.0.1:0", "--tls-cert", file, "--tls-key", key});
  };
  CHECK_THAT(unusable(folder.path("none"), certificate.key_file()),
             has_text("the TLS certificate '" + folder.path("none")));
  CHECK_THAT(unusable(certificate.file(), folder.write("key", "x")), has_text("the TLS key '" + folder.path("key")));
  const auto open_key = folder.write("open", "x");
  ::chmod(open_key.c_str(), 0644);
  CHECK_THAT(unusable(certificate.file(), open_key), has_text("chmod 600"));
}

}  // namespace crownd::testing
