#pragma once

#include "connection/engine.hpp"
#include "connection/link.hpp"
#include "files/files.hpp"

#include <CLI/CLI.hpp>

#include <deque>
#include <mutex>

namespace crownd::batch {

/// --help and --version, which prints `version`.
void add_program_flags(CLI::App& app, const std::string& version);

/// A range that --help does not print.
[[nodiscard]] inline CLI::Validator range_of(std::int64_t min, std::int64_t max) {
  return CLI::Range(min, max).description("");
}

/// Which daemons to use: child processes, or remote ones.
struct DaemonSettings {
  std::vector<std::string> command;         ///< of a child process
  std::vector<connection::Remote> remotes;  ///< if not empty, no child processes are started
  std::size_t workers = 0;                  ///< child processes, or connections per remote; 0: one per core, or one
  std::chrono::seconds retry_time{60};      ///< how long to retry a lost daemon
};

/// The flags for DaemonSettings.
class DaemonFlags {
 public:
  /// Declares --engine, --connect, --token-file, --tls-ca, --reconnect and, unless its description is empty, --workers,
  /// in the group Engines, which also gets options declared later.
  void declare(CLI::App& app, const std::string& workers_text);
  /// Call after parsing. Throws CLI::ParseError.
  [[nodiscard]] DaemonSettings daemons() const;

 private:
  std::vector<std::string> command_, connect_, tokens_, authorities_;
  std::size_t retry_seconds_ = 60, workers_ = 0;
};

/// Options of the engine, by name.
using Options = std::vector<std::pair<std::string, std::string>>;

using Report = std::function<void(const std::string&)>;

/// A daemon, restarted or reached again after a loss.
class Daemon {
 public:
  Daemon(std::vector<std::string> command, Options options)
      : command_(std::move(command)), options_(std::move(options)) {}
  /// `token` is sent instead of that in the remote's file.
  Daemon(connection::Remote remote, std::string token, Options options)
      : remote_(std::move(remote)), token_(std::move(token)), options_(std::move(options)) {}

  /// Starts or reaches the engine if necessary; false if that fails for `retry_time`, or when `wait`, which pauses
  /// between the tries, returns false. Throws connection::ConnectionError or EngineGone if the program cannot be
  /// started for the first time, and std::runtime_error if the engine then refuses the token or an option.
  [[nodiscard]] bool reach(std::chrono::seconds retry_time, const Report& report,
                           const std::function<bool(std::chrono::milliseconds)>& wait);
  /// After reach().
  [[nodiscard]] connection::Engine& engine() { return *engine_; }
  /// Gives up an engine whose work failed.
  void drop(const std::string& why);
  /// For messages.
  [[nodiscard]] std::string name() const { return remote_ ? remote_->address : "crownd"; }

 private:
  /// With a timeout, waits until the engine answers, at most twice that long.
  void start(std::optional<std::chrono::milliseconds> timeout);
  void start_first();

  std::vector<std::string> command_;
  std::optional<connection::Remote> remote_;
  std::string token_;
  Options options_;
  std::unique_ptr<connection::Link> link_;
  std::unique_ptr<connection::Engine> engine_;
  std::string fault_;      ///< why there is no engine; empty before the first try
  bool reported_ = false;  ///< the fault
  bool given_up_ = false;
};

/// Work in numbered items.
struct Work {
  std::deque<std::size_t> items;
  /// Called by one thread at a time when no item is left, also while others are being done; may return more.
  std::function<std::deque<std::size_t>()> more = [] { return std::deque<std::size_t>(); };
  /// Does an item. Called by several threads, and again for an item whose engine was lost.
  std::function<void(connection::Engine&, std::size_t)> perform;
  /// Called by several threads for an item that an engine refuses. If empty, a refusal ends all work.
  std::function<void(std::size_t, const std::string& why)> refused;
  std::function<std::string(std::size_t)> name;  ///< of an item, for messages
  Report report;
};

/// The daemons of a program.
class Daemons {
 public:
  /// Each has `threads` search threads. Throws connection::ConnectionError for an invalid address or token file.
  Daemons(const DaemonSettings& settings, const Options& options, int threads = 1);

  /// Does all items in order with a thread per daemon: at most `max`, but one for each address. Lost and unreachable
  /// daemons are retried for the retry time; others take their items. Returns the number of items left when all daemons
  /// were lost. Throws what Daemon::reach and Work::perform throw, and std::runtime_error for a refusal, or if an item
  /// loses several engines.
  [[nodiscard]] std::size_t perform(const Work& work, std::size_t max);
  /// Does one piece of work, again if its engine was lost. Throws also if no daemon is left.
  void perform(const std::string& name, const std::function<void(connection::Engine&)>& work, const Report& report);

 private:
  std::vector<Daemon> daemons_;
  std::size_t addresses_ = 1;  ///< each of the first daemons has another address
  std::chrono::seconds retry_time_;
};

/// `40 s`, `12 min`, `3 h 5 min`.
[[nodiscard]] std::string duration_text(std::chrono::seconds time);

/// A progress line at a terminal, with the remaining time. Thread-safe.
class Progress {
 public:
  explicit Progress(bool at_terminal) : at_terminal_(at_terminal) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows `text` and the share of positions done, `before` of them before this run. Skips updates that come too soon
  /// unless `now`.
  void show(const std::string& text, std::size_t done, std::size_t all, std::size_t before = 0, bool now = false);
  /// Prints a line above the progress line, on standard error.
  void report(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  void clear();

  std::mutex mutex_;
  bool at_terminal_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

/// Throws a files::FileError about the file of --state.
[[noreturn]] void refuse_state(const std::string& file, const std::string& what);

/// Opens the file of --state, whose lines are JSON. Passes each whole line, numbered from 1, to `on_line`. A new file
/// gets the first line `header`, which begins with `{"PROGRAM":`. Throws files::FileError, also if `on_line` throws.
[[nodiscard]] files::LineLog open_state(
    const std::string& file, const std::string& program, const std::string& header,
    const std::function<void(std::size_t number, const std::string& line)>& on_line);

}  // namespace crownd::batch
