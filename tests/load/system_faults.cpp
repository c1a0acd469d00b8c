#include "connection/child_process.hpp"
#include "load/client.hpp"
#include "load/fault.hpp"
#include "support/temporary_folder.hpp"

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <list>
#include <thread>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;
using connection::ChildProcess;
using connection::Clock;
using connection::ExitStatus;
using connection::TcpChannel;
using connection::within;
using testing::ServerProcess;

/// A free port, for a server that cannot report a port chosen by the system.
std::uint16_t free_port() {
  const connection::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);  // NOLINT: POSIX sockets require it
  socklen_t length = sizeof address;
  if (::bind(socket.get(), generic, length) != 0 || ::getsockname(socket.get(), generic, &length) != 0)
    throw NotPossible("no port is free");
  return ntohs(address.sin_port);
}

void finish(ServerProcess& server, Result& result) {
  const auto trouble = end(server);
  if (result.trouble.empty()) result.trouble = trouble;
}

/// The shell prints the server's address as soon as it listens: its own log is lost.
Result full_disk(FaultContext& stage) {
  constexpr double room_kib = 4 << 10;
  const auto address = "127.0.0.1:" + std::to_string(free_port());
  const std::string script =
      "(until (: </dev/tcp/${0/://}) 2>/dev/null; do sleep 0.05; done; echo \"listening on $0\" >&2) & exec \"$@\"";
  std::vector<std::string> words{"bash", "-c", script, address};
  for (auto& word : server_command(stage.programs, {"--listen", address, "--log-file", "/dev/full"}))
    words.push_back(std::move(word));
  ServerProcess server(words);
  auto result = watch(stage, server, room_kib, [&](Result& outcome) {
    for (const int all = stage.times(200); outcome.times < all; ++outcome.times) {
      auto client = server.connect();
      client.send("setoption name TablePath value /");  // refused with a line in the log
      client.send("isready");
      const auto refusal = client.receive(within(answer_patience));
      if (!refusal || !refusal->starts_with("error ")) ++outcome.lost;
      if (client.receive(within(answer_patience)) != "readyok") ++outcome.lost;
    }
  });
  finish(server, result);
  if (result.trouble.empty() && server.process().errors().find("the log cannot be written") == std::string::npos)
    result.trouble = "nothing reports that the log cannot be written";
  return result;
}

/// Lowers a process's limit on open files while it lives.
class FewDescriptors {
 public:
  explicit FewDescriptors(pid_t process) : process_(process) {
    ::prlimit(process_, RLIMIT_NOFILE, nullptr, &before_);
    rlimit fewer = before_;
    for (fewer.rlim_cur = 0; is_open(fewer.rlim_cur);) ++fewer.rlim_cur;
    fewer.rlim_cur += left;
    if (::prlimit(process_, RLIMIT_NOFILE, &fewer, nullptr) != 0) throw NotPossible("the system allows no lower limit");
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  ~FewDescriptors() { ::prlimit(process_, RLIMIT_NOFILE, &before_, nullptr); }

  static constexpr int left = 10;

 private:
  [[nodiscard]] bool is_open(rlim_t number) const {
    return std::filesystem::is_symlink("/proc/" + std::to_string(process_) + "/fd/" + std::to_string(number));
  }

  pid_t process_;
  rlimit before_{};
};

/// More clients than descriptors: those connected are served, the others refused, and once some have left
/// others take their places.
Result no_descriptors(FaultContext& stage) {
  constexpr double room_kib = 4 << 10;
  constexpr int clients = 4 * FewDescriptors::left;
  if (stage.instrumented) throw NotPossible("UBSan itself needs descriptors, to look at objects");
  ServerProcess server(server_command(stage.programs));
  auto result = watch(stage, server, room_kib, [&](Result& outcome) {
    const FewDescriptors few(server.process().pid());
    for (const int all = stage.times(10); outcome.times < all; ++outcome.times) {
      std::list<TcpChannel> within_limit;
      int refused = 0;
      for (int i = 0; i < clients; ++i) {
        auto client = server.connect();
        client.send("isready");
        const auto answer = client.receive(within(answer_patience));
        if (answer == "readyok")
          within_limit.push_back(std::move(client));
        else if (!answer || answer->starts_with("error limit no file descriptor "))
          ++refused;
        else
          ++outcome.lost;
      }
      if (refused == 0) outcome.trouble = "no descriptor ran out";
      if (within_limit.empty()) outcome.trouble = "nobody is served again";
      for (auto& client : within_limit)
        if (!client.send("isready") || client.receive(within(answer_patience)) != "readyok") ++outcome.lost;
    }
  });
  finish(server, result);
  return result;
}

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
  do line = client.receive(within(answer_patience));
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
      if (!keeps_time(player)) outcome.trouble = "a search does not keep its time";
    }
    time.jump("+0");
    idle.send("isready");
    if (idle.receive(within(answer_patience)) != "readyok") outcome.trouble = "an idle client was sent away";
  });
  finish(server, result);
  if (server.process().errors().find(time_of_log(hours)) == std::string::npos)
    throw NotPossible("libfaketime moves no clock here");
  return result;
}

/// Every running search returns its move, and the process ends in time.
Result terminated_under_load(FaultContext& stage) {
  constexpr int searching = 40;
  const auto time_to_end = stage.patient ? answer_patience : stage.instrumented ? 10s : 2s;
  Result result;
  for (const int all = stage.times(5); result.times < all; ++result.times) {
    ServerProcess server(server_command(stage.programs));
    std::list<TcpChannel> clients;
    for (int i = 0; i < searching; ++i)
      if (!begin_search(clients.emplace_back(server.connect()))) ++result.lost;
    server.process().signal(SIGTERM);
    if (server.process().wait(within(time_to_end)) != ExitStatus{true, 0})
      result.trouble = "it does not end with 0 within " + std::to_string(time_to_end.count()) + " s";
    for (auto& client : clients) {
      bool reported = false;
      while (const auto line = client.receive(within(answer_patience)))
        reported = reported || line->starts_with("bestmove ");
      if (!reported) ++result.lost;
    }
  }
  return result;
}

/// On standard input and output, during a search, with more input pending.
Result broken_pipe(FaultContext& stage) {
  Result result;
  for (const int all = stage.times(20); result.times < all; ++result.times) {
    ChildProcess shell(
        {"bash", "-c", "\"$0\" | head -n 3 >/dev/null; exit ${PIPESTATUS[0]}", stage.programs + "/crownd"},
        connection::Errors::captured);
    for (const auto* line : {"setoption name Hash value 1", "position english startpos", "go infinite"})
      shell.send(line);
    const auto status = shell.wait(within(answer_patience));
    if (status != ExitStatus{true, 0})
      result.trouble = status ? "it ends with " + std::to_string(status->code) : "it does not end";
  }
  return result;
}

}  // namespace

std::vector<Fault> system_faults() {
  return {{"a full disk under --log-file", full_disk},
          {"no file descriptor left", no_descriptors},
          {"clock jumps of 5 hours", clock_jumps},
          {"SIGTERM with 40 searches", terminated_under_load},
          {"SIGPIPE on standard output", broken_pipe}};
}

}  // namespace crownd::load
