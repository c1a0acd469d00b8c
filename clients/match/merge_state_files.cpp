#include "match/command_line.hpp"
#include "match/report/elo_plot.hpp"
#include "match/report/json.hpp"
#include "match/report/reporter.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace crownd::match {

namespace {

std::vector<SavedMatch> read_states(const std::vector<std::string>& files) {
  std::vector<SavedMatch> states;
  for (const auto& file : files) {
    states.push_back(read_state(file));
    if (states.back().bytes == 0) throw StateError("'" + file + "' is empty");
    if (!is_same_match(states.back(), states.front()))
      throw StateError("'" + file + "' belongs to another match than the first file");
  }
  return states;
}

void add_games(const std::string& file, const SavedMatch& saved, Results& results,
               std::map<std::size_t, GameRecord>& games) {
  for (const auto& game : saved.games) {
    if (results.add(game))
      games[game.index] = game;
    else if (!(games[game.index] == game))
      throw StateError("game " + std::to_string(game.index + 1) + " was played twice, also in '" + file + "'");
  }
}

}  // namespace

Exit merge_state_files(const ArgumentWords& arguments) {
  std::vector<std::string> files;
  Settings settings;
  CLI::App app("Combines the state files of the parts of one match. The exit code is that of the match.",
               "crown-match merge");
  app.add_option("files", files, "state files")->required();
  app.add_option("--games-file", settings.games_file, "write all games, in the order of the schedule");
  const auto* json =
      app.add_option(
             "--json", settings.json_file,
             "write one JSON line: to a file in addition to the table, or instead of it (-, or as the last word)")
          ->expected(0, 1);
  app.add_option("--event", settings.event, "for the games file");
  app.add_option("--site", settings.site, "for the games file");
  app.add_option("--plot", settings.plot_file, "draw Elo by number of games, as SVG");
  app.add_flag("--append", settings.append, "append to existing files of --games-file and --json");
  if (!parse(app, arguments)) return Exit::finished;
  refuse_standard_output(settings);

  const auto states = read_states(files);
  const auto by_rounds = [](const auto& one, const auto& other) { return one.rules.rounds < other.rules.rounds; };
  settings.rules = std::max_element(states.begin(), states.end(), by_rounds)->rules;
  Results results(settings.rules.schedule());
  std::map<std::size_t, GameRecord> games;
  std::vector<GameRecord> all;  // includes those that do not count
  for (std::size_t number = 0; number < files.size(); ++number) {
    const auto& saved = states[number];
    add_games(files[number], saved, results, games);
    for (const auto* some : {&saved.games, &saved.discarded}) all.insert(all.end(), some->begin(), some->end());
  }

  const bool json_to_stdout = json->count() > 0 && (settings.json_file.empty() || settings.json_file == "-");
  if (json_to_stdout) settings.json_file.clear();
  files::refuse_shared({settings.games_file, settings.json_file, settings.plot_file}, files);
  refuse_to_overwrite(settings, all, {});
  auto exit = outcome(results, settings.rules);
  for (const auto& file : game_files(settings)) {
    GamesFile out(
        file, [](std::size_t) { return true; }, settings.append);
    for (const auto& [index, game] : games) out.add(game);
    out.finish();
    if (out.failed()) exit = Exit::error;
  }
  const auto write = [&](const std::string& file, const std::string& name, const std::string& text, bool append) {
    if (file.empty()) return;
    OutputFile out(file, name + " '" + file + "'", append);
    out.write(text);
    if (out.failed()) exit = Exit::error;
  };
  write(settings.plot_file, "the plot", elo_plot(results, settings.rules), false);
  auto last = summary(results, settings.rules);
  last["exit"] = static_cast<int>(exit);
  const auto line = to_line(last) + '\n';
  write(settings.json_file, "the file", line, settings.append);
  std::cout << (json_to_stdout ? line : table(results, settings.rules));
  return exit;
}

}  // namespace crownd::match
