#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::load {

/// A line to send, and its expected answer, without what depends on time.
struct Step {
  std::string line;
  std::vector<std::string> answers;
  bool thinks = false;  ///< a search
};

using Conversation = std::vector<Step>;

/// An answer without its time and speed, which vary.
[[nodiscard]] std::string without_time(std::string_view answer);

/// Whether a line depends on time: a bound or a move of the root, reported in a long iteration. Conversations contain
/// none.
[[nodiscard]] bool comes_with_time(std::string_view answer);

/// Whether the line is an additional `info`: slow searches report more.
[[nodiscard]] bool is_further_info(std::string_view answer, std::string_view expected);

/// Random games of each game that the program has, one per conversation, with the answers of a session of `program`
/// on standard input and output: position, legalmoves, move, and sometimes go nodes 2000. The same seed
/// gives the same conversations. Throws ConnectionError.
[[nodiscard]] std::vector<Conversation> record(const std::string& program, int games_each, std::uint64_t seed);

}  // namespace crownd::load
