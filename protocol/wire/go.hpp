#pragma once

#include "wire/command.hpp"
#include "wire/words.hpp"

namespace crownd::wire {

/// A number with an allowed range; the error message names the range.
struct Range {
  std::string_view what;
  std::int64_t least;
  std::int64_t most;
};

/// Takes the next word as a number in the range, or sets `why` to what is wrong with it (only the first error counts).
std::int64_t take_number(Words& words, const Range& range, std::string& why);
/// The same for an int of at least 1.
int take_count(Words& words, std::string_view what, std::string& why);

/// Parses the arguments of `go`.
[[nodiscard]] Command parse_go(Words& words);

}  // namespace crownd::wire
