#include "files/separate.hpp"
#include "match/output/games_file.hpp"
#include "match/play_match.hpp"
#include "match/report/elo_plot.hpp"
#include "match/report/json.hpp"
#include "match/report/own_output.hpp"
#include "match/report/report.hpp"
#include "match/report/state_file.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace crownd::match {

namespace {

/// The state of each file; all are of one match.
std::vector<SavedMatch> read_states(const std::vector<std::string>& files) {
  std::vector<SavedMatch> states;
  for (const auto& file : files) {
    states.push_back(read_state(file));
    if (states.back().bytes == 0) throw StateError("'" + file + "' holds nothing yet");
    if (!is_same_match(states.back(), states.front()))
      throw StateError("'" + file + "' is of another match than the first file");
  }
  return states;
}

/// Adds the games of one file to those of the others.
void add_games(const std::string& file, const SavedMatch& saved, Results& results,
               std::map<std::size_t, GameRecord>& games) {
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
  std::string json_file;
  std::string plot_file;
  bool append = false;
  Headings headings;
  CLI::App app("Adds up the state files of the parts of one match. Exit code as that of the match.",
               "crown-match merge");
  app.add_option("files", files, "state files")->required();
  app.add_option("--games-file", games_file, "write all games, in the order of the schedule");
  const auto* json =
      app.add_option("--json", json_file,
                     "one JSON line: to a file beside the table, or (-, or as the last word) instead of it")
          ->expected(0, 1);
  app.add_option("--event", headings.event, "for the games file");
  app.add_option("--site", headings.site, "for the games file");
  app.add_option("--plot", plot_file, "draw Elo with its error against games, as SVG");
  app.add_flag("--append", append, "add to the files of --games-file and --json instead of refusing old ones");
  try {
    app.parse(ArgumentWords(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return Exit::finished;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }

  const auto states = read_states(files);
  const auto by_rounds = [](const auto& one, const auto& other) { return one.rules.rounds < other.rules.rounds; };
  const auto& longest = *std::max_element(states.begin(), states.end(), by_rounds);
  const auto known = headings_of(longest.rules);
  headings = {known.game, known.engines, headings.event, headings.site, known.time_controls};
  Results results(longest.rules.schedule());
  std::map<std::size_t, GameRecord> games;
  std::vector<GameRecord> all;  // includes those that do not count
  for (std::size_t number = 0; number < files.size(); ++number) {
    const auto& saved = states[number];
    add_games(files[number], saved, results, games);
    for (const auto* some : {&saved.games, &saved.discarded}) all.insert(all.end(), some->begin(), some->end());
  }

  const bool json_to_stdout = json->count() > 0 && (json_file.empty() || json_file == "-");
  if (json_to_stdout) json_file.clear();
  files::refuse_shared({games_file, json_file, plot_file}, files);
  refuse_unless_plot(plot_file);
  if (!append) refuse_to_overwrite({games_file, json_file}, longest.rules, headings, all);
  const auto begin = append ? OutputFile::Begin::at_the_end : OutputFile::Begin::anew;
  auto exit = outcome(results, longest.rules);
  if (!games_file.empty()) {
    GamesFile out(
        games_file, game_format(headings), [](std::size_t) { return true; }, begin);
    for (const auto& [index, game] : games) out.add(game);
    out.finish();
    if (out.failed()) exit = Exit::error;
  }
  if (!plot_file.empty()) {
    OutputFile out(plot_file, "the plot '" + plot_file + "'");
    out.write(elo_plot(results, longest.rules));
    if (out.failed()) exit = Exit::error;
  }
  const auto line = [&] {
    auto last = summary(results, longest.rules);
    last["exit"] = static_cast<int>(exit);
    return to_line(last) + '\n';
  };
  if (!json_file.empty()) {
    OutputFile out(json_file, "the file '" + json_file + "'", begin);
    out.write(line());
    if (out.failed()) exit = Exit::error;
  }
  std::cout << (json_to_stdout ? line() : table(results, longest.rules));
  return exit;
}

}  // namespace crownd::match
