#include "match/game_text.hpp"
#include "match/games_file.hpp"
#include "match/json.hpp"
#include "match/play_match.hpp"
#include "match/report.hpp"
#include "match/state_file.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace crownd::match {

namespace {

/// Adds the games of one file to those of the others.
void add_games(const std::string& file, const SavedMatch& saved, const std::string& rules, Results& results,
               std::map<std::size_t, GameRecord>& games) {
  if (saved.bytes == 0) throw StateError("'" + file + "' holds nothing yet");
  if (saved.rules_text != rules) throw StateError("'" + file + "' is of another match than the first file");
  for (const auto& game : saved.games) {
    if (game.index >= results.schedule().games()) throw StateError("'" + file + "' has a game beyond the schedule");
    if (results.add(game))
      games[game.index] = game;
    else if (!(games[game.index] == game))
      throw StateError("game " + std::to_string(game.index + 1) + " was played twice, also in '" + file + "'");
  }
}

}  // namespace

Exit merge_matches(const ArgumentWords& arguments) {
  std::vector<std::string> files;
  std::string games_file;
  bool json = false;
  CLI::App app("Adds up the state files of the parts of one match. Exit code as that of the match.",
               "crown-match merge");
  app.add_option("files", files, "state files")->required();
  app.add_option("--games-file", games_file, "write all games, in the order of the schedule");
  app.add_flag("--json", json, "print one JSON line instead of the table");
  try {
    app.parse(ArgumentWords(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return Exit::finished;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }

  const auto first = read_state(files.front());
  if (first.bytes == 0) throw StateError("'" + files.front() + "' holds nothing yet");
  Results results(first.rules.schedule());
  std::map<std::size_t, GameRecord> games;
  for (const auto& file : files) add_games(file, read_state(file), first.rules_text, results, games);

  auto exit = outcome(results, first.rules);
  if (!games_file.empty()) {
    const auto text = [&](const GameRecord& game) { return to_text(game, first.rules.game, first.rules.names()); };
    GamesFile out(games_file, text, [](std::size_t) { return true; });
    for (const auto& [index, game] : games) out.add(game);
    out.finish();
    if (out.failed()) exit = Exit::error;
  }
  if (json) {
    auto line = summary(results, first.rules);
    line["exit"] = static_cast<int>(exit);
    std::cout << to_line(line) << '\n';
  } else {
    std::cout << table(results, first.rules);
  }
  return exit;
}

}  // namespace crownd::match
