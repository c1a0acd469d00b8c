#pragma once

#include "session/commands/go.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::fuzz {

/// A line as a client that knows PROTOCOL.md understands it.
struct Line {
  enum class Kind : std::uint8_t { nothing, unknown, malformed, command };

  explicit Line(std::string_view text);

  [[nodiscard]] bool is(std::string_view command) const { return kind == Kind::command && word == command; }
  /// An argument as a number, for commands whose grammar has one there; `missing` if it is left out.
  [[nodiscard]] int number(std::size_t argument, int missing = 0) const;

  Kind kind = Kind::nothing;
  std::string word;  ///< of a command, as `help` writes it
  std::vector<std::string> arguments;
  session::Manner manner = session::Manner::reading;
  std::optional<std::string> token;  ///< of `auth`
  std::optional<session::Go> go;     ///< of a `go` that is neither `perft` nor `minimax`
  bool sets_position = false;        ///< it is a `position`, if a bad one
  bool wants_best_move = false;      ///< it is a `go`, if a bad one, and not `go perft`
};

}  // namespace crownd::fuzz
