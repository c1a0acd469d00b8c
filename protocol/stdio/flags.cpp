#include "stdio/flags.hpp"

#include "net/flags.hpp"
#include "platform/system.hpp"
#include "wire/words.hpp"

#include <iostream>

namespace crownd::stdio {

namespace {

constexpr double max_mb = 1 << 20;

std::string check_game(const std::string& name) {
  if (session::find_game(games::catalogue(), name)) return {};
  return wire::no_such("game", name, session::names_of(games::catalogue()));
}

/// The default folders for help texts; `last` separates the last one.
std::string default_folders(const std::string& kind, const std::string& last) {
  const auto names = platform::data_folder_names();
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0                 ? ""
             : i + 1 < names.size() ? ", "
                                    : last) +
            (std::filesystem::path(names[i]) / "crownd" / kind).make_preferred().string();
  return text;
}

void add_limits(CLI::App& app, EngineFlags& flags) {
  const auto limit = [&](const std::string& name, auto& value, const std::string& help, double min, double max) {
    net::add_limit(app, name, value, help, min, max);
  };
  auto& session = flags.session;
  limit("--max-line", session.max_line_bytes, "bytes of a line", 256, 1 << 30);
  limit("--max-queue", session.max_queued_bytes, "bytes of commands that wait for a search", 4096, 1 << 30);
  limit("--max-plies", session.max_plies, "plies of a game", 1, 10'000'000);
  limit("--max-game-bytes", session.max_game_bytes, "bytes of the text of a game, for read", 4096, 1 << 30);
  limit("--session-hash", session.max_hash_mb, "MB of the hash table of a session", 1, max_mb);
  limit("--session-threads", session.max_threads, "threads of a search; --searches limits how many of them run", 1,
        1024);
  limit("--max-hash", flags.total_hash_mb, "MB of all hash tables, endgame tables in memory, and long games", 1,
        max_mb);
  limit("--tables-cache", flags.table_cache_mb, "MB of cached blocks of endgame table files, part of --max-hash", 1,
        max_mb);
  limit("--searches", flags.searches, "searches that run at the same time; others take turns; 0: one for each core", 0,
        4096);
  limit("--max-searches", flags.max_searches, "concurrent searches, including those that take turns", 1, 1e6);
  net::add_time_limit<std::chrono::milliseconds>(app, "--max-movetime", session.max_movetime,
                                                 "milliseconds after which a search is stopped; 0: never", 0,
                                                 1'000'000'000);
}

}  // namespace

void add_engine_flags(CLI::App& app, EngineFlags& flags) {
  app.add_option("--game", flags.game, "the game of a new session")
      ->type_name("NAME")
      ->check(check_game)
      ->capture_default_str();
  app.add_option("--tables", flags.tables,
                 "use the endgame tables of this directory as well as those of " + default_folders("tables", " and ") +
                     "; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_flag_function(
      "--no-tables", [&flags](std::int64_t times) { flags.default_tables = times <= 0; },
      "use no tables of those directories");
  app.add_option("--book", flags.books,
                 "use this opening book for its game, instead of GAME.cbk in " + default_folders("books", ", ") +
                     " or beside the program; may be repeated, once for each game")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_flag_function(
      "--no-books", [&flags](std::int64_t times) { flags.default_books = times <= 0; },
      "use no books of those directories");
  app.add_flag("--bail", flags.bail,
               "end with exit code 1 at the first error on standard input, and name its line on standard error");
  add_limits(app, flags);
}

std::variant<EngineFlags, int> read_engine_flags(int argc, const char* const* argv, const std::string& version) {
  CLI::App app(
      "A game engine for five board games that speaks a superset of UCI, and HUB, on standard input and output. This "
      "build has no network.",
      "crownd");
  EngineFlags flags;
  net::add_program_flags(app, version);
  add_engine_flags(app, flags);
  try {
    app.parse(argc, argv);
    return flags;
  } catch (const CLI::ParseError& ending) {
    const int code = net::exit_code(app, ending);
    if (dynamic_cast<const CLI::ExtrasError*>(&ending) != nullptr)
      std::cerr
          << "This crownd serves only standard input and output. TCP, TLS, tokens, metrics, the log and their flags "
             "exist in crownd for Linux.\n";
    return code;
  }
}

}  // namespace crownd::stdio
