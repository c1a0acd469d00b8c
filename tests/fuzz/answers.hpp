#pragma once

#include "session/command_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::fuzz {

/// A line as parsed by a client.
struct Line {
  enum class Kind : std::uint8_t { nothing, unknown, malformed, command };

  explicit Line(std::string_view text);

  [[nodiscard]] bool is(std::string_view command) const { return kind == Kind::command && word == command; }
  /// An argument as a number, for commands whose grammar has one there; `missing` if it is left out.
  [[nodiscard]] int number(std::size_t argument, int missing = 0) const;

  Kind kind = Kind::nothing;
  std::string word;  ///< of a command, as `help` writes it
  std::vector<std::string> arguments;
  session::Policy policy = session::Policy::read_only;
  std::optional<std::string> token;  ///< of `auth`
  std::optional<session::Go> go;     ///< of a `go` without `perft` and `minimax`
  bool sets_position = false;        ///< it is a `position`, if a bad one
  bool wants_best_move = false;      ///< it is a `go`, if a bad one, and not `go perft`
};

// Requirements of PROTOCOL.md on answers.

/// The prefix of the last line of the answer to a line, unless it is an error; empty for a line
/// without an answer, except an error.
[[nodiscard]] std::string last_words(const Line& line);

/// Whether `code` may be the error of such a line while nothing else runs.
[[nodiscard]] bool may_fail_with(const Line& line, std::string_view code);

/// Whether a line ends an answer (or is one of the two lines after the picture that `d` draws).
[[nodiscard]] bool is_last_line(std::string_view line);

/// The fault of a line of an answer; empty if it is valid.
[[nodiscard]] std::string fault_of(std::string_view line);

[[nodiscard]] inline bool begins(std::string_view line, std::string_view word) { return line.starts_with(word); }

}  // namespace crownd::fuzz
