#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::wire {

// Lines of the HUB protocol, version 2, of draughts programs (Fabien Letouzey, "Hub protocol for draughts", part of
// Scan 3.1): a word, then arguments `name=value`, or `name` alone where there is no value. Values with blanks stand in
// double quotes.

struct HubLine {
  std::string word;  ///< empty: nothing is on the line
  std::vector<std::pair<std::string, std::string>> arguments;

  bool operator==(const HubLine&) const = default;

  /// Whether there is an argument of this name, with a value or not.
  [[nodiscard]] bool has(std::string_view name) const;
  /// Its value; empty where there is none.
  [[nodiscard]] std::string_view value(std::string_view name) const;
};

/// Reads a line with or without its end. Total: any bytes are some HubLine. A quote that is not closed ends with the
/// line.
[[nodiscard]] HubLine read_hub_line(std::string_view line);

/// Every argument as `name=value`, the value in quotes where it needs them. A quote or `=` inside a value becomes `'`
/// or
/// `:`, since clients split lines at them.
[[nodiscard]] std::string hub_line(const HubLine& line);

}  // namespace crownd::wire
