#pragma once

#include "match/output/output_files.hpp"

#include <mutex>
#include <thread>

namespace crownd::match {

/// A program's standard error: a pipe that a thread reads, so that the program never waits or fails. Keeps the end of
/// the text, and appends all of it to a file if there is one.
class StandardError {
 public:
  /// Throws ConnectionError if the file cannot be opened.
  explicit StandardError(const std::optional<std::string>& file);
  StandardError(const StandardError&) = delete;
  StandardError& operator=(const StandardError&) = delete;
  ~StandardError();

  /// For the program to write to.
  [[nodiscard]] const connection::Descriptor& descriptor() const { return input_; }
  /// Makes last_lines ignore earlier output.
  void begin_game();
  /// The last lines, printable and truncated.
  [[nodiscard]] std::vector<std::string> last_lines();

 private:
  /// Reads the bytes in the pipe, without waiting.
  void read_available();

  std::optional<OutputFile> file_;
  connection::Descriptor output_, input_, end_;
  std::mutex mutex_;
  std::string tail_;
  std::jthread reader_;
};

}  // namespace crownd::match
