#pragma once

#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "clients/web/schema.hpp"

namespace crownd::testing {

using Json = nlohmann::json;

/// A GET request to send without waiting for its answer.
inline std::string get(const std::string& target, const std::string& headers = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n";
}

/// Known without table files.
inline const std::string probe_of_kings = "/api/probe?game=english&position=W:WK29:BK22";

struct ApiAnswer {
  unsigned status = 0;
  Json body;  ///< null if there is none
  Response response;

  [[nodiscard]] std::string header(const std::string& name) const { return response[name]; }
  [[nodiscard]] std::string code() const { return body.at("error").at("code"); }
  [[nodiscard]] std::string message() const { return body.at("error").at("message"); }
};

/// Sends a request below /api/, and checks the answer against openapi.json.
inline ApiAnswer ask_api(CrownWeb& web, const std::string& target, const Headers& headers = {},
                         const std::string& method = "GET", const std::string& body = {}) {
  static const Description description;
  auto response = Browser(web.address()).ask(target, headers, method, body);
  ApiAnswer answer{response.status, nullptr, std::move(response)};
  if (answer.response.body.empty()) return answer;
  CHECK(answer.header("Content-Type") == "application/json");
  const bool is_packed = answer.header("Content-Encoding") == "gzip";
  answer.body = Json::parse(is_packed ? unpacked(answer.response.body) : answer.response.body);
  const auto path = target.substr(0, target.find('?'));
  CHECK(description.fault(path, method == "POST" ? "post" : "get", answer.status, answer.body) == "");
  return answer;
}

inline ApiAnswer post_api(CrownWeb& web, const std::string& target, const std::string& body) {
  return ask_api(web, target, {}, "POST", body);
}

/// Repeats the request until it gets this status; false on a timeout.
inline bool comes_to(CrownWeb& web, unsigned status) {
  return comes_true([&] { return ask_api(web, probe_of_kings).status == status; });
}

}  // namespace crownd::testing
