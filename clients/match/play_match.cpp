#include "match/play_match.hpp"

#include "files/separate.hpp"
#include "match/command_line.hpp"
#include "match/openings/opening_book.hpp"
#include "match/report/announcer.hpp"
#include "match/report/elo_plot.hpp"
#include "match/report/own_output.hpp"
#include "match/report/state_file.hpp"
#include "match/tournament/plan.hpp"
#include "match/tournament/signals.hpp"
#include "match/tournament/tournament.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

namespace crownd::match {

namespace {

/// The match in a state file; none if there is no file, or it was cut off within its first line (after a kill).
std::optional<SavedMatch> saved_match(const std::string& file) {
  if (file.empty() || !std::filesystem::exists(file)) return std::nullopt;
  auto saved = read_state(file);
  if (saved.bytes > 0) return saved;
  std::filesystem::remove(file);
  return std::nullopt;
}

/// Arguments that name engines are complete; others are appended to those that the match began with.
ArgumentWords completed(const ArgumentWords& given, const ArgumentWords& earlier) {
  if (std::find(given.begin(), given.end(), "--engine") != given.end()) return given;
  auto arguments = earlier;
  arguments.insert(arguments.end(), given.begin(), given.end());
  return arguments;
}

OpeningBook make_book(const Settings& settings, const StopFlag& stop) {
  const auto& rules = settings.rules;
  std::vector<Opening> openings;
  Referee referee(settings.referee, rules.game, &stop);
  if (rules.book_plies > 0 && referee.book_moves().empty())
    throw UsageError("the book '" + rules.openings_file + "' knows no moves in the start position of " + rules.game);
  if (rules.openings_file.empty() || rules.book_plies > 0) {
    openings.emplace_back();
  } else {
    try {
      openings = read_openings(settings.openings_text, referee, rules.opening_plies);
    } catch (const std::invalid_argument& error) {
      throw UsageError(rules.openings_file + ": " + error.what());
    }
  }
  if (openings.empty()) throw UsageError("the openings file '" + rules.openings_file + "' holds no opening");
  if (rules.first_opening > openings.size())
    throw UsageError("--start " + std::to_string(rules.first_opening) + ": there are " +
                     std::to_string(openings.size()) + " openings");
  return {std::move(openings), rules.order, rules.seed, rules.first_opening - 1};
}

/// Scales the clocks to the speed of this machine.
void scale_clocks(Settings& settings, const StopFlag& stop) {
  const auto& engines = settings.rules.engines;
  const bool timed = std::any_of(engines.begin(), engines.end(),
                                 [](const auto& engine) { return engine.limits.clock || engine.limits.movetime; });
  if (!settings.reference_speed || !timed) return;
  const double speed = Referee(settings.referee, settings.rules.game, &stop).speed();
  if (speed <= 0) throw std::runtime_error("the referee's benchmark gives no speed");
  settings.clock_scale *= *settings.reference_speed / speed;
  std::cerr << "this machine's bench makes " << speed << " nodes a second: clocks are multiplied by "
            << settings.clock_scale << '\n';
}

/// Names the openings of a match whose command line names none.
void name_usual_openings(const Settings& settings) {
  const auto& rules = settings.rules;
  if (settings.quiet || !settings.usual_openings) return;
  std::cerr << "openings: "
            << (rules.openings_file.empty() ? std::to_string(rules.random_plies) + " random plies"
                                            : rules.openings_file)
            << "; --openings, --random-plies and --from-start choose others\n";
}

void play(const Settings& settings, Results& results, StateWriter* state, LiveGames& live, Announcer& announcer,
          StopFlag& stop) {
  if (is_complete(results, settings.rules, settings.shard)) return;
  const auto book = make_book(settings, stop);
  try_engines(settings, book, stop, [&](const std::string& text) { announcer.trouble(text); });
  name_usual_openings(settings);
  Tournament::Events events;
  events.began = [&](std::size_t game) { announcer.began(game); };
  events.given_up = [&](std::size_t game) { announcer.given_up(game); };
  events.tick = [&] { announcer.tick(); };
  events.finished = [&](const GameRecord& game) {
    if (state) state->add(game);
    announcer.game(game);
  };
  events.discarded = [&](std::size_t game) {
    if (state) state->discard(game);
    announcer.discarded(game);
  };
  events.trouble = [&](const std::string& trouble) { announcer.trouble(trouble); };
  Tournament(settings, book, results, live, stop, std::move(events)).run();
}

/// How an interrupted match can be resumed, for people.
std::string how_to_go_on(const Settings& settings) {
  if (settings.state_file.empty()) return "nothing was saved; --state FILE saves a match so that it can go on";
  return "crown-match --resume " + settings.state_file + " goes on with it";
}

}  // namespace

Exit outcome(const Results& results, const MatchRules& rules) {
  if (!rules.sprt) return is_complete(results, rules, Shard{}) ? Exit::finished : Exit::undecided;
  auto exit = Exit::finished;
  for (std::size_t pairing = 0; pairing < results.schedule().pairings(); ++pairing) {
    const auto decision = decide(*rules.sprt, results.pairing(pairing).pairs);
    if (decision == Decision::undecided) return Exit::undecided;
    if (decision == Decision::rejected) exit = Exit::rejected;
  }
  return exit;
}

Exit play_match(const ArgumentWords& given, const std::string& version) {
  const auto saved = saved_match(resumed_file(given));
  const auto arguments = saved ? completed(given, saved->arguments) : given;
  auto request = read_command_line(arguments, version);
  if (!request.answer.empty()) {
    std::cout << request.answer;
    return Exit::finished;
  }
  auto& settings = request.settings;
  const auto& rules = settings.rules;

  std::vector<GameRecord> earlier;
  if (saved) {
    earlier = saved->games;
    earlier.insert(earlier.end(), saved->discarded.begin(), saved->discarded.end());
  }
  files::refuse_shared({settings.games_file, settings.json_file, settings.epd_file, settings.plot_file,
                        settings.log.file, settings.state_file},
                       {rules.openings_file});
  refuse_unless_plot(settings.plot_file);
  refuse_unless_live(live_file_of(settings.json_file));
  if (!settings.append)
    refuse_to_overwrite({settings.games_file, settings.json_file, settings.epd_file}, rules, settings.headings(),
                        earlier);
  Results results(rules.schedule());
  std::optional<StateWriter> state;
  if (saved)
    state.emplace(settings.state_file, *saved, arguments, settings);
  else if (!settings.state_file.empty())
    state.emplace(settings.state_file, arguments, settings);
  StopFlag stop = false;
  const SignalWatch signals(stop);
  LiveGames live;
  Announcer announcer(settings, results, live);
  if (saved) {
    for (const auto& game : saved->games) {
      if (results.add(game)) announcer.earlier_game(game);
    }
  }

  std::string failure;
  try {
    scale_clocks(settings, stop);
    play(settings, results, state ? &*state : nullptr, live, announcer, stop);
  } catch (const Stopped&) {  // by a signal, before the first game
  } catch (const MatchStopped& stopped) {
    failure = stopped.what();
  } catch (...) {  // the command line is wrong; leave the file to the corrected one
    if (state && !saved) state->withdraw();
    throw;
  }
  auto exit = outcome(results, rules);
  if (!rules.sprt && is_complete(results, rules, settings.shard)) exit = Exit::finished;
  if (signals.came() && !is_decided(results, rules)) exit = Exit::interrupted;
  announcer.end_games();
  if (announcer.failed() || !failure.empty()) exit = Exit::error;
  announcer.end(static_cast<int>(exit));
  if (!failure.empty())
    std::cerr << "crown-match: the match stopped: " << failure << ".\nTo go on: " << how_to_go_on(settings) << ".\n";
  return announcer.failed() ? Exit::error : exit;
}

}  // namespace crownd::match
