#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownd::wire {

/// Splits a stream of bytes into lines. Buffers no more than one line of the maximum length and the last append.
class LineSplitter {
 public:
  /// Enough for the word that a line begins with.
  static constexpr std::size_t kept_beginning = 64;

  explicit LineSplitter(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

  /// Changes the maximum length of a line.
  void allow(std::size_t max_line_bytes) { max_line_bytes_ = max_line_bytes; }

  void append(std::string_view bytes);
  /// End of input: the rest without a line end counts as a line.
  void finish() { finished_ = true; }

  enum class Next : std::uint8_t {
    nothing,   ///< no complete line
    line,      ///< see line()
    too_long,  ///< a line exceeds the limit; it is discarded up to its end
  };
  [[nodiscard]] Next next();
  /// Without its line end (LF or CRLF); of a line that is too long at least its first `kept_beginning` bytes. Valid
  /// until the next call of another function.
  [[nodiscard]] std::string_view line() const { return line_; }

 private:
  Next take(std::size_t end);
  void forget_taken();

  std::size_t max_line_bytes_;
  std::string bytes_;
  std::size_t taken_ = 0;     ///< bytes_ before this have been returned
  std::size_t searched_ = 0;  ///< no end of line between taken_ and here
  std::string_view line_;
  std::string beginning_;  ///< of a line whose rest has not come yet
  bool skipping_ = false;
  bool finished_ = false;
};

}  // namespace crownd::wire
