#include "local/flags.hpp"

#include "net/flags.hpp"
#include "platform/folders.hpp"
#include "wire/nearest.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>

namespace crownd::local {

namespace {

constexpr double most_mb = 1 << 20;

std::string check_game(const std::string& name) {
  if (games::find(name) != nullptr) return {};
  std::vector<std::string> known;
  for (const auto& game : games::catalogue()) known.emplace_back(game.name);
  return wire::no_such("game", name, known);
}

/// As help names them; `last` stands before the last one.
std::string usual_folders(const std::string& kind, const std::string& last) {
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
  const auto limit = [&](const std::string& name, auto& value, const std::string& help, double least, double most) {
    net::add_limit(app, name, value, help, least, most);
  };
  auto& session = flags.session;
  limit("--max-line", session.max_line_bytes, "bytes a line", 256, 1 << 30);
  limit("--max-queue", session.max_queued_bytes, "bytes that commands take while they wait behind a search", 4096,
        1 << 30);
  limit("--max-plies", session.max_plies, "plies of a game", 1, 10'000'000);
  limit("--max-game-bytes", session.max_game_bytes, "bytes that the text of a game takes, for read", 4096, 1 << 30);
  limit("--session-hash", session.max_hash_mb, "MB of hash table a session", 1, most_mb);
  limit("--session-threads", session.max_threads, "threads a search, of which no more run than --searches allows", 1,
        1024);
  limit("--max-hash", flags.total_hash_mb, "MB of hash tables, endgame tables in memory, and long games, in all", 1,
        most_mb);
  limit("--tables-cache", flags.table_cache_mb, "MB of blocks of endgame table files that are kept, out of --max-hash",
        1, most_mb);
  limit("--searches", flags.searches, "searches that run at once, the others take turns; 0: one a core", 0, 4096);
  limit("--max-searches", flags.max_searches, "searches that are under way at once, taking turns included", 1, 1e6);
  app.add_option_function<std::int64_t>(
         "--max-movetime",
         [&session](const std::int64_t& time) { session.max_movetime = std::chrono::milliseconds(time); },
         "milliseconds after which any search ends by itself; 0: none")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}).description(""))
      ->type_name("N")
      ->default_str("0")
      ->group(net::limits_group);
}

}  // namespace

void add_engine_flags(CLI::App& app, EngineFlags& flags) {
  app.add_option("--game", flags.game, "the game that a session begins with")
      ->type_name("NAME")
      ->check(check_game)
      ->capture_default_str();
  app.add_option("--tables", flags.tables,
                 "use the endgame tables of this directory, besides those of " + usual_folders("tables", " and ") +
                     "; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_flag_function(
      "--no-tables", [&flags](std::int64_t times) { flags.usual_tables = times <= 0; },
      "use no tables of those directories");
  app.add_option("--book", flags.books,
                 "use this opening book for its game, instead of GAME.cbk in " + usual_folders("books", ", ") +
                     " or beside the program; may be repeated, one a game")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_flag_function(
      "--no-books", [&flags](std::int64_t times) { flags.usual_books = times <= 0; },
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
    if (app.exit(ending, std::cout, std::cerr) == 0) return 0;
    if (dynamic_cast<const CLI::ExtrasError*>(&ending) != nullptr)
      std::cerr
          << "This crownd serves standard input and output alone: it has no TCP, TLS, tokens, metrics and log, nor "
             "their flags, which the crownd for Linux has.\n";
    return net::bad_flags;
  }
}

}  // namespace crownd::local
