#include "clients/web/api_client.hpp"
#include "support/temporary_folder.hpp"

#include <list>

namespace crownd::testing {

TEST_CASE("invalid requests get a code, a status and a remedy") {
  CrownWeb web;
  const auto refused = [&](const std::string& target, unsigned status, const std::string& code,
                           const std::string& words) {
    const auto answer = ask_api(web, target);
    CHECK(answer.status == status);
    CHECK(answer.code() == code);
    CHECK_THAT(answer.message(), has_text(words));
  };
  refused("/api/probe", 400, "bad-argument", "/api/games lists them");
  refused("/api/probe?game=english", 400, "bad-argument", "or startpos");
  refused("/api/probe?game=english&position=startpos&move=11-15", 400, "bad-argument", "'move' is not known here");
  refused("/api/probe?game=english&position=%zz", 400, "bad-argument", "%25");
  refused("/api/probe?game=english&position=startpos%0Aquit", 400, "bad-argument", "control characters");
  refused("/api/probe?game=english&position=startpos&moves=1%0Dquit", 400, "bad-argument", "control characters");
  refused("/api/probe?game=english%20startpos&position=x", 400, "bad-argument", "name of a game");
  refused("/api/probe?game=fen&position=startpos", 400, "bad-argument", "there is no game 'fen'");
  refused("/api/probe?game=english&position=%ff%fe", 422, "bad-position", "");
  refused("/api/probe?game=english&position=startpos&moves=11-16,11-16", 422, "illegal-move", "");
  refused("/api/squares?game=english&position=B:W14,15,22,23:B10&moves=10x26", 422, "ambiguous-move", "");
  refused("/api/nothing", 404, "unknown-command", "/api/openapi.json");
  for (const std::string body :
       {"", "{}", "[]", "[1]", "[{}]", "nonsense", "[{\"game\": 1}]", R"([{"game": "english", "position": "a\nb"}])",
        R"([{"game": "english", "position": "startpos", "more": "x"}])",
        R"([{"game": "english", "position": "startpos", "moves": [1]}])", "[{\"game\": \"\xff\"}]"}) {
    const auto answer = post_api(web, "/api/probe", body);
    CHECK(answer.status == 400);
    CHECK(answer.code() == "bad-argument");
  }
  CHECK_THAT(post_api(web, "/api/probe", R"([{"game": "english", "more": 1}])").message(),
             has_text("'more' is not known here"));
  CHECK_THAT(post_api(web, "/api/probe", R"([{"game": 1}])").message(), has_text("game needs a text"));
  CHECK(post_api(web, "/api/probe", std::string(500'000, '[')).code() == "bad-argument");
  const auto wrong_method = ask_api(web, "/api/squares", {}, "POST", "[]");
  CHECK(wrong_method.status == 405);
  CHECK(wrong_method.header("Allow") == "GET, HEAD, OPTIONS");
  CHECK(ask_api(web, "/api/probe", {}, "DELETE").status == 405);
  CHECK(ask_api(web, probe_of_kings).status == 200);
}

TEST_CASE("bodies are limited, with and without Content-Length") {
  CrownWeb web({"--api-body", "1000"});
  CHECK(post_api(web, "/api/probe", std::string(1001, ' ')).code() == "too-long");
  const std::string head = "POST /api/probe HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  const auto status = [&](const std::string& bytes) {
    Browser browser(web.address());
    browser.send(head + bytes);
    const auto answer = browser.answer();
    return answer ? answer->status : 0;
  };
  CHECK(status("Content-Length: 99999999999\r\n\r\n") == 413);
  CHECK(status("Transfer-Encoding: chunked\r\n\r\nFFFFFF\r\n" + std::string(70'000, ' ')) == 413);
  CHECK(status("Transfer-Encoding: chunked\r\n\r\nnonsense\r\n") == 400);
  CHECK(status("Content-Length: 5\r\nContent-Length: 6\r\n\r\n") == 400);
  CHECK(status("Expect: 100-continue\r\nContent-Length: 2\r\n\r\n[]") == 100);
  CHECK(post_api(web, "/api/probe", R"([{"game": "english", "position": "W:WK29:BK22"}])").status == 200);
}

TEST_CASE("several requests go over one connection") {
  CrownWeb web;
  Browser browser(web.address());
  const std::string body = R"([{"game": "english", "position": "W:WK29:BK22"}])";
  for (int i = 0; i < 3; ++i) {
    CHECK(browser.ask(probe_of_kings).status == 200);
    CHECK(browser.ask("/api/probe", {}, "POST", body).status == 200);
  }
}

TEST_CASE("only pages of --allow-origin's sites may use the API") {
  const Headers theirs{{"Origin", "https://friend.example"}};
  {
    CrownWeb web;
    const auto answer = ask_api(web, probe_of_kings, theirs);
    CHECK(answer.status == 403);
    CHECK(answer.header("Access-Control-Allow-Origin").empty());
    CHECK(ask_api(web, probe_of_kings, {{"Origin", "http://" + connection::text_of(web.address())}}).status == 200);
  }
  {
    CrownWeb web({"--allow-origin", "https://friend.example", "--allow-origin", "http://127.0.0.1:5000"});
    const auto answer = ask_api(web, probe_of_kings, theirs);
    CHECK(answer.status == 200);
    CHECK(answer.header("Access-Control-Allow-Origin") == "https://friend.example");
    CHECK_THAT(answer.header("Vary"), has_text("Origin"));
    CHECK(ask_api(web, "/api/nothing", theirs).header("Access-Control-Allow-Origin") == "https://friend.example");
    CHECK(ask_api(web, probe_of_kings, {{"Origin", "https://friend.example.evil.example"}}).status == 403);
    const auto preflight =
        ask_api(web, "/api/probe", {{"Origin", "https://friend.example"}, {"Access-Control-Request-Method", "POST"}},
                "OPTIONS");
    CHECK(preflight.status == 204);
    CHECK(preflight.header("Access-Control-Allow-Methods") == "GET, HEAD, POST, OPTIONS");
    CHECK_THAT(preflight.header("Access-Control-Allow-Headers"), has_text("Authorization"));
    CHECK(Browser(web.address()).ask("/config.json", theirs).status == 403);
    CHECK(Page(web.address(), "/engine/0", theirs).status() == 403);
  }
  CrownWeb web({"--allow-origin", "*"});
  CHECK(ask_api(web, probe_of_kings, theirs).header("Access-Control-Allow-Origin") == "*");
  CHECK(ask_api(web, probe_of_kings, {{"Host", "evil.example"}, {"Origin", "http://evil.example"}}).status == 421);
  CHECK(Page(web.address(), "/engine/0", theirs).status() == 403);
}

TEST_CASE("the API requires the token, except for preflights and the description") {
  const TemporaryFolder folder;
  CrownWeb web({"--web-token-file", folder.write("token", "secret\n"), "--allow-origin", "https://friend.example"});
  const auto none = ask_api(web, probe_of_kings);
  CHECK(none.status == 401);
  CHECK(none.header("WWW-Authenticate") == "Bearer");
  CHECK(none.code() == "auth");
  CHECK(ask_api(web, probe_of_kings, {{"Authorization", "Basic secret"}}).status == 401);
  CHECK(ask_api(web, probe_of_kings, {{"Authorization", "Bearer wrong"}}).status == 403);
  const auto right = ask_api(web, probe_of_kings, {{"Authorization", "bearer secret"}});
  CHECK(right.status == 200);
  CHECK(right.header("Cache-Control") == "private, max-age=3600");
  CHECK(ask_api(web, "/api/probe", {{"Origin", "https://friend.example"}}, "OPTIONS").status == 204);
  CHECK(Browser(web.address()).ask("/api/openapi.json").status == 200);
}

TEST_CASE("too many requests from one address get Retry-After") {
  CrownWeb web({"--api-rate", "1"});
  bool is_limited = false;
  for (int i = 0; i < 1000 && !is_limited; ++i) {
    const auto answer = ask_api(web, "/api/games");
    is_limited = answer.status == 429;
    if (!is_limited) continue;
    CHECK(answer.code() == "limit");
    CHECK(answer.header("Retry-After") == "1");
  }
  CHECK(is_limited);
}

TEST_CASE("a silent daemon times out and delays no later request") {
  CrownWeb web({"--api-timeout", "1", "--api-sessions", "1", "--api-requests", "2"});
  REQUIRE(ask_api(web, probe_of_kings).status == 200);
  const auto signal_all = [&](int signal) {
    for (const auto daemon : web.children()) ::kill(daemon, signal);
  };
  // One session may be ending while another begins.
  constexpr int most_begin_meanwhile = 5;
  signal_all(SIGSTOP);
  auto late = ask_api(web, probe_of_kings);
  for (int i = 0; i < most_begin_meanwhile && late.status == 200; ++i) {
    signal_all(SIGSTOP);
    late = ask_api(web, probe_of_kings);
  }
  CHECK(late.status == 504);
  CHECK(late.code() == "limit");
  CHECK(late.header("Retry-After") == "1");
  std::list<Browser> waiting;
  for (int i = 0; i < 3; ++i) {
    waiting.emplace_back(web.address());
    waiting.back().send(get(probe_of_kings));
  }
  std::multiset<unsigned> statuses;
  for (auto& one : waiting) statuses.insert(one.answer()->status);
  CHECK(statuses.count(429) == 1);
  CHECK(statuses.count(504) == 2);
  signal_all(SIGCONT);
  CHECK(comes_to(web, 200));
}

TEST_CASE("an own daemon that was killed is started again") {
  CrownWeb web;
  REQUIRE(ask_api(web, probe_of_kings).status == 200);
  const auto before = web.children();
  ::kill(before.at(0), SIGKILL);
  CHECK(comes_to(web, 200));
  CHECK(web.children() != before);
}

}  // namespace crownd::testing
