#pragma once

#include "games/catalogue.hpp"
#include "session/hash_budget.hpp"
#include "session/search_turns.hpp"
#include "session/table_files.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace crownd::session {

/// What one session may use.
struct SessionLimits {
  std::size_t max_line_bytes = std::size_t{256} << 10;  ///< a longer line is answered `error too-long`
  std::size_t max_queued_bytes = std::size_t{1} << 20;  ///< commands that wait behind a search
  std::size_t max_hash_mb = 512;                        ///< the largest value of the option Hash
  int max_wrong_tokens = 3;                             ///< then the connection ends
};

/// What the daemon lends to its sessions; outlives them all.
struct Environment {
  SearchTurns& turns;
  HashBudget& hash;
  SessionLimits limits;
  std::string first_game = "reduced-chess";
  std::string version;
  /// Where set, a session must `auth` with it before anything else.
  std::optional<std::string> token;
  /// The games that can be played; at least one.
  std::span<const games::Entry> games = games::catalogue();
  /// What a session begins with.
  TableSet tables{};
  /// Where set, a session may name another directory by the option TablePath: only for whoever started the daemon,
  /// since a client elsewhere has no business in its files.
  TableFiles* table_files = nullptr;
};

}  // namespace crownd::session
