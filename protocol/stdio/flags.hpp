#pragma once

#include "session/current_game.hpp"

#include <variant>

namespace CLI {
class App;
}

namespace crownd::stdio {

/// The flags of a crownd without a network. The defaults suit a machine with 2 cores and 4 GiB.
struct EngineFlags {
  std::string game{session::default_game(games::catalogue())};
  std::vector<std::string> tables;  ///< folders of endgame tables for all sessions
  bool default_tables = true;       ///< use the default folders as well
  std::vector<std::string> books;   ///< files of opening books for all sessions, one a game
  bool default_books = true;        ///< use the books of the default folders for other games
  bool bail = false;                ///< end the program at the first refused line of standard input
  session::SessionLimits session;
  std::size_t total_hash_mb = 1024;  ///< of all transposition tables together
  std::size_t table_cache_mb = 64;   ///< part of that, for blocks of endgame table files
  int searches = 0;                  ///< scheduler slots; 0: one for each core
  int max_searches = 1000;           ///< concurrent, running or waiting for a slot
};

/// Declares the flags; parsing fills `flags`, which must outlive `app`.
void add_engine_flags(CLI::App& app, EngineFlags& flags);

/// Parses the command line of a crownd without a network. If it returns an exit code, the process must exit at once;
/// the error message, or the output of `--help` or `--version`, has been printed.
[[nodiscard]] std::variant<EngineFlags, int> read_engine_flags(int argc, const char* const* argv,
                                                               const std::string& version);

}  // namespace crownd::stdio
