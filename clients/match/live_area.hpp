#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::match {

/// The last lines of a terminal, which are written again and again. Gives what to write.
class LiveArea {
 public:
  /// Puts these lines in place of those that are there, each cut to `columns`.
  [[nodiscard]] std::string show(const std::vector<std::string>& lines, std::size_t columns);
  /// Takes them away, so that other lines can follow.
  [[nodiscard]] std::string clear();

 private:
  std::size_t shown_ = 0;
};

/// Columns of the terminal at a file descriptor; 80 if it does not tell.
[[nodiscard]] std::size_t columns_of(int descriptor);

}  // namespace crownd::match
