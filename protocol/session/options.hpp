#pragma once

#include "session/reply.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::session {

/// One option of `setoption`: its line in the answer to `uci`, and the effect of setting it.
struct Option {
  std::string name;
  std::string line;
  /// Throws BadInput for an invalid value.
  std::function<void(const std::optional<std::string>& value, Reply& reply)> set;
  /// Whether this client may set it; if not, it is not listed.
  bool settable = true;
};

/// A whole number in a range, both ends included.
struct Spin {
  int least;
  int most;
  int preset;
  /// If `most` is a limit of the operator: the flag that sets it.
  std::string_view flag{};
};

[[nodiscard]] Option spin_option(std::string name, Spin spin, std::function<void(int)> set);
[[nodiscard]] Option check_option(std::string name, bool preset, std::function<void(bool)> set);
[[nodiscard]] Option combo_option(std::string name, std::vector<std::string> choices, std::string preset,
                                  std::function<void(const std::string&)> set);
/// Any text; `<empty>`, as UCI writes it, and a missing value mean the empty string.
[[nodiscard]] Option string_option(std::string name, const std::string& preset,
                                   std::function<void(const std::string&, Reply&)> set);
[[nodiscard]] Option button_option(std::string name, std::function<void()> press);

/// Sets the option of that name, case-insensitive; BadInput if there is none or the value is invalid,
/// LimitReached if the operator does not allow it.
void set_option(const std::vector<Option>& options, std::string_view name, const std::optional<std::string>& value,
                Reply& reply);

}  // namespace crownd::session
