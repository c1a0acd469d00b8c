#pragma once

#include "games/catalogue.hpp"
#include "session/client.hpp"
#include "session/data_files.hpp"
#include "session/shared_resources.hpp"
#include "tables/computed_tables.hpp"

#include <array>
#include <stdexcept>

namespace crownd::session {

inline constexpr int most_multipv = 256;  ///< the largest value of the option MultiPV

/// A limit as the command `limits` lists it: named as its flag or option, in the unit that PROTOCOL.md gives.
struct NamedLimit {
  std::string_view name;
  std::uint64_t value;
};

/// The limits of one session.
struct SessionLimits {
  std::size_t max_line_bytes = std::size_t{256} << 10;  ///< a longer line is answered `error too-long`
  std::size_t max_queued_bytes = std::size_t{1} << 20;  ///< commands queued after a search
  std::size_t max_plies = 10'000;                       ///< of a game
  std::size_t max_game_bytes = std::size_t{1} << 20;    ///< of a game that `read` takes, apart from its plies
  std::size_t max_hash_mb = 512;                        ///< the largest value of the option Hash
  std::chrono::milliseconds max_movetime{0};            ///< after which a long command is stopped; 0: never
  int max_threads = 64;                                 ///< the largest value of the option Threads
  int max_wrong_tokens = 3;                             ///< after which the connection is closed
};

/// The options that a remote client may be allowed to set: none that names a file or folder of this machine.
inline constexpr std::array<std::string_view, 16> remote_options = {
    "UCI_Variant",       "UCI_ShowWDL", "Hash",          "Threads",
    "MultiPV",           "Ponder",      "Move Overhead", "Skill Level",
    "UCI_LimitStrength", "UCI_Elo",     "Strength Seed", "Draw Quiet Plies",
    "TableProbeLimit",   "Clear Hash",  "OwnBook",       "BookVariety"};

/// Why a client was refused something or disconnected.
enum class Refusal : std::uint8_t {
  auth_backoff,
  busy,
  descriptor,
  idle_timeout,
  login_timeout,
  max_hash,
  max_line,
  max_movetime,
  max_plies,
  max_queue,
  max_searches,
  max_sessions,
  max_sessions_per_address,
  max_unread,
  memory,
  option,
  patience,
  proxy_header,
  thread,
  tls,
  token_missing,
  token_wrong,
};

/// Names for metrics, in the order of Refusal: the flag that sets the limit, if there is one.
inline constexpr std::array<std::string_view, 22> refusal_names = {"auth-backoff",
                                                                   "busy",
                                                                   "descriptor",
                                                                   "idle-timeout",
                                                                   "login-timeout",
                                                                   "max-hash",
                                                                   "max-line",
                                                                   "max-movetime",
                                                                   "max-plies",
                                                                   "max-queue",
                                                                   "max-searches",
                                                                   "max-sessions",
                                                                   "max-sessions-per-address",
                                                                   "max-unread",
                                                                   "memory",
                                                                   "option",
                                                                   "patience",
                                                                   "proxy-header",
                                                                   "thread",
                                                                   "tls",
                                                                   "token-missing",
                                                                   "token-wrong"};

static_assert(refusal_names.size() == static_cast<std::size_t>(Refusal::token_wrong) + 1);

/// A command exceeds a limit of the operator; nothing has changed. what() names the limit and its flag.
class LimitReached : public std::runtime_error {
 public:
  LimitReached(Refusal kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  [[nodiscard]] Refusal kind() const { return kind_; }

 private:
  Refusal kind_;
};

/// A histogram of latencies. Thread-safe; a reader may see a count whose time is not yet in the sum.
class LatencyHistogram {
 public:
  /// Three bounds per decade, from below the shortest command to above the usual time for a move.
  static constexpr auto bounds = [] {
    using namespace std::chrono_literals;
    return std::array<std::chrono::microseconds, 15>{10us,  30us,  100us, 300us, 1ms, 3ms, 10ms, 30ms,
                                                     100ms, 300ms, 1s,    3s,    10s, 30s, 100s};
  }();

  void add(std::chrono::nanoseconds time) {
    std::size_t index = 0;
    while (index < bounds.size() && time > bounds[index]) ++index;
    counts_[index].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(time.count(), std::memory_order_relaxed);
  }

  /// Those above bounds[index - 1] and at most bounds[index]. The last count has no upper bound.
  [[nodiscard]] std::uint64_t count(std::size_t index) const { return counts_[index].load(std::memory_order_relaxed); }
  [[nodiscard]] std::chrono::nanoseconds sum() const {
    return std::chrono::nanoseconds(sum_.load(std::memory_order_relaxed));
  }

 private:
  std::array<std::atomic<std::uint64_t>, bounds.size() + 1> counts_{};
  std::atomic<std::int64_t> sum_{0};
};

/// Counters since the daemon began, for monitoring. Thread-safe, but not consistent with each other.
struct Statistics {
  using Count = std::atomic<std::uint64_t>;

  Count sessions_begun{0};
  Count sessions_ended{0};
  Count searches{0};    ///< started long commands: go, perft, probe and bench
  Count nodes{0};       ///< a search adds its nodes when it ends
  Count table_hits{0};  ///< successful probes of endgame tables; added in the same way
  std::array<Count, refusal_names.size()> refusals{};
  /// From the arrival of a command until it has run, including its time in the queue.
  LatencyHistogram short_commands;
  LatencyHistogram long_commands;

  void refuse(Refusal kind, std::uint64_t times = 1) {
    refusals[static_cast<std::size_t>(kind)].fetch_add(times, std::memory_order_relaxed);
  }
};

/// Settings of sessions, and references to the resources that all sessions share. A reload makes a new copy for later
/// sessions. Outlives the sessions that use it.
struct Environment {
  SearchScheduler& scheduler;
  HashBudget& hash;
  SessionLimits limits;
  std::string first_game{};  ///< empty: default_game
  std::string version;
  /// Whether a token is right, in constant time. If set, a session must begin with `auth` and a right token.
  std::function<bool(std::string_view offered)> is_token;
  /// At least one.
  std::span<const games::Entry> games = games::catalogue();
  /// The endgame tables that a session starts with.
  TableSet tables{};
  /// If set, sessions may choose folders by the option TablePath; remote clients must not.
  TableFiles* table_files = nullptr;
  /// The opening books of the daemon; null for none.
  const Bookshelf* books = nullptr;
  /// Whether sessions may choose a book by the option BookFile. Only for the user who started the daemon.
  bool may_open_books = false;
  /// Blocks of table files; null if there are no files.
  tables::BlockCache* table_cache = nullptr;
  /// Endgame tables in memory, for all sessions; null for none.
  tables::ComputedTables* computed_tables = nullptr;
  /// The server's limits on the connection of a session, for the command `limits`.
  std::vector<NamedLimit> connection_limits{};
  /// If set, a session lists and sets only these options.
  std::optional<std::vector<std::string>> settable{};
  Log log = no_log;
  std::shared_ptr<Statistics> statistics = std::make_shared<Statistics>();
};

}  // namespace crownd::session
