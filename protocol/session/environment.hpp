#pragma once

#include "games/catalogue.hpp"
#include "session/hash_budget.hpp"
#include "session/search_turns.hpp"
#include "session/session_limits.hpp"
#include "session/statistics.hpp"
#include "session/table_files.hpp"
#include "tables/library.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace crownd::session {

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
  /// Where set, a session may name other folders by the option TablePath: only for whoever started the daemon, since a
  /// client elsewhere has no business in its files.
  TableFiles* table_files = nullptr;
  /// Blocks of table files; null where there are no files.
  tables::BlockCache* table_cache = nullptr;
  /// Endgame tables in memory, for all sessions; null for none.
  tables::Library* library = nullptr;
  /// Where set, a session may set these options and is told of no others.
  std::optional<std::vector<std::string>> settable{};
  /// Counts what sessions do; the same for all sessions of a daemon.
  std::shared_ptr<Statistics> statistics = std::make_shared<Statistics>();
};

}  // namespace crownd::session
