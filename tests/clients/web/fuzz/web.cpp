// Arbitrary bytes as headers of a request: only our own pages may pass the access checks, and parsed values must
// survive a round trip. Lines: target, Host, Origin, subprotocols, X-Forwarded-Proto, X-Forwarded-For, Authorization;
// the rest is the body of a request below /api/.

#include "web/server/requests/access.hpp"
#include "web/server/requests/position_request.hpp"
#include "web/server/requests/request.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>

namespace {

using namespace crownd::web;

const std::string secret = "secret";
const Endpoints from_here{"127.0.0.1", true, "127.0.0.1", true};
const Endpoints from_elsewhere{"192.0.2.1", false, "192.0.2.9", false};

void expect(bool condition) {
  if (!condition) std::abort();
}

bool is_ours(const Authority& authority, const Endpoints& ends) {
  return authority.host == ends.local_address || authority.host == "board.example" ||
         (authority.host == "localhost" && ends.local_is_loopback);
}

/// Conditions for accepted WebSocket requests.
void check_admission(const AccessControl& gatekeeper, const Request& request, const Endpoints& ends) {
  if (gatekeeper.refuse(request, ends)) return;
  const auto host = read_authority(*request.host);
  expect(host && is_ours(*host, ends));
  const auto origin = read_origin(*request.origin);
  expect(origin && origin->authority.host == host->host);
  if (!gatekeeper.requires_token(request)) return;
  const auto offered = offered_token(request.subprotocols);
  expect(offered && offered->token == secret);
}

void check_reading(const Request& request) {
  if (const auto authority = read_authority(*request.host)) {
    const auto host = authority->is_v6 ? "[" + authority->host + "]" : authority->host;
    const auto text = authority->port ? host + ":" + std::to_string(*authority->port) : host;
    expect(read_authority(text) == authority);
  }
  if (const auto path = path_of(request.target)) {
    expect(path->starts_with('/') && path->find_first_of("? \r\n") == std::string_view::npos);
    if (const auto engine = engine_of(*path)) expect(*path == "/engine/" + std::to_string(*engine));
  }
  if (const auto offered = offered_token(request.subprotocols))
    expect(offered->subprotocol.starts_with("token.") && offered->token.size() <= offered->subprotocol.size());
}

/// Conditions for accepted requests below /api/: pages of one other site are allowed, with the token.
void check_api(const AccessControl& gatekeeper, const Request& request, const Endpoints& ends) {
  if (!is_api(request.target) || gatekeeper.refuse(request, ends)) return;
  const auto host = read_authority(*request.host);
  expect(host && is_ours(*host, ends));
  const auto origin = read_origin(*request.origin);
  expect(origin && (origin->authority.host == host->host || origin->authority.host == "friend.example"));
  if (gatekeeper.requires_token(request)) expect(bearer_token(request.authorization) == secret);
}

/// A position request is always one line for the daemon.
void check_question(const PositionRequest& question) {
  const auto command = position_command(question);
  expect(command.starts_with("position ") && command.find_first_of("\r\n") == std::string::npos);
}

void check_questions(const Request& request, const std::string& body) {
  constexpr std::size_t most = 10;
  try {
    if (const auto query = read_query(request.target)) check_question(position_request(*query));
  } catch (const BadRequest&) {
  }
  try {
    const auto questions = position_requests(body, most);
    expect(!questions.empty() && questions.size() <= most);
    for (const auto& question : questions) check_question(question);
  } catch (const BadRequest&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const AccessControl alone({false, false, {"board.example"}, {}});
  static const AccessControl guarded({true, false, {"board.example"}, secret, {"https://friend.example"}});
  static const AccessControl behind_proxy({false, true, {"board.example"}, secret});
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  Request request;
  request.method = "GET";
  request.host.emplace();
  request.origin.emplace();
  for (auto* const part : {&request.target, &*request.host, &*request.origin, &request.subprotocols,
                           &request.forwarded_proto, &request.forwarded_for, &request.authorization})
    std::getline(input, *part);
  const std::string body((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  check_questions(request, body);
  request.wants_websocket = true;
  check_reading(request);
  for (const auto* const gatekeeper : {&alone, &guarded, &behind_proxy}) {
    for (const auto* const ends : {&from_here, &from_elsewhere}) {
      request.wants_websocket = true;
      check_admission(*gatekeeper, request, *ends);
      request.wants_websocket = false;
      check_api(*gatekeeper, request, *ends);
      expect(!gatekeeper->client_of(request, *ends).empty());
    }
  }
  return 0;
}
