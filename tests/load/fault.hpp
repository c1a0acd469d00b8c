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

/// What there is to commit faults with.
struct Stage {
  std::string programs;            ///< the folder of crownd
  testing::ServerProcess& server;  ///< for the faults that need none of their own
  const std::vector<Conversation>& conversations;
  std::mt19937_64 random;
  double effort = 1;          ///< how often things are done, beside the usual
  bool instrumented = false;  ///< crownd is built with sanitizers: slower, and it keeps memory that was given back
  bool crowded = false;       ///< `server` serves others at the same time, so its level tells nothing
  bool patient = false;       ///< nothing is judged by how long it takes, for the machine may be busy

  [[nodiscard]] int times(int usual) const { return std::max(1, static_cast<int>(usual * effort)); }
  [[nodiscard]] const Conversation& conversation() { return conversations[random() % conversations.size()]; }
};

/// How to start the crownd of a folder, to serve TCP on this machine unless told otherwise.
[[nodiscard]] std::vector<std::string> server_command(const std::string& programs,
                                                      const std::vector<std::string>& more_flags = {});

/// What a server holds.
struct Level {
  double kib = 0;  ///< resident memory
  int threads = 0;
};

/// What came of a fault.
struct Result {
  int times = 0;                ///< it was committed
  int lost = 0;                 ///< lines that the server owed to somebody and that were not received, or were wrong
  std::string trouble;          ///< what should not have been, in words; empty if all is well
  bool served = false;          ///< a client that came afterwards
  std::optional<Level> before;  ///< none where the server does not outlive the fault, or is crowded
  Level after;
  double highest_kib = 0;

  [[nodiscard]] bool ok() const { return trouble.empty() && lost == 0; }
};

/// Why a fault cannot be committed on this machine.
class NotPossible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Something nasty that the network, the system or a client does to a server.
struct Fault {
  std::string_view name;
  Result (*commit)(Stage& stage);
};

/// Commits a fault on `server`, which is to survive it: while `commit` runs a client of good manners is to be answered
/// as ever, memory is to grow by `room_kib` at most, and afterwards the next client is to be served, and memory,
/// threads and processor time are to be back where they were. `commit` fills in times, lost and trouble.
constexpr double no_bound = std::numeric_limits<double>::infinity();
[[nodiscard]] Result watch(Stage& stage, testing::ServerProcess& server, double room_kib,
                           const std::function<void(Result&)>& commit);

/// Ends a server in good order; gives what was wrong with that in words, for example what a sanitizer found.
[[nodiscard]] std::string end(testing::ServerProcess& server);

[[nodiscard]] std::vector<Fault> all_faults();
/// Clients that go away in all the ways there are.
[[nodiscard]] std::vector<Fault> departures();
/// Clients that send or read what nobody should.
[[nodiscard]] std::vector<Fault> bad_manners();
/// What the machine does to a server.
[[nodiscard]] std::vector<Fault> system_faults();
/// Peers that are gone without a word.
[[nodiscard]] std::vector<Fault> half_open_connections();

}  // namespace crownd::load
