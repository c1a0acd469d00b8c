#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::load {

/// A line to send, and the lines that answer it, without what depends on time.
struct Step {
  std::string line;
  std::vector<std::string> answers;
  bool thinks = false;  ///< a search
};

using Conversation = std::vector<Step>;

/// An answer without its time and speed, which are never twice the same.
[[nodiscard]] std::string without_time(std::string_view answer);

/// Whether a line comes only when time has passed: a bound of a score, told in a long iteration. No conversation has
/// any.
[[nodiscard]] bool comes_with_time(std::string_view answer);

/// Random games of each game that the program has, one a conversation, each as a single session of `program` on
/// standard input and output answers it: position, legalmoves, move, and now and then go nodes 2000. The same seed
/// gives the same conversations. Throws ConnectionError.
[[nodiscard]] std::vector<Conversation> record(const std::string& program, int games_each, std::uint64_t seed);

}  // namespace crownd::load
