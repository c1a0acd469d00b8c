#pragma once

#include "session/current_game.hpp"
#include "session/environment.hpp"
#include "session/reply.hpp"

namespace crownd::session {

/// An option: its line in the answer to `uci`, and a function that sets it.
struct Option {
  std::string name;
  std::string line;
  /// Throws BadInput for an invalid value.
  std::function<void(const std::optional<std::string>& value, Reply& reply)> set;
  /// Whether this client may set it; else it is not listed.
  bool settable = true;
};

/// All options of a session. They change the game, the book and `show_wdl`, which outlive them.
[[nodiscard]] std::vector<Option> make_options(const Environment& environment, CurrentGame& game, SessionBook& book,
                                               bool& show_wdl);

/// Sets an option by its name, in any case. Throws BadInput, or LimitReached if the operator does not allow it.
void set_option(const std::vector<Option>& options, std::string_view name, const std::optional<std::string>& value,
                Reply& reply);

}  // namespace crownd::session
