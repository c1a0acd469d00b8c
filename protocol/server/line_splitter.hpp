#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownd::server {

/// Cuts a stream of bytes into lines. Holds no more than one line of the longest kind and what was appended last.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

  /// From now on lines may be that long.
  void allow(std::size_t max_line_bytes) { max_line_bytes_ = max_line_bytes; }

  void append(std::string_view bytes);
  /// No more bytes will come: what stands there without an end of line is a line.
  void finish() { finished_ = true; }

  enum class Next : std::uint8_t {
    nothing,   ///< no whole line is there
    line,      ///< line() is it
    too_long,  ///< a line longer than allowed began; it is thrown away up to its end
  };
  [[nodiscard]] Next next();
  /// Without its end (LF or CRLF). Holds until the next call of another function.
  [[nodiscard]] std::string_view line() const { return line_; }

 private:
  Next take(std::size_t end);
  void forget_taken();

  std::size_t max_line_bytes_;
  std::string bytes_;
  std::size_t taken_ = 0;     ///< bytes_ before here have been given out
  std::size_t searched_ = 0;  ///< no end of line between taken_ and here
  std::string_view line_;
  bool skipping_ = false;
  bool finished_ = false;
};

}  // namespace crownd::server
