#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace crownd::platform {

/// Standard input and output of this process, as bytes: no system's line ends are converted. One at a time.
class StandardStreams {
 public:
  /// Throws std::system_error if the system lacks the means.
  StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;
  ~StandardStreams();

  /// Waits until there is input, or it has ended, if `for_input`, or interrupt() has been called. False for the latter.
  [[nodiscard]] bool wait(bool for_input);
  /// After `wait` has returned true: the number of bytes that were read, -1 for none yet, 0 at the end of input.
  [[nodiscard]] std::ptrdiff_t read(std::span<char> to);
  /// From any thread: wait returns false from now on.
  void interrupt();

  /// Writes all of it. Throws std::system_error; with std::errc::broken_pipe if nobody reads any more.
  static void write(std::string_view text);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace crownd::platform
