#pragma once

#include "load/conversation.hpp"
#include "support/server_process.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::load {

/// The server, conversations and limits of a fault test.
struct FaultContext {
  std::string programs;            ///< the folder of crownd
  testing::ServerProcess& server;  ///< for faults that need no server of their own
  const std::vector<Conversation>& conversations;
  std::mt19937_64 random;
  double effort = 1;          ///< factor for the number of repetitions
  bool instrumented = false;  ///< crownd is built with sanitizers: slower, and freed memory is kept
  bool crowded = false;       ///< `server` serves others at the same time, so its resource usage means nothing
  bool patient = false;       ///< no time limits are checked, since the machine may be busy

  [[nodiscard]] int times(int usual) const { return std::max(1, static_cast<int>(usual * effort)); }
  [[nodiscard]] const Conversation& conversation() { return conversations[random() % conversations.size()]; }
};

/// The command that starts the crownd of a folder, by default with TCP on loopback.
[[nodiscard]] std::vector<std::string> server_command(const std::string& programs,
                                                      const std::vector<std::string>& more_flags = {});

/// A server's resource usage.
struct Level {
  double kib = 0;  ///< resident memory
  int threads = 0;
};

/// The result of a fault.
struct Result {
  int times = 0;                ///< how often it was injected
  int lost = 0;                 ///< lines to a client, missing or wrong
  std::string failure;          ///< what went wrong, in words; empty if nothing did
  bool served = false;          ///< a client that connected afterwards was served
  std::optional<Level> before;  ///< none if the server does not outlive the fault, or is crowded
  Level after;
  double highest_kib = 0;

  [[nodiscard]] bool ok() const { return failure.empty() && lost == 0; }
};

/// Thrown if a fault cannot be injected on this machine.
class NotPossible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A fault that the network, the system or a client causes.
struct Fault {
  std::string_view name;
  Result (*commit)(FaultContext& stage);
};

/// Injects a fault on `server`, which must survive it: while `commit` runs a well-behaved client must be answered
/// as usual, memory must grow by `room_kib` at most, and afterwards the next client must be served, and memory,
/// threads and processor time must return to their previous level. `commit` fills in times, lost and failure.
constexpr double no_bound = std::numeric_limits<double>::infinity();
[[nodiscard]] Result watch(FaultContext& stage, testing::ServerProcess& server, double room_kib,
                           const std::function<void(Result&)>& commit);

/// Shuts down a server; returns the faults of the shutdown, for example a sanitizer's report.
[[nodiscard]] std::string end(testing::ServerProcess& server);

[[nodiscard]] std::vector<Fault> all_faults();
/// Clients that disconnect in every possible way, or misbehave.
[[nodiscard]] std::vector<Fault> client_faults();
/// Faults of the machine.
[[nodiscard]] std::vector<Fault> system_faults();
/// Half-open connections.
[[nodiscard]] std::vector<Fault> half_open_connections();

}  // namespace crownd::load
