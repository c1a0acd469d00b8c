#include "load/client.hpp"
#include "load/fault.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <list>
#include <sstream>
#include <thread>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;
using connection::Clock;
using connection::within;
using testing::ServerProcess;

/// By how much a server's memory may grow after a fault: what the allocator keeps for each of some threads.
constexpr double slack_kib = 10 << 10;
/// Sanitizers keep freed memory in quarantine, to detect use after free.
constexpr double instrumented_slack_kib = 300 << 10;
/// Time for the server to return to its level after a fault.
constexpr auto time_to_settle = 60s;
/// A server without a search is nearly idle; its processor time is measured for this long.
constexpr auto rest = 200ms;
constexpr double busy = 0.25;  ///< of one processor

/// Processor time used by a process.
std::chrono::duration<double> used_time(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  std::istringstream words(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  constexpr int before_times = 11;
  std::string word;
  for (int i = 0; i < before_times; ++i) words >> word;
  double user = 0;
  double system = 0;
  words >> user >> system;
  return std::chrono::duration<double>((user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

Level level_of(const ServerProcess& server) { return {server.resident_kib(), server.threads()}; }

bool works(ServerProcess& server) {
  const auto before = used_time(server.process().pid());
  const auto began = Clock::now();
  std::this_thread::sleep_for(rest);
  const std::chrono::duration<double> passed = Clock::now() - began;
  return (used_time(server.process().pid()) - before) / passed > busy;
}

/// A well-behaved client that talks as long as it lives, and samples the server's memory meanwhile.
class ControlClient {
 public:
  ControlClient(FaultContext& stage, const ServerProcess& server)
      : conversations_(stage.conversations),
        first_(stage.random()),
        server_(server),
        channel_(server.connect()),
        talker_([this] { talk(); }),
        watcher_([this] { look(); }) {}
  ControlClient(const ControlClient&) = delete;
  ControlClient& operator=(const ControlClient&) = delete;
  ~ControlClient() { leave(); }

  void leave() {
    leaving_ = true;
    if (talker_.joinable()) talker_.join();
    if (watcher_.joinable()) watcher_.join();
  }

  /// After leave.
  [[nodiscard]] int lost() const { return lost_; }
  [[nodiscard]] const std::string& failure() const { return trouble_; }
  [[nodiscard]] double highest_kib() const { return highest_kib_; }

 private:
  void talk() {
    for (auto next = first_; !leaving_ && lost_ == 0; ++next) {
      lost_ += hold(channel_, conversations_[next % conversations_.size()], trouble_);
      std::this_thread::sleep_for(5ms);
    }
  }
  void look() {
    while (!leaving_) {
      highest_kib_ = std::max(highest_kib_, server_.resident_kib());
      std::this_thread::sleep_for(10ms);
    }
  }

  const std::vector<Conversation>& conversations_;
  const std::size_t first_;
  const ServerProcess& server_;
  connection::TcpChannel channel_;
  std::atomic<bool> leaving_ = false;
  int lost_ = 0;
  std::string trouble_;
  double highest_kib_ = 0;
  std::thread talker_;
  std::thread watcher_;
};

void add_failure(Result& result, const std::string& what) {
  if (!what.empty() && result.failure.empty()) result.failure = what;
}

void serve_next_client(FaultContext& stage, const ServerProcess& server, Result& result) {
  try {
    auto channel = server.connect();
    std::string what;
    const int lost = hold(channel, stage.conversation(), what);
    result.served = lost == 0;
    add_failure(result, what.empty() ? "" : "the next client: " + what);
  } catch (const connection::ConnectionError& failure) {
    add_failure(result, std::string("the next client: ") + failure.what());
  }
}

std::string mib(double kib) { return std::to_string(std::lround(kib / 1024)) + " MiB"; }

/// The costs of the very first searches, such as the allocator's memory for each thread, are not the fault's.
void warm_up(const ServerProcess& server) {
  constexpr int clients = 20;
  std::list<connection::TcpChannel> searching;
  for (int i = 0; i < clients; ++i) (void)begin_search(searching.emplace_back(server.connect()));
}

/// Waits until the searches of warm_up are gone with all that they held.
void wait_until_idle(const ServerProcess& server, int threads) {
  for (const auto deadline = within(time_to_settle); server.threads() > threads && Clock::now() < deadline;)
    std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(300ms);
}

void compare_levels(ServerProcess& server, double slack, Result& result) {
  const auto fits = [&] {
    result.after = level_of(server);
    return result.after.threads == result.before->threads && result.after.kib <= result.before->kib + slack;
  };
  for (const auto deadline = within(time_to_settle); !fits() && Clock::now() < deadline;)
    std::this_thread::sleep_for(20ms);
  if (result.after.threads != result.before->threads)
    add_failure(result, "afterwards it has " + std::to_string(result.after.threads) + " threads");
  if (result.after.kib > result.before->kib + slack) add_failure(result, "it keeps memory: " + mib(result.after.kib));
  bool at_work = works(server);
  for (const auto deadline = within(time_to_settle); at_work && Clock::now() < deadline;) at_work = works(server);
  if (at_work) add_failure(result, "it is still at work");
}

}  // namespace

std::vector<Fault> all_faults() {
  std::vector<Fault> all;
  for (const auto& some : {client_faults(), half_open_connections(), system_faults()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<std::string> server_command(const std::string& programs, const std::vector<std::string>& more_flags) {
  std::vector<std::string> words{programs + "/crownd", "--max-sessions", "4000",       "--max-hash", "4000",
                                 "--max-unread",       "262144",         "--patience", "2"};
  if (std::find(more_flags.begin(), more_flags.end(), "--listen") == more_flags.end())
    words.insert(words.end(), {"--listen", "127.0.0.1:0"});
  words.insert(words.end(), more_flags.begin(), more_flags.end());
  return words;
}

Result watch(FaultContext& stage, ServerProcess& server, double room_kib, const std::function<void(Result&)>& commit) {
  const bool alone = !(stage.crowded && &server == &stage.server);
  const double slack = stage.instrumented ? instrumented_slack_kib : slack_kib;
  Result result;
  if (alone) {
    const int threads = server.threads();
    warm_up(server);
    wait_until_idle(server, threads);
    result.before = level_of(server);
  }
  {
    ControlClient bystander(stage, server);
    commit(result);
    bystander.leave();
    result.lost += bystander.lost();
    result.highest_kib = bystander.highest_kib();
    add_failure(result, bystander.failure().empty() ? "" : "a client meanwhile: " + bystander.failure());
  }
  serve_next_client(stage, server, result);
  if (alone) {
    if (result.highest_kib > result.before->kib + room_kib + slack)
      add_failure(result, "it took " + mib(result.highest_kib) + " of memory meanwhile");
    compare_levels(server, slack, result);
  }
  return result;
}

std::string end(ServerProcess& server) {
  constexpr auto time_to_exit = 60s;  // leak checks are slow
  server.process().signal(SIGTERM);
  const auto status = server.process().wait(within(time_to_exit));
  const auto log = server.process().errors();
  for (const auto* word : {"Sanitizer", "runtime error:", "terminate called"})
    if (const auto found = log.find(word); found != std::string::npos)
      return log.substr(log.rfind('\n', found) + 1, 2000);
  if (!status) return "it does not end on SIGTERM";
  if (*status != connection::ExitStatus{true, 0}) return "it ended with " + std::to_string(status->code);
  return {};
}

}  // namespace crownd::load
