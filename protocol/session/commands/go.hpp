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

  /// Whether anything but `infinite` and `ponder` limits the search.
  [[nodiscard]] bool limited() const;
  /// Unbounded: the answer is held back until `stop` or `ponderhit`.
  [[nodiscard]] Manner manner() const;
  [[nodiscard]] Ponderhit at_ponderhit() const;
};

/// Reads the parameters, all but `perft` and `minimax`, which stand alone. Throws BadInput.
[[nodiscard]] Go read_go(wire::Words& words);

}  // namespace crownd::session
