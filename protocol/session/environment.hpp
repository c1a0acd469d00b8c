#pragma once

#include "games/catalogue.hpp"
#include "session/client.hpp"
#include "session/data_files.hpp"
#include "session/limits.hpp"
#include "session/memory_budget.hpp"
#include "session/scheduler.hpp"
#include "session/statistics.hpp"
#include "tables/computed_tables.hpp"

#include <array>

namespace crownd::session {

/// The options that a remote client may be allowed to set: none that names a file or folder of this machine.
inline constexpr std::array<std::string_view, 16> remote_options = {
    "UCI_Variant",       "UCI_ShowWDL", "Hash",          "Threads",
    "MultiPV",           "Ponder",      "Move Overhead", "Skill Level",
    "UCI_LimitStrength", "UCI_Elo",     "Strength Seed", "Draw Quiet Plies",
    "TableProbeLimit",   "Clear Hash",  "OwnBook",       "BookVariety"};

/// Settings of sessions, and references to the resources that all sessions share. A reload makes a new copy for later
/// sessions. Outlives the sessions that use it.
struct Environment {
  SearchScheduler& scheduler;
  MemoryBudget& memory_budget;
  SessionLimits limits;
  std::string first_game{};  ///< empty: default_game
  std::string version;
  /// Whether a token is right, in constant time. If set, a session must begin with `auth` and a right token.
  std::function<bool(std::string_view offered)> is_token;
  /// At least one.
  std::span<const games::Entry> games = games::catalogue();
  /// The endgame tables that a session starts with.
  TableSet tables{};
  /// If set, sessions may choose folders by the option TablePath; remote clients must not.
  TableFiles* table_files = nullptr;
  /// The opening books of the daemon; null for none.
  const Bookshelf* books = nullptr;
  /// Whether sessions may choose a book by the option BookFile; true only for the user who started the daemon.
  bool may_open_books = false;
  /// Blocks of table files; null if there are no files.
  tables::BlockCache* table_cache = nullptr;
  /// Endgame tables in memory, for all sessions; null for none.
  tables::ComputedTables* computed_tables = nullptr;
  /// The server's limits on the connection of a session, for the command `limits`.
  std::vector<NamedLimit> connection_limits{};
  /// If set, a session lists and sets only these options.
  std::optional<std::vector<std::string>> settable{};
  Log log = no_log;
  std::shared_ptr<Statistics> statistics = std::make_shared<Statistics>();
};

}  // namespace crownd::session
