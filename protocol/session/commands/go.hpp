#pragma once

#include "search/limits.hpp"
#include "session/commands/command.hpp"
#include "wire/words.hpp"

#include <string>
#include <vector>

namespace crownd::session {

/// The parameters of `go`.
struct Go {
  search::Limits limits;  ///< as they were given, but one clock alone counts for both sides
  std::vector<std::string> search_moves;
  bool analysis = false;  ///< the client wants to know, not to play

  /// Whether a move of the opening book may be the answer: none that asks for more than a move to play.
  [[nodiscard]] bool may_use_book() const;

  /// Whether anything but `infinite` and `ponder` limits the search.
  [[nodiscard]] bool limited() const;
  /// Unbounded: the answer is held back until `stop` or `ponderhit`.
  [[nodiscard]] Manner manner() const;
  [[nodiscard]] Ponderhit at_ponderhit() const;
};

/// Reads the parameters, all but `perft` and `minimax`, which stand alone. Throws BadInput.
[[nodiscard]] Go read_go(wire::Words& words);

}  // namespace crownd::session
