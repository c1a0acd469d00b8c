#include "clients/web/api_client.hpp"

// The requests in clients/web/README.md get the documented answers; `*` matches any text.

namespace crownd::testing {

namespace {

struct WrittenRequest {
  std::string request;  ///< GET or POST, and the target
  std::string body;
  std::string status;
  std::string answer;
};

/// From a block ```http: a request, an optional body, status and answer; empty lines separate examples.
std::vector<WrittenRequest> written_requests() {
  std::ifstream file(CROWND_SOURCE_DIR "/clients/web/README.md");
  std::vector<WrittenRequest> requests;
  std::string line;
  while (std::getline(file, line) && line != "```http") continue;
  for (bool is_new = true; std::getline(file, line) && line != "```"; is_new = line.empty()) {
    if (is_new) {
      requests.push_back({line, "", "", ""});
    } else if (auto& one = requests.back(); one.status.empty() && line.find_first_not_of("0123456789") == 3) {
      one.status = line.substr(0, 3);
      one.answer = line.substr(3);
    } else {
      (one.status.empty() ? one.body : one.answer) += line;
    }
  }
  return requests;
}

/// Replaces values by `*` where the document has it.
void leave_out(Json& answer, const Json& written) {
  if (written == "*" && answer.is_string()) answer = "*";
  if (answer.type() != written.type() || !answer.is_structured() || answer.size() != written.size()) return;
  auto part = answer.begin();
  for (auto other = written.begin(); other != written.end(); ++other, ++part) leave_out(*part, *other);
}

}  // namespace

TEST_CASE("the documented requests get the documented answers") {
  CrownWeb web;
  const auto requests = written_requests();
  REQUIRE(requests.size() >= 5);
  for (const auto& [request, body, status, written] : requests) {
    INFO(request);
    const auto blank = request.find(' ');
    const bool posts = request.substr(0, blank) == "POST";
    auto answer = ask_api(web, request.substr(blank + 1), {}, posts ? "POST" : "GET", body);
    CHECK(std::to_string(answer.status) == status);
    const auto expected = Json::parse(written);
    leave_out(answer.body, expected);
    CHECK(answer.body == expected);
  }
}

}  // namespace crownd::testing
