#pragma once

#include "games/catalogue.hpp"
#include "session/current_game.hpp"
#include "session/session_limits.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace crownd::local {

/// What the command line says of the engine, without a network. The defaults suit a machine with 2 cores and 4 GiB.
struct EngineFlags {
  std::string game{session::usual_game(games::catalogue())};
  std::vector<std::string> tables;  ///< folders of endgame tables for all sessions
  bool usual_tables = true;         ///< use the default folders as well
  std::vector<std::string> books;   ///< files of opening books for all sessions, one a game
  bool usual_books = true;          ///< for other games use those of the default folders
  bool bail = false;                ///< the first line of standard input that is refused ends the program
  session::SessionLimits session;
  std::size_t total_hash_mb = 1024;  ///< of all transposition tables together
  std::size_t table_cache_mb = 64;   ///< part of that, for blocks of endgame table files
  int searches = 0;                  ///< that run at once; 0: one for each core
  int max_searches = 1000;           ///< under way at once, running or waiting for their turn
};

/// Flags for EngineFlags, which must outlive `app`.
void add_engine_flags(CLI::App& app, EngineFlags& flags);

/// Parses the command line of a crownd without a network. If it gives an exit code, the process must exit at once; the
/// error message, or the output that was asked for, help or `version`, has been printed.
[[nodiscard]] std::variant<EngineFlags, int> read_engine_flags(int argc, const char* const* argv,
                                                               const std::string& version);

}  // namespace crownd::local
