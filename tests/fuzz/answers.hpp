#pragma once

#include "fuzz/line.hpp"

#include <string>
#include <string_view>

namespace crownd::fuzz {

// What PROTOCOL.md requires of answers.

/// The prefix of the last line of the answer to a line, if it is not an error; empty for one
/// that is only answered if it fails.
[[nodiscard]] std::string last_words(const Line& line);

/// Whether `code` may be the error of such a line while nothing else runs.
[[nodiscard]] bool may_fail_with(const Line& line, std::string_view code);

/// Whether a line ends an answer (or is one of the two lines after the picture that `d` draws).
[[nodiscard]] bool is_last_line(std::string_view line);

/// What is wrong with a line of an answer; empty if nothing is.
[[nodiscard]] std::string fault_of(std::string_view line);

[[nodiscard]] inline bool begins(std::string_view line, std::string_view word) { return line.starts_with(word); }

}  // namespace crownd::fuzz
