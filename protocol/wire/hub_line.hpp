#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::wire {

// Lines of the HUB protocol, version 2, of draughts programs (Fabien Letouzey, "Hub protocol for draughts", part of
// Scan 3.1): a word, then arguments `name=value`, or `name` alone without a value. Values with spaces are in
// double quotes.

struct HubLine {
  std::string word;  ///< empty: the line is empty
  std::vector<std::pair<std::string, std::string>> arguments;

  bool operator==(const HubLine&) const = default;

  /// Whether there is an argument of this name, with a value or not.
  [[nodiscard]] bool has(std::string_view name) const;
  /// Its value; empty if there is none.
  [[nodiscard]] std::string_view value(std::string_view name) const;
};

/// Parses a line with or without its line end. Total: any bytes give some HubLine. An unclosed quote ends with the
/// line.
[[nodiscard]] HubLine read_hub_line(std::string_view line);

/// Formats every argument as `name=value`, the value in quotes where needed. A quote inside a value becomes `'`, and
/// an equals sign becomes `:`, since clients split lines
/// at them.
[[nodiscard]] std::string hub_line(const HubLine& line);

}  // namespace crownd::wire
