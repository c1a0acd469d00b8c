#include "match/command_line.hpp"
#include "match/report/reporter.hpp"

#include <csignal>
#include <ctime>
#include <filesystem>
#include <iostream>

namespace crownd::match {

namespace {

/// Sets a flag at SIGINT, SIGTERM or SIGHUP (unless ignored, as by nohup). Ignores SIGPIPE. Must be constructed before
/// other threads start.
class SignalWatch {
 public:
  explicit SignalWatch(StopFlag& stop) {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGINT);
    ::sigaddset(&set, SIGTERM);
    struct sigaction hangup {};
    ::sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) ::sigaddset(&set, SIGHUP);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    thread_ = std::jthread([this, set, &stop](const std::stop_token& end) {
      constexpr timespec interval{0, 100'000'000};
      while (!end.stop_requested() && ::sigtimedwait(&set, nullptr, &interval) < 0) continue;
      if (end.stop_requested()) return;
      came_ = true;
      stop = true;
    });
  }

  [[nodiscard]] bool came() const { return came_; }

 private:
  std::atomic<bool> came_ = false;
  std::jthread thread_;
};

/// The match in the file; none if the file does not exist, or lacks a complete first line after a kill.
std::optional<SavedMatch> saved_match(const std::string& file) {
  if (file.empty() || !std::filesystem::exists(file)) return std::nullopt;
  auto saved = read_state(file);
  if (saved.bytes > 0) return saved;
  std::filesystem::remove(file);
  return std::nullopt;
}

/// Arguments without engines are appended to those of the saved match.
ArgumentWords completed(const ArgumentWords& given, const ArgumentWords& earlier) {
  const auto is_engine = [](const std::string& word) { return word == "--engine" || word.starts_with("--engine="); };
  if (std::any_of(given.begin(), given.end(), is_engine)) return given;
  auto arguments = earlier;
  arguments.insert(arguments.end(), given.begin(), given.end());
  return arguments;
}

Referee start_referee(const Settings& settings, const StopFlag& stop) {
  try {
    return {settings.referee, settings.rules.game, &stop};
  } catch (const UnknownGame& error) {
    throw UsageError(error.what());
  }
}

OpeningBook make_book(const Settings& settings, const StopFlag& stop) {
  const auto& rules = settings.rules;
  std::vector<Opening> openings;
  auto referee = start_referee(settings, stop);
  if (rules.book_plies > 0 && referee.book_moves().empty())
    throw UsageError("the book '" + rules.openings_file + "' has no moves in the start position of " + rules.game);
  if (rules.openings_file.empty() || rules.book_plies > 0) {
    openings.emplace_back();
  } else {
    try {
      openings = read_openings(settings.openings_text, referee, rules.opening_plies);
    } catch (const std::invalid_argument& error) {
      throw UsageError(rules.openings_file + ": " + error.what());
    }
  }
  if (openings.empty()) throw UsageError("the openings file '" + rules.openings_file + "' has no openings");
  if (rules.first_opening > openings.size())
    throw UsageError("--start " + std::to_string(rules.first_opening) + ": there are " +
                     std::to_string(openings.size()) + " openings");
  return {std::move(openings), rules.order, rules.seed, rules.first_opening - 1};
}

/// Scales the clocks to the speed of this machine.
void scale_clocks(Settings& settings, const StopFlag& stop) {
  const auto& engines = settings.rules.engines;
  const bool timed = std::any_of(engines.begin(), engines.end(), [](const auto& engine) {
    return engine.time_control.clock || engine.time_control.movetime;
  });
  if (!settings.reference_speed || !timed) return;
  const double speed = start_referee(settings, stop).speed();
  if (speed <= 0) throw std::runtime_error("the referee's bench reports no speed");
  settings.clock_scale *= *settings.reference_speed / speed;
  std::cerr << "this machine's bench has " << speed << " nps: clocks are multiplied by " << settings.clock_scale
            << '\n';
}

void report_default_openings(const Settings& settings) {
  const auto& rules = settings.rules;
  if (settings.quiet || !settings.default_openings) return;
  std::cerr << "openings: "
            << (rules.openings_file.empty() ? std::to_string(rules.random_plies) + " random plies"
                                            : rules.openings_file)
            << "; to change them: --openings, --random-plies, --from-start\n";
}

void play(const Settings& settings, Results& results, LiveGames& live, std::optional<TrafficLog>& log,
          Reporter& reporter, StopFlag& stop) {
  if (is_complete(results, settings.rules, settings.shard)) return;
  const auto book = make_book(settings, stop);
  check_engines(settings, book, stop, reporter);
  report_default_openings(settings);
  if (!settings.log.file.empty()) log.emplace(settings.log);
  play_games(settings, book, results, live, log ? &*log : nullptr, stop, reporter);
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
  auto read = read_command_line(arguments, version);
  if (!read) return Exit::finished;
  auto& settings = *read;
  const auto& rules = settings.rules;

  std::vector<GameRecord> earlier;
  if (saved) {
    earlier = saved->games;
    earlier.insert(earlier.end(), saved->discarded.begin(), saved->discarded.end());
  }
  files::refuse_shared({settings.games_file, settings.json_file, settings.epd_file, settings.plot_file,
                        settings.log.file, settings.state_file},
                       {rules.openings_file});
  refuse_foreign_live_file(live_file_of(settings.json_file));
  if (saved) expect_same_match(settings, *saved);
  refuse_to_overwrite(settings, earlier, earlier);
  Results results(rules.schedule());
  std::optional<StateWriter> state;
  if (!settings.state_file.empty()) state.emplace(settings, arguments, saved ? &*saved : nullptr);
  cut_partial_records(settings, earlier);
  StopFlag stop = false;
  const SignalWatch signals(stop);
  LiveGames live;
  Reporter reporter(settings, results, live, state ? &*state : nullptr);
  if (saved)
    for (const auto& game : saved->games)
      if (results.add(game)) reporter.earlier_game(game);

  std::optional<TrafficLog> log;
  std::string failure;
  try {
    scale_clocks(settings, stop);
    play(settings, results, live, log, reporter, stop);
  } catch (const Stopped&) {  // by a signal, before the first game
  } catch (const MatchStopped& stopped) {
    failure = stopped.what();
  } catch (...) {  // a wrong command line must not leave a state file
    if (state && !saved && results.games() == 0) std::filesystem::remove(settings.state_file);
    throw;
  }
  auto exit = outcome(results, rules);
  if (!rules.sprt && is_complete(results, rules, settings.shard)) exit = Exit::finished;
  if (signals.came() && exit == Exit::undecided) exit = Exit::interrupted;
  reporter.end_games();
  if (reporter.failed() || (log && log->failed()) || !failure.empty()) exit = Exit::error;
  reporter.end(static_cast<int>(exit));
  if (!failure.empty())
    std::cerr << "crown-match: the match stopped: " << failure << ".\nTo resume: "
              << (settings.state_file.empty() ? "nothing was saved; --state FILE saves a match"
                                              : "crown-match --resume " + settings.state_file + " resumes it")
              << ".\n";
  return reporter.failed() ? Exit::error : exit;
}

}  // namespace crownd::match
