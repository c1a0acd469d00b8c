#include "support/catch.hpp"
#include "web/server/requests/access.hpp"
#include "web/server/requests/request.hpp"

#include <chrono>

namespace crownd::testing {

using web::AccessControl;
using web::Endpoints;
using web::Request;

namespace {

const Endpoints from_this_machine{"127.0.0.1", true, "127.0.0.1", true};
const Endpoints from_elsewhere{"192.0.2.1", false, "192.0.2.9", false};

Request request(const std::string& host, const std::string& origin, bool wants_websocket = true) {
  Request request;
  request.method = "GET";
  request.target = "/engine/0";
  request.host = host;
  if (!origin.empty()) request.origin = origin;
  request.wants_websocket = wants_websocket;
  return request;
}

int status(const AccessControl& gatekeeper, const Request& request, const Endpoints& ends = from_this_machine) {
  const auto refusal = gatekeeper.refuse(request, ends);
  return refusal ? refusal->status : 0;
}

}  // namespace

TEST_CASE("Host is a name or an address, optionally with a port") {
  CHECK(web::read_authority("Board.Example") == web::Authority{"board.example", false, {}});
  CHECK(web::read_authority("127.0.0.1:7780") == web::Authority{"127.0.0.1", false, 7780});
  CHECK(web::read_authority("[::1]:80") == web::Authority{"::1", true, 80});
  CHECK(web::read_authority("[::1]") == web::Authority{"::1", true, {}});
  for (const auto* const text : {"", ":80", "a b", "a,b", "a:", "a:x", "a:65536", "a:-1", "a:80:80", "[::1", "[]",
                                 "[x]", "[::1]80", "user@host", "a/b", "a%41", "::1", "a\tb", "a\x80"})
    CHECK_FALSE(web::read_authority(text));
}

TEST_CASE("only http and https origins are accepted") {
  CHECK(web::read_origin("https://board.example:8443")->authority.port == 8443);
  CHECK(web::read_origin("https://Board.example:443") == web::read_origin("https://board.example"));
  CHECK(web::read_origin("http://board.example:443") != web::read_origin("http://board.example"));
  for (const auto* const text :
       {"null", "", "file://", "ftp://a", "http:/a", "http://", "http://a/", "http://a http://b"})
    CHECK_FALSE(web::read_origin(text));
}

TEST_CASE("only pages of our own origin and host names are served") {
  const AccessControl gatekeeper({});
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "http://127.0.0.1:7780")) == 0);
  CHECK(status(gatekeeper, request("localhost:7780", "http://localhost:7780")) == 0);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "", false)) == 0);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "")) == 403);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "null")) == 403);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "http://evil.example")) == 403);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "http://evil.example", false)) == 403);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "http://127.0.0.1:7781")) == 403);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "https://127.0.0.1:7780")) == 403);
  CHECK(status(gatekeeper, request("127.0.0.1:7780", "http://127.0.0.1:7780, http://evil.example")) == 403);
  CHECK(status(gatekeeper, request("evil.example", "http://evil.example")) == 421);
  CHECK(status(gatekeeper, request("127.0.0.1.evil.example", "http://127.0.0.1.evil.example")) == 421);
  CHECK(status(gatekeeper, request("127.0.0.1, evil.example", "http://127.0.0.1")) == 400);
  Request without_host = request("", "");
  without_host.host.reset();
  CHECK(status(gatekeeper, without_host) == 400);
}

TEST_CASE("allowed origins match with and without the default port") {
  const AccessControl gatekeeper({false, false, {}, {}, {"https://One.example:443", "http://two.example"}});
  const auto allows = [&](const std::string& origin) {
    auto asked = request("127.0.0.1:7780", origin, false);
    asked.target = "/api/games";
    return gatekeeper.allowed_origin(asked) == origin && status(gatekeeper, asked) == 0;
  };
  for (const auto* const origin : {"https://one.example", "https://one.example:443", "http://two.example:80"})
    CHECK(allows(origin));
  for (const auto* const origin : {"http://one.example", "http://one.example:443", "https://two.example", "null", "*"})
    CHECK_FALSE(allows(origin));
}

TEST_CASE("localhost is accepted only on loopback") {
  const AccessControl gatekeeper({});
  CHECK(status(gatekeeper, request("localhost", "http://localhost"), from_elsewhere) == 421);
  CHECK(status(gatekeeper, request("192.0.2.1", "http://192.0.2.1"), from_elsewhere) == 0);
}

TEST_CASE("names of --host are accepted") {
  const AccessControl gatekeeper({false, false, {"board.example"}, {}});
  CHECK(status(gatekeeper, request("Board.Example:7780", "http://board.example:7780")) == 0);
  CHECK(status(gatekeeper, request("other.example:7780", "http://other.example:7780")) == 421);
}

TEST_CASE("a WebSocket requires the token, files do not") {
  const AccessControl gatekeeper({true, false, {}, "s€cret"});
  auto asked = request("192.0.2.1", "https://192.0.2.1");
  CHECK(status(gatekeeper, asked, from_elsewhere) == 401);
  asked.subprotocols = "token.c-KCrGNyZXQ";
  CHECK(status(gatekeeper, asked, from_elsewhere) == 0);
  asked.subprotocols = "chat, token.c-KCrGNyZXQ=";
  CHECK(status(gatekeeper, asked, from_elsewhere) == 0);
  asked.subprotocols = "token.c-KCrGNyZXU";
  CHECK(status(gatekeeper, asked, from_elsewhere) == 403);
  CHECK(gatekeeper.refuse(asked, from_elsewhere)->wrong_token);
  for (const auto* const token : {"token.c-KCrGNyZXU", "token.c-KCrGNyZXQ"}) {
    asked.subprotocols = token;
    const auto refusal = gatekeeper.refuse(asked, from_elsewhere, std::chrono::seconds(7));
    REQUIRE(refusal);
    CHECK(refusal->status == 429);
    CHECK_THAT(refusal->sentence, has_text("none is looked at for another 7 s (--auth-backoff)"));
    CHECK_FALSE(refusal->wrong_token);
  }
  asked.subprotocols = "token.!";
  CHECK(status(gatekeeper, asked, from_elsewhere) == 401);
  CHECK(status(gatekeeper, request("192.0.2.1", "", false), from_elsewhere) == 0);
}

TEST_CASE("forwarded headers are trusted only from a proxy on this machine") {
  const AccessControl behind({false, true, {"board.example"}, {}});
  auto asked = request("board.example", "https://board.example");
  asked.forwarded_for = "6.6.6.6, 192.0.2.9";
  CHECK(status(behind, asked) == 403);
  asked.forwarded_proto = "https";
  CHECK(status(behind, asked) == 0);
  CHECK(behind.client_of(asked, from_this_machine) == "192.0.2.9");
  CHECK(behind.client_of(asked, from_elsewhere) == from_elsewhere.peer_address);
  CHECK(status(behind, asked, from_elsewhere) == 403);
  asked.forwarded_proto = "https, http";
  CHECK(status(behind, asked) == 403);
  const AccessControl alone({false, false, {"board.example"}, {}});
  CHECK(alone.client_of(asked, from_this_machine) == "127.0.0.1");
}

TEST_CASE("base64url is decoded as in RFC 4648") {
  CHECK(web::decode_base64url("") == "");
  CHECK(web::decode_base64url("Zg") == "f");
  CHECK(web::decode_base64url("Zm8=") == "fo");
  CHECK(web::decode_base64url("Zm9vYmFy") == "foobar");
  CHECK(web::decode_base64url("-_-_") == "\xFB\xFF\xBF");
  for (const auto* const text : {"Z", "Zm9v!", "Zh", "+/+/", "Zm 9v"}) CHECK_FALSE(web::decode_base64url(text));
}

TEST_CASE("paths and engine numbers are validated") {
  CHECK(web::path_of("/a/b.js?x=1") == "/a/b.js");
  for (const auto* const text : {"", "a", "http://a/", "*", "/a b", "/a\n", "/\x7F", "/\xC3\xA4"})
    CHECK_FALSE(web::path_of(text));
  CHECK(web::engine_of("/engine/12") == 12U);
  for (const auto* const text :
       {"/engine/", "/engine/x", "/engine/-1", "/engine/01", "/engine/99999", "/engine", "/engine/1/"})
    CHECK_FALSE(web::engine_of(text));
}

}  // namespace crownd::testing
