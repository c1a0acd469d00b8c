#pragma once

#include "platform/files.hpp"
#include "session/session.hpp"
#include "stdio/flags.hpp"
#include "wire/words.hpp"

namespace crownd::stdio {

/// The engine and its data, shared by all sessions of a process. Outlives them.
class SessionHost {
 public:
  /// Throws BadInput if a folder or file from the flags cannot be used.
  SessionHost(const EngineFlags& flags, std::string version, const session::Log& log);

  /// Changes the limits of searches and memory. Running searches continue.
  void set_limits(const EngineFlags& flags);
  /// Reopens the books, for the next command of each session. If one cannot be used, throws BadInput, changes nothing.
  void open_books(const EngineFlags& flags) {
    books_.fill(flags.books, flags.default_books ? session::default_book_folders() : std::vector<std::string>());
  }

  [[nodiscard]] session::Environment& environment() { return environment_; }
  /// For the user of the process, who may choose files of tables and books.
  [[nodiscard]] session::Environment environment_of_user();

 private:
  session::SearchScheduler scheduler_;
  session::MemoryBudget memory_budget_;
  const tables::MemoryQuota memory_{[this](std::size_t bytes) { return memory_budget_.take(bytes); },
                                    [this](std::size_t bytes) { memory_budget_.release(bytes); }};
  tables::ComputedTables computed_tables_;
  session::TableFiles table_files_;
  session::Bookshelf books_;
  session::Environment environment_;
};

/// Serves one client on this process's standard input and output; a blocking loop.
class StdioServer final : public session::Client {
 public:
  /// `bails`: the session ends at the first refused line.
  explicit StdioServer(session::Environment& environment, bool bails = false);

  enum class End : std::uint8_t {
    end_of_input,  ///< all commands have finished
    unreadable,    ///< the same, but the input could not be read
    quit,          ///< the session ended before its input: by `quit`, stop(), or because the output was closed
    failed,        ///< the output could not be written, or a line was refused and --bail was given
  };
  /// Returns when the session has ended.
  End run();
  /// Ends the session after its last lines are sent. From any thread.
  void stop() { session_.end_now(); }

  /// The error message if run() has returned End::unreadable or End::failed.
  [[nodiscard]] const std::string& failure() const { return failure_; }

  void send(std::string_view line, session::Delivery delivery) override;
  void refused(std::uint64_t line, std::string_view error) override;
  void close() override { streams_.interrupt(); }
  [[nodiscard]] std::string_view name() const override { return "standard input"; }

 private:
  enum class Input : std::uint8_t { more, ended, unreadable };

  Input read_and_handle();
  void handle_lines();
  /// Ends the session. Keeps the first message.
  void fail(const std::string& message);

  platform::StandardStreams streams_;
  wire::LineSplitter lines_;
  const bool bails_;
  std::mutex output_;
  bool output_broken_ = false;
  std::string failure_;     ///< empty: none
  std::string read_error_;  ///< after Input::unreadable
  session::Session session_;
};

}  // namespace crownd::stdio
