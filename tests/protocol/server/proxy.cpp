#include "server/proxy.hpp"
#include "protocol/server/daemon.hpp"

#include <boost/asio/ip/address.hpp>

#include <span>

// The PROXY protocol, version 2: headers are written out as in its specification (section 2.2).

using namespace crownd::testing;
using boost::asio::ip::make_address;
using crownd::server::AddressRange;
namespace proxy_header = crownd::server::proxy_header;
using namespace std::string_literals;

namespace {

const std::string signature = "\r\n\r\n\0\r\nQUIT\n"s;
const std::string from_v4 = "\x21\x11\0\x0c"s + "\xc6\x33\x64\x07"s + "\x0a\0\0\x01"s + "\x30\x39\x1e\x61"s;
const std::string of_the_proxy_itself = "\x20\0\0\0"s;

std::string v6_header() {
  const std::string client = "\x20\x01\x0d\xb8"s + std::string(11, '\0') + "\x05", server(16, '\1');
  return "\x21\x21\0\x24"s + client + server + "\x30\x39\x1e\x61"s;
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

std::string client_of(const std::string& rest) {
  const auto header = bytes_of(signature + rest);
  const auto behind = proxy_header::remaining_bytes(std::span(header).first<proxy_header::fixed_bytes>());
  if (proxy_header::fixed_bytes + behind != header.size()) return "another length";
  const auto client = proxy_header::client_of(header);
  return client ? client->address().to_string() + " " + std::to_string(client->port()) : "none";
}

/// A client that connects through a proxy, or pretends to.
TcpChannel connect(const Daemon& daemon, const std::string& header) {
  auto client = daemon.connect();
  REQUIRE(client.send_bytes(header, within(test_timeout)));
  return client;
}

}  // namespace

TEST_CASE("a PROXY header contains the client's address") {
  CHECK(client_of(from_v4) == "198.51.100.7 12345");
  CHECK(client_of(v6_header()) == "2001:db8::5 12345");
  CHECK(client_of("\x21\x11\0\x10"s + from_v4.substr(4) + "\x04\0\x01x"s) == "198.51.100.7 12345");
}

TEST_CASE("a PROXY header may have no client") {
  CHECK(client_of(of_the_proxy_itself) == "none");
  CHECK(client_of("\x20\x11\0\x0c"s + from_v4.substr(4)) == "none");
  CHECK(client_of("\x21\0\0\0"s) == "none");
  CHECK(client_of("\x21\x31\0\xd8"s + std::string(216, 'x')) == "none");
}

TEST_CASE("other bytes than a PROXY header are refused") {
  const auto refused_with = [](const std::string& rest) -> std::string {
    try {
      return client_of(rest);
    } catch (const std::invalid_argument& fault) {
      return fault.what();
    }
  };
  CHECK(refused_with("\x11\x11\0\x0c"s + from_v4.substr(4)) ==
        "its header has another version or command than those of PROXY protocol 2");
  CHECK(refused_with("\x22\x11\0\x0c"s + from_v4.substr(4)) ==
        "its header has another version or command than those of PROXY protocol 2");
  CHECK(refused_with("\x21\x11\0\x08"s + std::string(8, 'x')) == "the header's addresses are cut off");
  CHECK(refused_with("\x21\x21\0\x0c"s + from_v4.substr(4)) == "the header's addresses are cut off");
  CHECK(refused_with("\x21\x12\0\x0c"s + from_v4.substr(4)) == "its header names a protocol other than TCP");
  CHECK(refused_with("\x21\x11\x20\0"s) == "its header is longer than 4096 bytes");
}

TEST_CASE("a range contains the addresses with its prefix") {
  CHECK(AddressRange("10.0.0.0/8").contains(make_address("10.255.0.1")));
  CHECK_FALSE(AddressRange("10.0.0.0/8").contains(make_address("11.0.0.1")));
  CHECK(AddressRange("192.0.2.7").contains(make_address("192.0.2.7")));
  CHECK(AddressRange("192.0.2.7").contains(make_address("::ffff:192.0.2.7")));
  CHECK_FALSE(AddressRange("192.0.2.7").contains(make_address("192.0.2.8")));
  CHECK(AddressRange("0.0.0.0/0").contains(make_address("203.0.113.1")));
  CHECK_FALSE(AddressRange("0.0.0.0/0").contains(make_address("::1")));
  CHECK(AddressRange("2001:db8::/32").contains(make_address("2001:db8:1::5")));
  CHECK_FALSE(AddressRange("2001:db8::/32").contains(make_address("2001:db9::5")));
  for (const std::string_view text : {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "::1/129", "/8"})
    CHECK_THROWS_AS(AddressRange(text), std::invalid_argument);
  CHECK(contains(refused({"--listen", "127.0.0.1:0", "--proxy-from", "10.0.0.0/99"}),
                 "'10.0.0.0/99' is neither a numeric address"));
}

TEST_CASE("behind a proxy the limits by address apply to the client") {
  Daemon daemon({"--proxy-from", "127.0.0.0/8", "--max-sessions-per-address", "1"});
  auto first = connect(daemon, signature + from_v4 + "isready\n");
  CHECK(wait_for(first, "readyok") == "readyok");
  CHECK(contains(daemon.wait_for_log(" connected"), "198.51.100.7:12345 connected"));
  auto second = connect(daemon, signature + from_v4);
  CHECK(wait_for(second, "error").starts_with("error limit too many sessions from your address"));
  auto other = connect(daemon, signature + v6_header());
  CHECK(ask(other, "isready", "readyok") == "readyok");
  SECTION("a health check of the proxy itself is a client with the proxy's address") {
    auto check = connect(daemon, signature + of_the_proxy_itself);
    CHECK(ask(check, "isready", "readyok") == "readyok");
  }
}

TEST_CASE("a PROXY header may arrive in pieces") {
  Daemon daemon({"--proxy-from", "127.0.0.1"});
  auto client = daemon.connect();
  for (const char byte : signature + from_v4) REQUIRE(client.send_bytes({&byte, 1}, within(test_timeout)));
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("a proxy must send the header") {
  Daemon daemon({"--proxy-from", "127.0.0.1", "--login-timeout", "1"});
  SECTION("and not something else") {
    auto client = connect(daemon, "position english startpos\n");
    CHECK(ends(client));
    daemon.wait_for_log("dropped: it does not begin with a header of the PROXY protocol, version 2");
  }
  SECTION("in time") {
    auto client = daemon.connect();
    CHECK(ends(client));
    daemon.wait_for_log("dropped: no PROXY header");
  }
}

TEST_CASE("other clients cannot send the header") {
  Daemon daemon({"--proxy-from", "192.0.2.1"});
  auto client = connect(daemon, signature + from_v4);
  CHECK(contains(daemon.wait_for_log(" connected"), "127.0.0.1:"));
}
