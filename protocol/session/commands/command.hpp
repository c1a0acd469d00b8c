#pragma once

#include "session/reply.hpp"
#include "wire/words.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::session {

struct Context;

/// How a command interacts with a running search.
enum class Manner : std::uint8_t {
  stop,        ///< ends the search that it belongs to
  ponderhit,   ///< see Ponderhit
  quit,        ///< ends the session
  at_once,     ///< runs when it arrives, even during a search
  in_passing,  ///< waits for short commands before it, but for no search
  reading,     ///< waits for a bounded search, but runs during an unbounded one
  changing,    ///< needs the search to end
  thinking,    ///< a long command, for which later ones wait
  unbounded,   ///< the same, but it ends only after `stop` or `ponderhit`, so that nothing may wait for it
};

/// What `ponderhit` does to a long command.
enum class Ponderhit : std::uint8_t {
  nothing,       ///< it does not ponder
  starts_clock,  ///< it goes on until `stop`
  bounds,        ///< from then on it is a bounded search
  ends,          ///< nothing else would end it
};

/// One command with its arguments.
struct Command {
  /// Carries it out. Throws BadInput, or LimitReached, and then has changed nothing.
  using Run = std::function<void(Context&, Reply&)>;

  Command(Manner its_manner, Run what_it_does) : manner(its_manner), run(std::move(what_it_does)) {}

  /// Whether it runs as a search does, and may be stopped.
  [[nodiscard]] bool is_long() const { return manner >= Manner::thinking; }

  Manner manner;
  Run run;
  Run prepare = nullptr;  ///< of a long command: what has to succeed for it to count as one; null: nothing
  Ponderhit at_ponderhit = Ponderhit::nothing;
  bool needs_token = true;                           ///< where the session needs one: it must have been shown before
  std::optional<std::string> token{};                ///< of `auth`, whose line is neither logged nor echoed
  std::size_t further_bytes = 0;                     ///< that it holds besides the text of its line
  std::shared_ptr<const Dialect> dialect = nullptr;  ///< in which its answer is written; null: native
  std::uint64_t line = 0;                            ///< number of its line among those of the client, from 1
  bool sets_position = false;                        ///< where it is refused, a search has no position
};

/// A row of the table of commands. All that there is to know of a command stands in its row and in what `read` gives.
struct Row {
  std::string_view word;
  std::string_view arguments;  ///< as in PROTOCOL.md; empty if there are none
  std::string_view summary;    ///< for `help`
  /// Reads the arguments, without checking what depends on the game or the options. Throws BadInput for bad ones.
  Command (&read)(wire::Words&);
};

/// Reads nothing: words after a command without arguments are ignored, as UCI requires.
template <Manner manner, void (&run)(Context&, Reply&)>
Command plain(wire::Words&) {
  return {manner, run};
}

/// Whether a line, which need not be complete, is a `position`.
[[nodiscard]] bool sets_position(std::string_view line);

/// The table of commands, in the order of PROTOCOL.md.
[[nodiscard]] const std::vector<Row>& all_commands();
/// The row of a word, case-insensitive; null if it is no command.
[[nodiscard]] const Row* find_command(std::string_view word);

/// Reads a line, with or without its line end; none if it is empty or a comment. Total: other lines give a command that
/// answers with the error. Throws nothing but bad_alloc.
[[nodiscard]] std::optional<Command> read_command(std::string_view line);

// Parts of the table, each in the file of its name.
[[nodiscard]] std::span<const Row> engine_commands();
[[nodiscard]] std::span<const Row> game_commands();
[[nodiscard]] std::span<const Row> board_commands();
[[nodiscard]] std::span<const Row> file_commands();
[[nodiscard]] std::span<const Row> search_commands();
[[nodiscard]] std::span<const Row> knowledge_commands();
[[nodiscard]] std::span<const Row> session_commands();

}  // namespace crownd::session
