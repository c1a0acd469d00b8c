#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "support/temporary_folder.hpp"

#include <sys/stat.h>

#include <list>

namespace crownd::testing {

namespace {

const Headers right_token{{"Sec-WebSocket-Protocol", "token.c2VjcmV0"}};  // secret

}  // namespace

TEST_CASE("foreign origins and host names are refused") {
  CrownWeb web;
  CHECK(Page(web.address(), "/engine/0", {{"Origin", "http://evil.example"}}).status() == 403);
  CHECK(Page(web.address(), "/engine/0").status() == 101);
  const auto answer = Browser(web.address()).ask("/", {{"Host", "evil.example"}});
  CHECK(answer.status == 421);
  CHECK_THAT(answer.body, has_text("start it with --host evil.example"));
  CHECK(Browser(web.address()).ask("/config.json", {{"Origin", "http://evil.example"}}).status == 403);
  CHECK(Browser(web.address()).ask("/", {{"Host", "localhost:1"}}).status == 200);
}

TEST_CASE("a WebSocket requires the token, and config.json says so") {
  const TemporaryFolder folder;
  CrownWeb web({"--web-token-file", folder.write("token", "secret\n")});
  CHECK_THAT(Browser(web.address()).ask("/config.json").body, has_text(R"("token":true)"));
  CHECK(Browser(web.address()).ask("/").status == 200);
  CHECK(Page(web.address()).status() == 401);
  CHECK(Page(web.address(), "/engine/0", {{"Sec-WebSocket-Protocol", "token.d3Jvbmc"}}).status() == 403);
  Page page(web.address(), "/engine/0", right_token);
  REQUIRE(page.is_open());
  CHECK(page.header("Sec-WebSocket-Protocol") == "token.c2VjcmV0");
  CHECK(page.ask("isready", "ready") == "readyok");
}

TEST_CASE("parallel wrong tokens are mostly not checked") {
  const TemporaryFolder folder;
  CrownWeb web({"--web-token-file", folder.write("token", "secret\n")});
  const auto authority = connection::text_of(web.address());
  const auto ask_with = [&](const std::string& token) {
    return "GET /engine/0 HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority +
           "\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: token." +
           token + "\r\n\r\n";
  };
  raise_file_limit();
  std::list<Browser> guessers;
  for (int i = 0; i < 200; ++i) guessers.emplace_back(web.address());
  for (auto& guesser : guessers) guesser.send(ask_with("Z3Vlc3M"));
  std::map<unsigned, std::size_t> answers;
  for (auto& guesser : guessers) ++answers[guesser.answer()->status];
  // The third wrong token locks out for a second, each later one for twice as long.
  CHECK(answers[403] >= 3);
  CHECK(answers[403] <= 8);
  CHECK(answers[403] + answers[429] == 200);
  const auto log = web.process().errors();
  CHECK_THAT(log, has_text("crown-web: 127.0.0.1 sent a wrong token; no token from there is looked at for 1 s"));
  CHECK(count(log, "sent a wrong") == answers[403]);
  CHECK_THAT(log, !has_text("guess"));

  CHECK(comes_true([&] { return Page(web.address(), "/engine/0", right_token).is_open(); }));
}

TEST_CASE("a token file of systemd may be group-readable; other file types are refused") {
  const TemporaryFolder folder;
  const auto token = folder.write("token", "secret\n");
  ::chmod(token.c_str(), 0440);
  ::setenv("CREDENTIALS_DIRECTORY", folder.path("").substr(0, folder.path("").size() - 1).c_str(), 1);
  {
    CrownWeb web({"--web-token-file", token});
    CHECK(Page(web.address(), "/engine/0", right_token).is_open());
  }
  ::unsetenv("CREDENTIALS_DIRECTORY");
  const auto pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(why_not({"--listen", "127.0.0.1:0", "--web-token-file", pipe}, 2),
             has_text("the token file '" + pipe + "' is a pipe; a regular file is needed"));
}

TEST_CASE("unsafe flags are refused with a remedy") {
  const TemporaryFolder folder;
  const auto token = folder.write("token", "secret\n");
  CHECK_THAT(why_not({"--listen", "0.0.0.0:0"}, 2), has_text("--web-token-file FILE"));
  CHECK_THAT(why_not({"--listen", "0.0.0.0:0", "--web-token-file", token}, 2), has_text("--tls-cert and --tls-key"));
  CHECK_THAT(why_not({"--listen", "0.0.0.0:0", "--web-token-file", token, "--behind-proxy"}, 2),
             has_text("listen on 127.0.0.1"));
  CHECK_THAT(why_not({"--behind-proxy"}, 2), has_text("--web-token-file FILE"));
  CHECK_THAT(why_not({"--listen", "here:1"}, 2), has_text("127.0.0.1:7780"));
  CHECK_THAT(why_not({"--listen", "[fe80::1%1]:7780"}, 2), has_text("--listen needs one without '%'"));
  CHECK_THAT(why_not({"--host", "a:1"}, 2), has_text("without a port"));
  CHECK_THAT(why_not({"--allow-origin", "friend.example"}, 2),
             has_text("--allow-origin needs one such as https://example.org"));
  CHECK_THAT(why_not({"--connect", "own", "--connect", "x=own"}, 2), has_text("twice"));
  CHECK_THAT(why_not({"--connect", "a=127.0.0.1:1", "--token-file", "b=" + token}, 2),
             has_text("no daemon of --connect"));
  ::chmod(token.c_str(), 0644);
  CHECK_THAT(why_not({"--web-token-file", token}, 2), has_text("chmod 600"));
}

TEST_CASE("a proxy's forwarded TLS and addresses are used") {
  const TemporaryFolder folder;
  CrownWeb web({"--behind-proxy", "--host", "board.example", "--web-token-file", folder.write("token", "secret\n"),
                "--max-sessions-per-address", "1"});
  const auto open = [&](Headers headers) {
    headers.insert(
        {{"Host", "board.example"}, {"Origin", "https://board.example"}, {"Sec-WebSocket-Protocol", "token.c2VjcmV0"}});
    return std::make_unique<Page>(web.address(), "/engine/0", headers);
  };
  CHECK(open({})->status() == 403);
  CHECK(open({{"X-Forwarded-Proto", "http"}})->status() == 403);
  const auto one = open({{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "192.0.2.1"}});
  CHECK(one->ask("isready", "ready") == "readyok");
  const auto again = open({{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "192.0.2.1"}});
  again->wait_for_end();
  CHECK(again->close_code() == 1013);
  const auto other = open({{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "192.0.2.2"}});
  CHECK(other->ask("isready", "ready") == "readyok");
  const auto unknown = open({{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "unknown"}});
  CHECK(unknown->ask("isready", "ready") == "readyok");
  const auto hidden = open({{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "_hidden"}});
  hidden->wait_for_end();
  CHECK(hidden->close_code() == 1013);
}

}  // namespace crownd::testing
