#include "session/commands/arguments.hpp"

#include "core/bad_input.hpp"

#include <string>

namespace crownd::session {

std::int64_t take_number(wire::Words& words, const Range& range) {
  const bool missing = words.empty();
  const auto word = words.take();
  const auto number = wire::read_number(word);
  if (number && *number >= range.least && *number <= range.most) return *number;
  std::string why = std::string(range.what) + " needs a whole number ";
  why += range.least == no_least ? "up to " : "from " + std::to_string(range.least) + " to ";
  why += std::to_string(range.most) + (missing ? " after it" : ", not " + wire::quoted(word));
  throw BadInput(Fault::bad_argument, why);
}

int take_count(wire::Words& words, std::string_view what) {
  return static_cast<int>(take_number(words, {what, 1, largest_int}));
}

bool take_flag(wire::Words& words, std::string_view command, std::string_view flag) {
  if (words.empty()) return false;
  if (words.take_if(flag)) return true;
  throw BadInput(Fault::bad_argument, std::string(command) + " is followed by nothing or by '" + std::string(flag) +
                                          "', not by " + wire::quoted(words.peek()));
}

}  // namespace crownd::session
