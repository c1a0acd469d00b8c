#pragma once

#include <string>
#include <vector>

namespace crownd::text {

/// The labels of columns: as many letters, from `first` on.
[[nodiscard]] inline std::vector<std::string> letters_from(char first, int count) {
  std::vector<std::string> labels;
  for (int i = 0; i < count; ++i) labels.emplace_back(1, static_cast<char>(first + i));
  return labels;
}

/// The labels of rows: 1 to `count`, 1 on top.
[[nodiscard]] inline std::vector<std::string> numbers_down(int count) {
  std::vector<std::string> labels;
  for (int i = 1; i <= count; ++i) labels.push_back(std::to_string(i));
  return labels;
}

/// The labels of rows as chess has them: 1 at the bottom.
[[nodiscard]] inline std::vector<std::string> numbers_up(int count) {
  std::vector<std::string> labels;
  for (int i = count; i >= 1; --i) labels.push_back(std::to_string(i));
  return labels;
}

}  // namespace crownd::text
