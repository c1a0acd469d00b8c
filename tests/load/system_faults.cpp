#include "load/client.hpp"
#include "load/fault.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <list>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;
using connection::Clock;
using connection::ExitStatus;
using connection::TcpChannel;
using connection::within;
using testing::ServerProcess;

/// The wall clock that one process sees, set by libfaketime through a file.
class FakeTime {
 public:
  FakeTime() {
    for (const auto* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"})
      if (const auto path = std::string(folder) + "/faketime/libfaketimeMT.so.1"; std::filesystem::exists(path))
        library_ = path;
    if (library_.empty()) throw NotPossible("needs the package faketime");
    jump("+0");
  }

  /// Such as "+5h".
  void jump(const std::string& by) const {
    std::ofstream(folder_ / "next") << by << '\n';
    std::filesystem::rename(folder_ / "next", folder_ / "now");
  }
  [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& program) const {
    std::vector<std::string> words{"env", "LD_PRELOAD=" + library_,
                                   "FAKETIME_TIMESTAMP_FILE=" + (folder_ / "now").string(), "FAKETIME_NO_CACHE=1",
                                   "FAKETIME_DONT_FAKE_MONOTONIC=1"};
    words.insert(words.end(), program.begin(), program.end());
    return words;
  }

 private:
  std::string library_;
  crownd::testing::TemporaryFolder folder_;
};

/// The prefix of log lines `hours` from now.
std::string time_of_log(int hours) {
  const auto then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + std::chrono::hours(hours));
  std::tm parts{};
  ::localtime_r(&then, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:", &parts)};
}

/// Whether a search of `movetime` takes that long, within the tolerance for a busy machine.
bool keeps_time(TcpChannel& client) {
  constexpr auto movetime = 200ms;
  const auto began = Clock::now();
  client.send("go movetime 200");
  std::optional<std::string> line;
  do line = client.receive(within(answer_timeout));
  while (line && !line->starts_with("bestmove"));
  const auto took = Clock::now() - began;
  return line && took > movetime / 2 && took < movetime + 2s;
}

/// Limits and clocks must use the monotonic clock, not the wall clock.
Result clock_jumps(FaultContext& stage) {
  constexpr double room_kib = 4 << 10;
  constexpr int hours = 5;
  if (stage.instrumented) throw NotPossible("sanitizers must be loaded before libfaketime");
  const FakeTime time;
  ServerProcess server(
      time.command(server_command(stage.programs, {"--idle-timeout", "60", "--max-movetime", "60000"})));
  auto result = watch(stage, server, room_kib, [&](Result& outcome) {
    auto idle = server.connect();
    auto player = server.connect();
    player.send("setoption name Hash value 1");
    player.send("position english startpos");
    for (const int all = stage.times(20); outcome.times < all; ++outcome.times) {
      if (outcome.times % 2 == 0)
        time.jump("+" + std::to_string(hours) + "h");
      else
        time.jump("-" + std::to_string(hours) + "h");
      (void)server.connect();
      if (!keeps_time(player)) outcome.failure = "a search does not keep its time";
    }
    time.jump("+0");
    idle.send("isready");
    if (idle.receive(within(answer_timeout)) != "readyok") outcome.failure = "an idle client was disconnected";
  });
  const auto failure = end(server);
  if (result.failure.empty()) result.failure = failure;
  if (server.process().errors().find(time_of_log(hours)) == std::string::npos)
    throw NotPossible("libfaketime does not work here");
  return result;
}

/// Every running search returns its move, and the process ends in time.
Result terminated_under_load(FaultContext& stage) {
  constexpr int searching = 40;
  const auto time_to_end = stage.patient ? answer_timeout : stage.instrumented ? 10s : 2s;
  Result result;
  for (const int all = stage.times(5); result.times < all; ++result.times) {
    ServerProcess server(server_command(stage.programs));
    std::list<TcpChannel> clients;
    for (int i = 0; i < searching; ++i)
      if (!begin_search(clients.emplace_back(server.connect()))) ++result.lost;
    server.process().signal(SIGTERM);
    if (server.process().wait(within(time_to_end)) != ExitStatus{true, 0})
      result.failure = "it does not end with 0 within " + std::to_string(time_to_end.count()) + " s";
    for (auto& client : clients) {
      bool reported = false;
      while (const auto line = client.receive(within(answer_timeout)))
        reported = reported || line->starts_with("bestmove ");
      if (!reported) ++result.lost;
    }
  }
  return result;
}

}  // namespace

std::vector<Fault> system_faults() {
  return {{"clock jumps of 5 hours", clock_jumps}, {"SIGTERM with 40 searches", terminated_under_load}};
}

}  // namespace crownd::load
