#pragma once

#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "clients/web/schema.hpp"
#include "clients/web/unpacked.hpp"

#include <string>

namespace crownd::testing {

using Json = nlohmann::json;

/// Known without table files.
inline const std::string probe_of_kings = "/api/probe?game=english&position=W:WK29:BK22";

struct ApiAnswer {
  unsigned status = 0;
  Json body;  ///< null if there is none
  Response response;

  [[nodiscard]] std::string header(const std::string& name) const { return std::string(response[name]); }
  [[nodiscard]] std::string code() const { return body.at("error").at("code"); }
  [[nodiscard]] std::string message() const { return body.at("error").at("message"); }
};

/// Sends a request below /api/, and checks the answer against openapi.json.
inline ApiAnswer ask_api(CrownWeb& web, const std::string& target, const Headers& headers = {},
                         http::verb method = http::verb::get, const std::string& body = {}) {
  static const Description description;
  auto response = Browser(web.address()).ask(target, headers, method, body);
  ApiAnswer answer{response.result_int(), nullptr, std::move(response)};
  if (answer.response.body().empty()) return answer;
  CHECK(answer.header("Content-Type") == "application/json");
  const bool is_packed = answer.header("Content-Encoding") == "gzip";
  answer.body = Json::parse(is_packed ? unpacked(answer.response.body()) : answer.response.body());
  const auto path = target.substr(0, target.find('?'));
  CHECK(description.fault(path, method == http::verb::post ? "post" : "get", answer.status, answer.body) == "");
  return answer;
}

inline ApiAnswer post_api(CrownWeb& web, const std::string& target, const std::string& body) {
  return ask_api(web, target, {}, http::verb::post, body);
}

/// Repeats the request until it gets this status; false on a timeout.
inline bool comes_to(CrownWeb& web, unsigned status) {
  for (const auto deadline = connection::within(long_enough); connection::Clock::now() < deadline;)
    if (ask_api(web, probe_of_kings).status == status) return true;
  return false;
}

}  // namespace crownd::testing
