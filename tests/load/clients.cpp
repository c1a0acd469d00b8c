#include <utility>  // for Asio's coroutines on g++ 12

#include "load/clients.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

namespace crownd::load {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

void Seen::add_fault(const std::string& what) {
  constexpr std::size_t most = 10;
  if (faults.size() < most) faults.push_back(what);
}

void Seen::add(const Seen& other) {
  commands += other.commands;
  searches += other.searches;
  answers += other.answers;
  wrong += other.wrong;
  lost += other.lost;
  for (const auto& fault : other.faults) add_fault(fault);
  pings.insert(pings.end(), other.pings.begin(), other.pings.end());
}

bool Seen::report(const std::string& title, std::chrono::seconds duration) {
  const auto seconds = static_cast<double>(duration.count());
  std::printf("%-34s %10.0f commands/s %8.0f searches/s %9llu answers %llu wrong %llu lost\n", title.c_str(),
              static_cast<double>(commands) / seconds, static_cast<double>(searches) / seconds,
              static_cast<unsigned long long>(answers), static_cast<unsigned long long>(wrong),
              static_cast<unsigned long long>(lost));
  if (!pings.empty()) {
    std::sort(pings.begin(), pings.end());
    std::printf("%-34s median %.2f ms, 99th percentile %.2f ms, %zu asked\n", "  isready of idle clients meanwhile",
                pings[pings.size() / 2].count() / 1000, pings[pings.size() * 99 / 100].count() / 1000, pings.size());
  }
  for (const auto& fault : faults) std::printf("  %s\n", fault.c_str());
  std::fflush(stdout);
  return wrong + lost == 0;
}

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr std::chrono::seconds patience{60};  ///< for the last answers, after the duration is over

/// One connection: lines out, lines in.
class Client {
 public:
  Client(asio::io_context& io, const Tcp::endpoint& server) : socket_(io) {
    socket_.connect(server);
    socket_.set_option(Tcp::no_delay(true));
  }

  asio::awaitable<void> send(const std::string& line) {
    const std::string text = line + '\n';
    co_await asio::async_write(socket_, asio::buffer(text), asio::use_awaitable);
  }
  asio::awaitable<std::string> receive() {
    const auto length = co_await asio::async_read_until(socket_, asio::dynamic_buffer(received_, longest_line), '\n',
                                                        asio::use_awaitable);
    auto line = received_.substr(0, length - 1);
    received_.erase(0, length);
    co_return line;
  }
  void close() { socket_.close(); }

 private:
  Tcp::socket socket_;
  std::string received_;
};

/// Clients served by one thread, concurrently with those of other scenes.
struct Scene {
  asio::io_context io{1};
  Seen seen;
  Clock::time_point end;
  int talking = 0;
};

asio::awaitable<bool> hold(Client& client, const Conversation& conversation, Seen& seen) {
  for (const auto& step : conversation) {
    co_await client.send(step.line);
    ++seen.commands;
    if (step.thinks) ++seen.searches;
    for (const auto& expected : step.answers) {
      auto line = co_await client.receive();
      while (is_further_info(line, expected)) line = co_await client.receive();
      const auto answer = without_time(line);
      ++seen.answers;
      if (answer == expected) continue;
      ++seen.wrong;
      seen.add_fault(step.line + " was answered '" + answer + "', not '" + expected + "'");
      co_return false;
    }
  }
  co_return true;
}

asio::awaitable<void> talk(Scene& scene, Client& client, const std::vector<Conversation>& conversations,
                           std::size_t first) {
  ++scene.talking;
  try {
    for (auto next = first; Clock::now() < scene.end; ++next)
      if (!co_await hold(client, conversations[next % conversations.size()], scene.seen)) break;
  } catch (const boost::system::system_error& fault) {
    ++scene.seen.lost;
    scene.seen.add_fault(std::string("a client was cut off: ") + fault.what());
  }
  if (--scene.talking == 0) scene.io.stop();
}

asio::awaitable<void> ping(Scene& scene, std::vector<std::unique_ptr<Client>>& idle, std::chrono::milliseconds every) {
  asio::steady_timer timer(scene.io);
  try {
    for (std::size_t next = 0; Clock::now() < scene.end; ++next) {
      timer.expires_after(every);
      co_await timer.async_wait(asio::use_awaitable);
      auto& client = *idle[next % idle.size()];
      const auto asked = Clock::now();
      co_await client.send("isready");
      const auto answer = co_await client.receive();
      scene.seen.pings.emplace_back(Clock::now() - asked);
      if (answer == "readyok") continue;
      ++scene.seen.wrong;
      scene.seen.add_fault("isready was answered '" + answer + "'");
    }
  } catch (const boost::system::system_error& fault) {
    ++scene.seen.lost;
    scene.seen.add_fault(std::string("an idle client was cut off: ") + fault.what());
  }
  if (--scene.talking == 0) scene.io.stop();
}

void wait_for(Scene& scene) {
  scene.io.run_until(scene.end + patience);
  if (scene.talking == 0) return;
  scene.seen.lost += static_cast<std::uint64_t>(scene.talking);
  scene.seen.add_fault(std::to_string(scene.talking) + " clients were not answered in time");
}

}  // namespace

Seen Clients::run(const Crowd& crowd, const std::vector<Conversation>& conversations) {
  // Clients that only measure have their own thread: the players' unread input would count as latency of the server.
  Scene playing, measuring;
  std::vector<std::unique_ptr<Client>> active, idle;
  for (int i = 0; i < crowd.idle; ++i) idle.push_back(std::make_unique<Client>(measuring.io, server_));
  for (int i = 0; i < crowd.active; ++i) active.push_back(std::make_unique<Client>(playing.io, server_));
  playing.end = measuring.end = Clock::now() + crowd.duration;
  for (std::size_t i = 0; i < active.size(); ++i)
    asio::co_spawn(playing.io, talk(playing, *active[i], conversations, i), asio::detached);
  if (!idle.empty()) {
    ++measuring.talking;
    asio::co_spawn(measuring.io, ping(measuring, idle, crowd.ping_every), asio::detached);
  }
  std::thread other([&] { wait_for(measuring); });
  wait_for(playing);
  other.join();
  playing.seen.add(measuring.seen);
  return std::move(playing.seen);
}

}  // namespace crownd::load
