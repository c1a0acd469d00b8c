#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::match {

/// The last lines of a terminal, which are redrawn repeatedly. Returns the text to write.
class LiveArea {
 public:
  /// Replaces the lines shown, each new one cut to `columns`.
  [[nodiscard]] std::string show(const std::vector<std::string>& lines, std::size_t columns);
  /// Erases them, so that other lines can follow.
  [[nodiscard]] std::string clear();

 private:
  std::size_t shown_ = 0;
};

/// Columns of the terminal at a file descriptor; 80 if unknown.
[[nodiscard]] std::size_t columns_of(int descriptor);

}  // namespace crownd::match
