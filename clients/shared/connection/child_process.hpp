#pragma once

#include "connection/channel.hpp"

#include <sys/types.h>

#include <vector>

namespace crownd::connection {

/// Destination of the engine's standard error: ours, none, or errors().
enum class Errors : std::uint8_t { passed, discarded, captured };

/// How a process ended: `code` is its exit code, or the number of the signal that ended it.
struct ExitStatus {
  bool exited = false;
  int code = 0;

  friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

/// An engine as a child process that speaks on its standard input and output.
class ChildProcess final : public Channel {
 public:
  /// Starts `command`: a program, found in PATH if it has no slash, and its arguments. Throws ConnectionError.
  explicit ChildProcess(const std::vector<std::string>& command, Errors errors = Errors::passed);
  /// Redirects the child's standard error to `errors`.
  ChildProcess(const std::vector<std::string>& command, const Descriptor& errors);
  /// Closes the child's input; kills it if it does not exit soon.
  ~ChildProcess() override;

  void close_input() override;
  /// Waits for the child to exit; none if it still runs at the deadline.
  std::optional<ExitStatus> wait(Deadline deadline);
  /// Sends a signal, if the child still runs.
  void signal(int number);

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// All captured output of its standard error so far.
  [[nodiscard]] std::string errors() const;

 private:
  long write_some(std::string_view bytes) override;
  void start(const std::vector<std::string>& command, int errors);

  Descriptor to_child_;
  Descriptor from_child_;
  Descriptor errors_;
  Descriptor exit_;  ///< a pidfd: readable once the child has exited
  pid_t pid_ = -1;
  std::optional<ExitStatus> status_;
};

}  // namespace crownd::connection
