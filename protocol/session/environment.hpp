#pragma once

#include "games/catalogue.hpp"
#include "session/bookshelf.hpp"
#include "session/hash_budget.hpp"
#include "session/log.hpp"
#include "session/search_turns.hpp"
#include "session/session_limits.hpp"
#include "session/statistics.hpp"
#include "session/table_files.hpp"
#include "tables/library.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// What all sessions of the daemon share; outlives them.
struct Environment {
  SearchTurns& turns;
  HashBudget& hash;
  SessionLimits limits;
  std::string first_game{};  ///< empty: usual_game
  std::string version;
  /// If set, a session must `auth` before anything else, with a token of which this says that it is the right one. It
  /// takes the same time however much of a wrong one is right.
  std::function<bool(std::string_view offered)> is_token;
  /// The games that can be played; at least one.
  std::span<const games::Entry> games = games::catalogue();
  /// The endgame tables that a session starts with.
  TableSet tables{};
  /// If set, a session may choose other folders by the option TablePath: only for the user who started the daemon, as
  /// remote clients must not reach its files.
  TableFiles* table_files = nullptr;
  /// The opening books of the daemon; null for none.
  const Bookshelf* books = nullptr;
  /// Whether a session may choose another book by the option BookFile: only for the user who started the daemon.
  bool may_open_books = false;
  /// Blocks of table files; null where there are no files.
  tables::BlockCache* table_cache = nullptr;
  /// Endgame tables in memory, for all sessions; null for none.
  tables::Library* library = nullptr;
  /// What the server enforces on the connection of a session, for `limits`.
  std::vector<NamedLimit> connection_limits{};
  /// If set, a session may set only these options and sees only these.
  std::optional<std::vector<std::string>> settable{};
  Log log{};
  /// Counters shared by all sessions of a daemon.
  std::shared_ptr<Statistics> statistics = std::make_shared<Statistics>();
};

}  // namespace crownd::session
