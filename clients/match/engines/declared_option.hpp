#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// An option as declared in the answer to `uci`.
struct DeclaredOption {
  std::string line;
  std::string name;
  std::string type;
  std::optional<std::string> preset;
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;
  std::vector<std::string> choices;
};

/// Reads a line that begins with `option`, as far as it is valid.
[[nodiscard]] DeclaredOption read_declared_option(const std::string& line);

/// The values that the option takes, for people, unless `value` is one of them.
[[nodiscard]] std::optional<std::string> fault_of_value(const DeclaredOption& option, const std::string& value);

/// What is wrong with the declaration, for people; none if it is valid.
[[nodiscard]] std::optional<std::string> fault_of(const DeclaredOption& option);

}  // namespace crownd::match
