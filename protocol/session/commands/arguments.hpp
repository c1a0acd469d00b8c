#pragma once

#include "wire/words.hpp"

#include <cstdint>
#include <limits>
#include <string_view>

namespace crownd::session {

inline constexpr std::int64_t no_least = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t largest_int = std::numeric_limits<int>::max();

/// A number with an allowed range; the error message names the range.
struct Range {
  std::string_view what;
  std::int64_t least;
  std::int64_t most;
};

/// Takes the next word as a number in the range; throws BadInput with the range if it is not.
std::int64_t take_number(wire::Words& words, const Range& range);
/// The same for an int of at least 1.
int take_count(wire::Words& words, std::string_view what);
/// Whether the next word is this one; false if there is none. Throws BadInput for any other word: `command` is
/// followed by nothing or by that word.
bool take_flag(wire::Words& words, std::string_view command, std::string_view flag);

}  // namespace crownd::session
