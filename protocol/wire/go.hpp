#pragma once

#include "wire/command.hpp"
#include "wire/words.hpp"

namespace crownd::wire {

/// A number that must lie in a range; the message names the range if it does not.
struct Range {
  std::string_view what;
  std::int64_t least;
  std::int64_t most;
};

/// Takes the next word as a number in the range, or says in `why` what is wrong with it (only the first fault counts).
std::int64_t take_number(Words& words, const Range& range, std::string& why);
/// The same for an int from 1 up.
int take_count(Words& words, std::string_view what, std::string& why);

/// What follows the word `go`.
[[nodiscard]] Command parse_go(Words& words);

}  // namespace crownd::wire
