#include "clients/web/api_client.hpp"

// No client can starve others, within all limits that the daemon's flags allow.

namespace crownd::testing {

namespace {

/// Computing the tables of each of these boards takes many seconds. `space` separates the words.
std::string slow_position(int size, const std::string& space) {
  const auto number = std::to_string(size);
  const auto corner = std::string(1, static_cast<char>('a' + size - 1)) + number;
  return number + space + "Ka1,Rb1" + space + "K" + corner + space + "w";
}

std::string slow_probe(int size) { return "/api/probe?game=reduced-chess&position=" + slow_position(size, "+"); }

constexpr int largest_board = 26;

std::string body_of(std::size_t count, const std::string& position) {
  auto array = Json::array();
  for (std::size_t i = 0; i < count; ++i) array.push_back({{"game", "english"}, {"position", position}});
  return array.dump();
}

}  // namespace

TEST_CASE("many slow requests from one address do not delay another address") {
  CrownWeb web({"--crownd", program_path("crownd") + " --no-tables", "--api-timeout", "600"});
  std::vector<Browser> slow;
  for (int size = largest_board; size > largest_board - 4; --size) {
    slow.emplace_back(web.address(), nullptr, "127.0.0.5");
    slow.back().send(get(slow_probe(size)));
  }
  slow.emplace_back(web.address(), nullptr, "127.0.0.5");
  auto batch = Json::array();
  for (int size = largest_board; size > largest_board - 4; --size)
    for (int i = 0; i < 40; ++i) batch.push_back({{"game", "reduced-chess"}, {"position", slow_position(size, " ")}});
  const auto text = batch.dump();
  slow.back().send("POST /api/probe HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + std::to_string(text.size()) +
                   "\r\n\r\n" + text);
  Browser(web.address()).ask("/config.json");  // until they are being answered
  // Without fairness this request would wait for all their tables.
  for (const std::string from : {"127.0.0.1", "127.0.0.6", "127.0.0.1"})
    CHECK(Browser(web.address(), nullptr, from).ask(probe_of_kings).status == 200);
  CHECK(ask_api(web, "/api/squares?game=english&position=startpos").status == 200);
  CHECK(post_api(web, "/api/probe", body_of(100, "W:WK29:BK22")).status == 200);
}

TEST_CASE("addresses forwarded by a proxy are distinguished") {
  CrownWeb web({"--crownd", program_path("crownd") + " --no-tables", "--api-timeout", "600", "--behind-proxy",
                "--no-auth", "--api-requests", "10"});
  std::vector<Browser> slow;
  for (int size = largest_board; size > largest_board - 4; --size) {
    slow.emplace_back(web.address());
    slow.back().send(get(slow_probe(size),
                         "X-Forwarded-Proto: https\r\nX-Forwarded-For: 2001:db8::" + std::to_string(size) + "\r\n"));
  }
  Browser(web.address()).ask("/config.json");
  for (const std::string client : {"192.0.2.7", "2001:db8:0:1::1"}) {
    const Headers headers{{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", client}};
    CHECK(Browser(web.address()).ask(probe_of_kings, headers).status == 200);
  }
}

TEST_CASE("daemons with the smallest and the largest limits answer batches") {
  const auto check = [](const std::string& flags) {
    INFO(flags);
    CrownWeb web({"--crownd", program_path("crownd") + " --no-tables " + flags});
    for (const std::size_t count : {1, 8, 33, 100}) {
      const auto answer = post_api(web, "/api/probe", body_of(count, "W:WK29:BK22"));
      REQUIRE(answer.status == 200);
      REQUIRE(answer.body.size() == count);
      for (const auto& one : answer.body) CHECK(one.at("value").at("result") == "loss");
      const auto books = post_api(web, "/api/book", body_of(count, "startpos"));
      REQUIRE(books.status == 200);
      for (const auto& one : books.body) CHECK(one.contains("moves"));
    }
    CHECK(ask_api(web, "/api/games").status == 200);
    for (const std::string& position :
         {std::string("english&position=startpos"), "reduced-chess&position=" + slow_position(largest_board, "+")})
      CHECK(ask_api(web, "/api/squares?game=" + position).status == 200);
  };
  for (const std::string flags : {"--max-queue 4096",
                                  "--max-queue 1073741824",
                                  "--max-line 256",
                                  "--max-line 1073741824",
                                  "--max-plies 1",
                                  "--max-plies 10000000",
                                  "--max-unread 4096",
                                  "--max-unread 1073741824",
                                  "--max-sessions 1",
                                  "--max-sessions 200",
                                  "--max-sessions-per-address 1",
                                  "--max-sessions-per-address 1000000",
                                  "--max-searches 1",
                                  "--max-searches 1000000",
                                  "--searches 1",
                                  "--searches 4096",
                                  "--patience 1",
                                  "--login-timeout 1",
                                  "--idle-timeout 1",
                                  "--max-hash 64",
                                  "--session-hash 1 --session-threads 1"})
    check(flags);
}

}  // namespace crownd::testing
