#pragma once

#include "core/bad_input.hpp"
#include "games/catalogue.hpp"
#include "session/command.hpp"
#include "wire/words.hpp"

#include <limits>

namespace crownd::session {

// Commands with their arguments, for the command table and for other dialects.

/// The parameters of `go`.
struct Go {
  search::Limits limits;  ///< as given, but a clock of one side counts for both
  std::vector<std::string> search_moves;
  bool analysis = false;  ///< the client does not play the move

  /// Whether the answer may be a book move: only a plain request for a move.
  [[nodiscard]] bool may_use_book() const;
  /// Whether anything but `infinite` and `ponder` limits the search.
  [[nodiscard]] bool limited() const;
  /// Unbounded: the answer waits for `stop` or `ponderhit`.
  [[nodiscard]] Policy policy() const;
  [[nodiscard]] OnPonderhit on_ponderhit() const;
};

[[nodiscard]] Command make_is_ready();
[[nodiscard]] Command make_new_game();
[[nodiscard]] Command make_set_option(std::string name, std::optional<std::string> value);
/// A search. `set_position`, if any, runs before it.
[[nodiscard]] Command make_search(Go go, std::function<void(CurrentGame&)> set_position = nullptr);
/// `stop`, `ponderhit` or `quit`.
[[nodiscard]] Command make_signal(Policy policy);
/// A command that only answers with this error; it waits as Policy::read_only does.
[[nodiscard]] Command make_refusal(wire::ErrorCode code, std::string message);
/// The same for an exception.
[[nodiscard]] Command make_refusal(std::exception_ptr fault);

/// A row of the table of commands.
struct CommandEntry {
  std::string_view word;
  std::string_view arguments;  ///< as in PROTOCOL.md; empty if there are none
  std::string_view summary;    ///< for `help`
  /// Reads the arguments, except for checks that depend on the game or the options. Throws BadInput for bad ones.
  Command (*read)(wire::Words&);
};

/// Reads no arguments: words after a command without arguments are ignored, as UCI requires.
template <Policy policy, void (&run)(SessionState&, Reply&)>
Command without_arguments(wire::Words&) {
  return {policy, run};
}

/// The table of commands, in the order of PROTOCOL.md.
[[nodiscard]] const std::vector<CommandEntry>& all_commands();
/// The row of a word, in any case; null if it is no command.
[[nodiscard]] const CommandEntry* find_command(std::string_view word);

/// Reads a line, with or without its line end; none if it is empty or a comment. Any other line becomes a command,
/// which may answer with an error. Throws nothing but bad_alloc.
[[nodiscard]] std::optional<Command> read_command(std::string_view line);
/// Whether a line, possibly incomplete, is a `position`.
[[nodiscard]] bool sets_position(std::string_view line);
/// Reads the parameters of `go`, but not `go perft N` and `go minimax N`. Throws BadInput.
[[nodiscard]] Go read_go(wire::Words& words);

// Parts of the table.

[[nodiscard]] std::span<const CommandEntry> engine_commands();
[[nodiscard]] std::span<const CommandEntry> position_commands();
[[nodiscard]] std::span<const CommandEntry> search_commands();
[[nodiscard]] std::span<const CommandEntry> session_commands();

// Arguments.

inline constexpr std::int64_t no_min = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t max_int = std::numeric_limits<int>::max();

/// A number with an allowed range, which the error message names.
struct Range {
  std::string_view what;
  std::int64_t min;
  std::int64_t max;
};

/// Takes the next word as a number in the range; throws BadInput for anything else.
std::int64_t take_number(wire::Words& words, const Range& range);
/// The same for an int of at least 1.
int take_count(wire::Words& words, std::string_view what);
/// Throws BadInput if words remain. `command`: the command and its parameters, for the error message.
void check_end(const wire::Words& words, std::string_view command);
/// Whether the only remaining word is `flag`; false if there is none. Throws BadInput for any other words.
bool take_flag(wire::Words& words, std::string_view command, std::string_view flag);

}  // namespace crownd::session
