#pragma once

#include "connection/channel.hpp"
#include "connection/descriptor.hpp"
#include "match/engines/engine_spec.hpp"

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// A program's standard error: appended to a file if one is given, else kept in memory, up to some megabytes a game.
class StandardError {
 public:
  /// Throws ConnectionError if the file cannot be opened.
  explicit StandardError(const std::optional<std::string>& file);

  /// The descriptor that the program writes to.
  [[nodiscard]] const connection::Descriptor& descriptor() const { return descriptor_; }
  /// Only output after this call counts for last_lines.
  void begin_game();
  /// The last lines, truncated if long and without unprintable characters. If several programs write to the
  /// same file at the same time, some of the lines may be another one's.
  [[nodiscard]] std::vector<std::string> last_lines() const;

 private:
  /// Where the program writes next.
  [[nodiscard]] off_t end() const;

  connection::Descriptor descriptor_;
  bool in_memory_;
  off_t begin_ = 0;
};

/// A running engine, before anything was sent.
struct Launched {
  std::unique_ptr<connection::Channel> channel;
  int process = 0;  ///< the id of the child process; 0 over TCP
};

/// Starts the engine's program, whose standard error is `errors`, or connects to it and authenticates; throws
/// ConnectionError.
[[nodiscard]] Launched launch(const EngineSpec& spec, const StandardError& errors, connection::Deadline deadline);

/// For a channel that has ended: "exit code 3", "signal 11"; empty if unknown.
[[nodiscard]] std::string how_it_ended(connection::Channel& channel);

}  // namespace crownd::match
