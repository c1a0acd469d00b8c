#include "connection/child_process.hpp"
#include "load/client.hpp"
#include "load/fault.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <iterator>
#include <list>
#include <string>
#include <thread>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;
using connection::ChildProcess;
using connection::Clock;
using connection::TcpChannel;
using connection::within;
using testing::ServerProcess;

/// Addresses reserved for benchmarking (RFC 2544).
constexpr auto server_address = "198.18.113.1";
constexpr auto client_address = "198.18.113.2";

void run_ip(const std::string& arguments) {
  ChildProcess shell({"sh", "-c", "exec ip " + arguments}, connection::Errors::captured);
  if (shell.wait(within(answer_timeout)) != connection::ExitStatus{true, 0})
    throw NotPossible("ip " + arguments + ": " + shell.errors());
}

/// A simulated machine, in a network namespace, with a virtual link that can be cut without
/// either side noticing.
class OtherMachine {
 public:
  OtherMachine() {
    if (::geteuid() != 0) throw NotPossible("needs root, for a network namespace");
    run_ip("netns add " + name_);
    try {
      run_ip("link add " + cable_ + "a type veth peer name " + cable_ + "b netns " + name_);
      run_ip("addr add " + std::string(server_address) + "/30 dev " + cable_ + "a");
      run_ip("link set " + cable_ + "a up");
      run_ip("-n " + name_ + " addr add " + client_address + "/30 dev " + cable_ + "b");
      run_ip("-n " + name_ + " link set " + cable_ + "b up");
    } catch (const NotPossible&) {
      remove();
      throw;
    }
  }
  OtherMachine(const OtherMachine&) = delete;
  OtherMachine& operator=(const OtherMachine&) = delete;
  ~OtherMachine() { remove(); }

  /// Runs a function in the namespace; rethrows its exceptions here.
  template <class Action>
  void there(Action action) const {
    std::exception_ptr failure;
    std::thread([&] {
      try {
        const connection::Descriptor place(::open(("/run/netns/" + name_).c_str(), O_RDONLY | O_CLOEXEC));
        if (::setns(place.get(), CLONE_NEWNET) != 0) throw NotPossible("cannot enter a network namespace");
        action();
      } catch (...) {
        failure = std::current_exception();
      }
    }).join();
    if (failure) std::rethrow_exception(failure);
  }
  /// From now on packets from the other machine are dropped.
  void cut() const { run_ip("-n " + name_ + " route add blackhole " + server_address); }

 private:
  void remove() const noexcept {
    try {
      run_ip("netns del " + name_);
      ChildProcess({"sh", "-c", "ip link del " + cable_ + "a 2>/dev/null"}).wait(within(answer_timeout));
    } catch (const std::exception&) {
      return;  // a destructor cannot report it
    }
  }

  const std::string name_ = "crownd-" + std::to_string(::getpid());
  const std::string cable_ = "cr" + std::to_string(::getpid());
};

int open_files(pid_t process) {
  const std::filesystem::directory_iterator files("/proc/" + std::to_string(process) + "/fd");
  return static_cast<int>(std::distance(begin(files), end(files)));
}

/// Waits until the server, not only its kernel, has accepted the connection.
bool is_served(TcpChannel& client) {
  return client.send("isready", within(answer_timeout)) && client.receive(within(answer_timeout)) == "readyok";
}

/// Some clients are idle, some search, some have much unread output, when the network fails. `--idle-timeout` ends the
/// first, `--patience` the last, TCP_USER_TIMEOUT (30 s) the searches: from their next info line on, or from the
/// keep-alive probe after 60 s.
Result cut_off(FaultContext& stage) {
  constexpr double room_kib = 64 << 10;
  constexpr auto time_to_notice = 120s;
  const OtherMachine machine;
  ServerProcess server(server_command(
      stage.programs, {"--listen", std::string(server_address) + ":0", "--no-auth", "--idle-timeout", "3"}));
  auto result = watch(stage, server, room_kib, [&](Result& outcome) {
    std::string much;
    while (much.size() < 4000) much += "d\n";
    std::list<TcpChannel> clients;
    int files = 0;  // open without these clients
    for (const int all = stage.times(30); outcome.times < all; ++outcome.times) {
      machine.there([&] { clients.push_back(server.connect()); });
      if (!is_served(clients.back())) ++outcome.lost;
      if (outcome.times == 0) files = open_files(server.process().pid()) - 1;
      if (outcome.times % 3 == 0) continue;
      if (outcome.times % 3 == 1) clients.back().send_bytes(much, within(answer_timeout));
      if (!begin_search(clients.back())) ++outcome.lost;
      if (outcome.times % 3 == 1) clients.back().send_bytes(much, within(answer_timeout));
    }
    machine.cut();
    const auto left = [&] { return open_files(server.process().pid()) - files; };
    for (const auto deadline = within(time_to_notice); left() > 0 && Clock::now() < deadline;)
      std::this_thread::sleep_for(50ms);
    if (left() > 0) outcome.failure = std::to_string(left()) + " dead clients were not disconnected";
  });
  const auto failure = end(server);
  if (result.failure.empty()) result.failure = failure;
  return result;
}

}  // namespace

std::vector<Fault> half_open_connections() { return {{"half open, packets dropped", cut_off}}; }

}  // namespace crownd::load
