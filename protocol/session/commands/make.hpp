#pragma once

#include "core/bad_input.hpp"
#include "session/commands/command.hpp"
#include "session/commands/go.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::session {

// Commands with their arguments, for a dialect: what it asks for never becomes text in between.

/// A position to set: what stands between `position` and the end of its line. It is stored as text, since a queued
/// command should take no more memory than its line.
struct Position {
  std::string start;  ///< all words before `moves`, at least one; the first may name a game
  std::string moves;  ///< all words after it
};

[[nodiscard]] Command make_is_ready();
[[nodiscard]] Command make_new_game();
[[nodiscard]] Command make_set_option(std::string name, std::optional<std::string> value);
/// A search; `position`, if there is one, is set before it begins.
[[nodiscard]] Command make_search(Go go, std::shared_ptr<const Position> position = nullptr);
[[nodiscard]] Command make_stop();
[[nodiscard]] Command make_ponderhit();
[[nodiscard]] Command make_quit();

/// Answers with an error in its turn, as reading commands do.
[[nodiscard]] Command make_refusal(wire::ErrorCode code, std::string sentence);
[[nodiscard]] Command make_refusal(const BadInput& bad);
/// Answers with these lines in its turn.
[[nodiscard]] Command make_answer(std::vector<std::string> lines);

/// What `position` does.
void set_position(Context& context, const Position& position);

}  // namespace crownd::session
