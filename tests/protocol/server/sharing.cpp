#include "protocol/server/daemon.hpp"

#include <list>
#include <string>
#include <vector>

using namespace crownd::testing;

TEST_CASE("a client with a clock is answered while however many others search") {
  const Daemon daemon({"--searches", "1"});
  std::list<TcpChannel> others;
  for (int i = 0; i < 20; ++i) {
    auto& other = others.emplace_back(daemon.connect());
    other.send("position spanish startpos");
    other.send("go infinite");
  }
  for (auto& other : others) wait_for(other, "info");

  auto player = daemon.connect();
  player.send("position english startpos");
  ask(player, "isready", "readyok");
  CHECK(ask(player, "go wtime 1000 btime 1000", "bestmove").starts_with("bestmove "));
  CHECK(ask(player, "legalmoves", "legalmoves 7").starts_with("legalmoves 7"));
  for (auto& other : others) {
    other.send("stop");
    CHECK(wait_for(other, "bestmove").starts_with("bestmove "));
  }
}

TEST_CASE("searches on one slot all get on") {
  const Daemon daemon({"--searches", "1"});
  std::vector<TcpChannel> clients;
  clients.reserve(4);
  for (int i = 0; i < 4; ++i) {
    auto& client = clients.emplace_back(daemon.connect());
    client.send("position english startpos");
    client.send("go infinite");
  }
  for (auto& client : clients) wait_for(client, "info depth 6 ");
  for (auto& client : clients) CHECK(ask(client, "stop", "bestmove").starts_with("bestmove "));
}

TEST_CASE("a search that has found all there is leaves its slot to others") {
  const Daemon daemon({"--searches", "1"});
  auto solved = daemon.connect();
  solved.send("position stupid startpos");
  ask(solved, "go infinite", "info");
  auto other = daemon.connect();
  other.send("position english startpos");
  CHECK(ask(other, "go depth 6", "bestmove").starts_with("bestmove "));
  CHECK(ask(solved, "stop", "bestmove").starts_with("bestmove "));
}
