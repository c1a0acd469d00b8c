#include "fuzz/line.hpp"

#include "core/bad_input.hpp"

namespace crownd::fuzz {

Line::Line(std::string_view text) {
  wire::Words words(text);
  if (words.empty() || words.peek().front() == '#') return;
  const auto* const row = session::find_command(words.take());
  kind = row == nullptr ? Kind::unknown : Kind::malformed;
  if (row == nullptr) return;
  sets_position = row->word == "position";
  wants_best_move = row->word == "go" && !wire::same_word(words.peek(), "perft");
  auto rest = words;
  try {
    const auto command = row->read(words);
    manner = command.manner;
    token = command.token;
  } catch (const BadInput&) {
    return;
  }
  kind = Kind::command;
  word = row->word;
  if (auto parameters = rest; word == "go" && !parameters.take_if("perft") && !parameters.take_if("minimax"))
    go = session::read_go(parameters);
  arguments = rest.take_until({});
}

int Line::number(std::size_t argument, int missing) const {
  return argument < arguments.size() ? static_cast<int>(wire::read_number(arguments[argument]).value_or(missing))
                                     : missing;
}

}  // namespace crownd::fuzz
