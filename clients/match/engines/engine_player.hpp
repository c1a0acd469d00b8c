#pragma once

#include "connection/channel.hpp"
#include "connection/link.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/engines/uci.hpp"
#include "match/game/player.hpp"
#include "match/output/output_files.hpp"

#include <sched.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::match {

/// The numbers of the processor cores in this process's affinity mask.
[[nodiscard]] std::vector<int> usable_cores();

/// Reads a list such as `0-3,6`; throws std::invalid_argument.
[[nodiscard]] std::vector<int> read_cores(const std::string& text);

/// During its lifetime, pins the current thread, and processes that it starts, to these cores (none: no change).
class CoreAffinity {
 public:
  explicit CoreAffinity(const std::vector<int>& cores);
  CoreAffinity(const CoreAffinity&) = delete;
  CoreAffinity& operator=(const CoreAffinity&) = delete;
  ~CoreAffinity();

 private:
  bool changed_ = false;
  cpu_set_t before_{};
};

/// A program's standard error, appended to a file or stored in memory (limited per game).
class StandardError {
 public:
  /// Throws ConnectionError if the file cannot be opened.
  explicit StandardError(const std::optional<std::string>& file);

  [[nodiscard]] const connection::Descriptor& descriptor() const { return descriptor_; }
  /// Makes last_lines ignore earlier output.
  void begin_game();
  /// The last lines, printable and truncated. If several programs share the file, they may be mixed.
  [[nodiscard]] std::vector<std::string> last_lines() const;

 private:
  [[nodiscard]] off_t end() const;

  connection::Descriptor descriptor_;
  bool in_memory_;
  off_t begin_ = 0;
};

/// Timeouts after which an engine counts as hung.
struct Timeouts {
  Milliseconds start{10'000};  ///< for uciok and readyok
  Milliseconds move{60'000};   ///< for a move without a time limit
  Milliseconds grace{1'000};   ///< beyond a time limit, to tell a late move from a hung engine
};

/// An option that the engine does not have or whose value it refuses.
struct OptionFault {
  EngineOption option;
  bool listed = false;  ///< the engine has it
  std::string why;
};

/// A UCI engine, started on demand. After a crash or timeout it is killed, and restarted for the next game. All waits
/// throw Stopped if the flag is set.
class EnginePlayer final : public Player {
 public:
  /// `traffic`, if not null, gets every line.
  EnginePlayer(EngineSpec spec, std::string game, Timeouts timeouts, const StopFlag& stop, Traffic* traffic = nullptr)
      : spec_(std::move(spec)), game_(std::move(game)), timeouts_(timeouts), stop_(stop), traffic_(traffic) {}
  ~EnginePlayer() override;

  std::optional<std::string> prepare(const Start& start) override;
  SearchResult think(const MoveRequest& request) override;
  void ponder(const MoveRequest& request) override;
  [[nodiscard]] std::vector<std::string> errors() const override;

  /// The faults found at the last start.
  [[nodiscard]] const std::vector<OptionFault>& option_faults() const { return option_faults_; }
  [[nodiscard]] int starts() const { return starts_; }

 private:
  static constexpr std::chrono::seconds write_timeout{2};

  void launch();
  void quit();
  void handshake();
  void set_options();
  void set_option(const EngineOption& option);
  void wait_until_ready();
  void start_new_game(const Start& start);
  void send_draw_rule();
  void end_pondering();
  bool send(std::string_view line, connection::Deadline deadline = connection::within(write_timeout));
  /// The next line, trimmed; none at the deadline or if the engine has ended.
  std::optional<std::string> receive(connection::Deadline deadline);
  /// Sends a line; throws ConnectionError if the engine is gone, or does not read it before the deadline.
  void send_or_throw(std::string_view line, connection::Deadline deadline);
  /// Reads up to this line. `take` gets the lines before it and returns whether it uses a line; others are searched for
  /// errors. Throws after `most` bytes.
  void read_until(std::string_view last_line, const std::function<bool(const std::string&)>& take = {},
                  std::size_t most = SIZE_MAX);
  [[nodiscard]] std::string health_text(const std::string& if_open) const;
  [[nodiscard]] std::string exit_status() const;
  SearchResult search_once(const MoveRequest& request);
  /// Reconnects within the retry's time; whether the engine is connected and ready for the game.
  bool reconnect(const Start& start, connection::Retry& retry);
  SearchResult read_move(SearchResult found, connection::Deadline deadline);
  /// Completes the result of a search without an answer, and kills the engine.
  SearchResult failed(SearchResult found);
  /// Kills the process at once, with all processes that it started.
  void kill();

  EngineSpec spec_;
  std::string game_;
  Timeouts timeouts_;
  const StopFlag& stop_;
  Traffic* traffic_;
  std::optional<StandardError> errors_;
  std::unique_ptr<connection::Channel> channel_;
  int process_ = 0;  ///< its id, if it is a child process
  Declared declared_;
  Dialect dialect_;
  std::vector<OptionFault> option_faults_;
  std::string variant_;                 ///< as set in the running process
  std::vector<std::string> pondering_;  ///< the `position` and `go ponder` lines; empty if it does not ponder
  int starts_ = 0;
};

}  // namespace crownd::match
