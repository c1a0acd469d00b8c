#include "clients/web/api_client.hpp"

// Several daemons: each request goes to an idle one; lost daemons get none.

namespace crownd::testing {

namespace {

std::unique_ptr<ServerProcess> start_daemon(const std::string& address = "127.0.0.1:0") {
  return std::make_unique<ServerProcess>(
      std::vector<std::string>{program_path("crownd"), "--listen", address, "--no-tables"});
}

std::vector<std::string> flags_for(const ServerProcess& one, const ServerProcess& other) {
  return {"--connect",     connection::text_of(one.address()),
          "--connect",     connection::text_of(other.address()),
          "--api-timeout", "3"};
}

void end(ServerProcess& daemon) {
  daemon.process().signal(SIGKILL);
  REQUIRE(daemon.process().wait(connection::within(test_timeout)));
}

}  // namespace

TEST_CASE("either of two daemons is enough; without both the status is 503 until one is back") {
  auto one = start_daemon();
  auto other = start_daemon();
  CrownWeb web(flags_for(*one, *other));
  REQUIRE(ask_api(web, probe_of_kings).status == 200);
  end(*one);
  for (int i = 0; i < 20; ++i) CHECK(ask_api(web, probe_of_kings).status == 200);
  const auto address = connection::text_of(one->address());
  end(*other);
  for (const std::string& target : {probe_of_kings, std::string("/api/games")}) {
    const auto answer = ask_api(web, target);
    CHECK(answer.status == 503);
    CHECK(answer.code() == "unavailable");
    CHECK(answer.header("Retry-After") == "1");
  }
  CHECK(post_api(web, "/api/probe", R"([{"game": "english", "position": "startpos"}])").status == 503);
  one = start_daemon(address);
  CHECK(comes_to(web, 200));
}

TEST_CASE("a busy daemon gets no further requests, nor does one that did not answer") {
  const auto one = start_daemon();
  const auto other = start_daemon();
  CrownWeb web(flags_for(*one, *other));
  REQUIRE(ask_api(web, probe_of_kings).status == 200);
  one->process().signal(SIGSTOP);
  Browser waiting(web.address());
  waiting.send(get(probe_of_kings));
  // The first request goes to the first daemon, as ties do; all others go elsewhere.
  std::map<unsigned, int> statuses;
  for (int i = 0; i < 20; ++i) ++statuses[ask_api(web, probe_of_kings).status];
  ++statuses[waiting.answer()->status];
  CHECK(statuses == std::map<unsigned, int>{{200, 20}, {504, 1}});
  for (int i = 0; i < 20; ++i) CHECK(ask_api(web, probe_of_kings).status == 200);
  one->process().signal(SIGCONT);
  end(*other);
  CHECK(comes_to(web, 200));
}

}  // namespace crownd::testing
