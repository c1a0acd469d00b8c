#include "connection/socket_channel.hpp"
#include "protocol/server/daemon.hpp"
#include "support/certificate.hpp"
#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <openssl/ssl.h>
#include <sys/stat.h>

using namespace crownd::testing;
using crownd::connection::ConnectionError;
using crownd::connection::TlsChannel;

namespace {

std::vector<std::string> with(const Certificate& certificate, std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  return flags;
}

TlsChannel connect(const Daemon& daemon, const Certificate& certificate) {
  return {daemon.address(), certificate.file(), within(test_timeout)};
}

/// Why the connection failed.
std::string complaint(const crownd::connection::Address& address, const std::string& authorities) {
  try {
    const TlsChannel channel(address, authorities, within(test_timeout));
  } catch (const ConnectionError& error) {
    return error.what();
  }
  return "connected";
}

}  // namespace

TEST_CASE("a client is served over TLS") {
  const Certificate certificate;
  const Daemon daemon(with(certificate));
  auto client = connect(daemon, certificate);
  client.send("position english startpos");
  CHECK(ask(client, "fen", "fen") == "fen english aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  CHECK(ask(client, "go depth 6", "bestmove").starts_with("bestmove "));

  SECTION("a flood of commands is answered one by one") {
    std::string commands;
    const int count = 5000;
    for (int i = 0; i < count; ++i) commands += "legalmoves\nd\n";
    REQUIRE(client.send_bytes(commands, within(test_timeout)));
    for (int i = 0; i < count; ++i) {
      REQUIRE(wait_for(client, "legalmoves").starts_with("legalmoves 7 "));
      wait_for(client, "status ongoing b");
    }
  }
  SECTION("a long line is read whole") {
    std::string line = "position english startpos moves";
    for (int i = 0; i < 2000; ++i) line += "          ";
    CHECK(ask(client, line + " 11-15\nfen", "fen") == "fen english aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a");
  }
}

TEST_CASE("over TLS, too, the search of a client that disconnects ends") {
  const Certificate certificate;
  const Daemon daemon(with(certificate, {"--max-sessions", "1"}));
  std::optional<TlsChannel> client(std::in_place, daemon.address(), certificate.file(), within(test_timeout));
  client->send("position english startpos");
  ask(*client, "go infinite", "info depth 3 ");
  auto second = connect(daemon, certificate);
  CHECK(second.receive(within(test_timeout)) == "error limit too many sessions (--max-sessions 1); try again later");
  client.reset();
  CHECK(becomes_free([&] { return connect(daemon, certificate); }));
}

TEST_CASE("a client over TLS that does not read is dropped") {
  const Certificate certificate;
  Daemon daemon(with(certificate, {"--patience", "1", "--max-queue", "100000000"}));
  auto deaf = connect(daemon, certificate);
  auto other = connect(daemon, certificate);
  // Queued after a search, so that all is read before the answers begin; they exceed the kernel's buffers.
  deaf.send("position english startpos");
  deaf.send("perft 30");
  std::string commands;
  for (int i = 0; i < 15'000; ++i) commands += "d\n";
  REQUIRE(deaf.send_bytes(commands + "stop\n", within(test_timeout)));
  daemon.wait_for_log("dropped");
  CHECK(ask(other, "isready", "readyok") == "readyok");
}

TEST_CASE("a client without TLS gets an error message") {
  const Certificate certificate;
  Daemon daemon(with(certificate));
  auto client = daemon.connect();
  client.send("isready");
  CHECK(client.receive(within(test_timeout)) ==
        "error auth this address speaks TLS only (crown: --connect tls:HOST:PORT)");
  CHECK(ends(client));
  daemon.wait_for_log("does not use TLS");
}

TEST_CASE("a missing or failed handshake leaks nothing") {
  const Certificate certificate;
  Daemon daemon(with(certificate, {"--max-sessions", "1", "--login-timeout", "1"}));
  auto silent = daemon.connect();
  if (GENERATE(false, true)) silent.send_bytes("\x16\x03\x01\x02", within(test_timeout));  // a part of it
  CHECK(ends(silent));
  daemon.wait_for_log("no TLS handshake within 1 s (--login-timeout)");
  auto garbage = daemon.connect();
  garbage.send_bytes("\x16 this is no handshake", within(test_timeout));
  CHECK(ends(garbage));
  daemon.wait_for_log("TLS handshake failed: ");
  CHECK(becomes_free([&] { return connect(daemon, certificate); }));
}

TEST_CASE("TLS older than 1.2 is refused") {
  const Certificate certificate;
  Daemon daemon(with(certificate));
  const std::unique_ptr<SSL_CTX, decltype(&::SSL_CTX_free)> context(::SSL_CTX_new(::TLS_client_method()),
                                                                    &::SSL_CTX_free);
  const auto connects = [&](int version) {
    ::SSL_CTX_set_security_level(context.get(), 0);
    ::SSL_CTX_set_min_proto_version(context.get(), version);
    ::SSL_CTX_set_max_proto_version(context.get(), version);
    const std::unique_ptr<SSL, decltype(&::SSL_free)> tls(::SSL_new(context.get()), &::SSL_free);
    auto socket = daemon.connect();
    ::fcntl(socket.native_handle(), F_SETFL, 0);  // blocking
    ::SSL_set_fd(tls.get(), socket.native_handle());
    return ::SSL_connect(tls.get()) == 1;
  };
  CHECK(!connects(TLS1_1_VERSION));
  CHECK(connects(TLS1_2_VERSION));
  CHECK(connects(TLS1_3_VERSION));
}

TEST_CASE("a token works over TLS") {
  const Certificate certificate;
  const TemporaryFile token("secret\n");
  const Daemon daemon(with(certificate, {"--token-file", token.path()}));
  const auto address = "tls:" + text_of(daemon.address());
  const auto channel = crownd::connection::reach({address, token.path(), certificate.file()}, within(test_timeout));
  CHECK(ask(*channel, "isready", "readyok") == "readyok");
}

TEST_CASE("a client reports why it does not trust a daemon") {
  const Certificate certificate;
  const Certificate other;
  const Daemon daemon(with(certificate));
  CHECK(complaint(daemon.address(), certificate.file()) == "connected");
  CHECK(complaint({"localhost", daemon.address().port}, certificate.file()) == "connected");
  for (const auto& authorities : {other.file(), std::string()})
    CHECK(contains(complaint(daemon.address(), authorities), "not signed by an authority that this machine trusts"));
  CHECK(contains(complaint(daemon.address(), "/nowhere"), "'/nowhere' has no certificate in PEM form"));

  const auto of = [](const Certificate& theirs) {
    const Daemon another(with(theirs));
    return complaint(another.address(), theirs.file());
  };
  CHECK(contains(of(Certificate({"DNS:example.org", -3600, 3600})), "its certificate is for another host"));
  CHECK(contains(of(Certificate({"IP:127.0.0.1", -3600, -60})), "its certificate has expired"));
  CHECK(contains(of(Certificate({"IP:127.0.0.1", 3600, 7200})), "its certificate is not valid yet"));
}

TEST_CASE("a client reports that a daemon does not speak TLS") {
  const Daemon daemon;
  const auto why = complaint(daemon.address(), "");
  CHECK(contains(why, "cannot connect to 127.0.0.1:"));
  CHECK(contains(why, "it does not speak TLS there"));
}

TEST_CASE("unusable certificates and keys have an error message") {
  const Certificate certificate;
  const Certificate other;
  const TemporaryFile nonsense("not a certificate\n");
  const auto says = [](const std::string& file, const std::string& key) {
    return refused({"--listen", "127.0.0.1:0", "--tls-cert", file, "--tls-key", key}, 1);
  };
  CHECK(contains(says("/nowhere", other.key_file()), "the TLS certificate '/nowhere' cannot be read: No such file"));
  CHECK(contains(says(nonsense.path(), other.key_file()), "is no certificate in PEM form"));
  CHECK(contains(says(certificate.file(), nonsense.path()), "is no key in PEM form"));
  CHECK(contains(says(certificate.file(), other.key_file()), "the TLS key '" + other.key_file() + "'"));
  ::chmod(certificate.key_file().c_str(), 0644);
  CHECK(contains(says(certificate.file(), certificate.key_file()), "is readable by other users"));
  check_refused({{"--listen", "127.0.0.1:0", "--tls-cert", certificate.file()}});
}
