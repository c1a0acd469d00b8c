#include "match/command_line.hpp"

#include "files/files.hpp"

#include <sched.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <sstream>

namespace crownd::match {

namespace {

Key decimal(std::string name, double& value) {
  return {std::move(name), [&value](const std::string& text) {
            std::istringstream stream(text);
            if (!(stream >> value) || !stream.eof()) throw std::invalid_argument("a number is needed");
          }};
}

Key count(std::string name, int& value) {
  return whole_number(
      std::move(name), 0, [&value](std::int64_t number) { value = static_cast<int>(number); }, 1'000'000);
}

Key one_of(std::string name, const std::vector<std::string>& choices, std::function<void(const std::string&)> set) {
  return {std::move(name), [=, set = std::move(set)](const std::string& value) {
            if (std::find(choices.begin(), choices.end(), value) == choices.end())
              throw std::invalid_argument(wire::choice_of("", "the values are", choices));
            set(value);
          }};
}

SprtRules read_sprt(const ArgumentWords& words) {
  SprtRules rules;
  const auto set_model = [&](const std::string& word) {
    rules.model = word == "logistic" ? EloModel::logistic : EloModel::normalised;
  };
  read_words("--sprt", words,
             {decimal("elo0", rules.elo0), decimal("elo1", rules.elo1), decimal("alpha", rules.alpha),
              decimal("beta", rules.beta), one_of("model", {"normalised", "normalized", "logistic"}, set_model)});
  if (!(rules.elo0 < rules.elo1)) throw UsageError("--sprt: elo0 must be less than elo1");
  for (const double error : {rules.alpha, rules.beta})
    if (!(error > 0 && error < 0.5)) throw UsageError("--sprt: alpha and beta must lie between 0 and 0.5");
  return rules;
}

void read_draw(const ArgumentWords& words, AdjudicationRules& rules) {
  rules.draw_plies = 10;
  rules.draw_from = 40;
  read_words("--draw", words,
             {count("plies", rules.draw_plies), count("score", rules.draw_score), count("from", rules.draw_from)});
}

void read_resign(const ArgumentWords& words, AdjudicationRules& rules) {
  rules.win_plies = 6;
  read_words("--resign", words,
             {count("plies", rules.win_plies), count("score", rules.win_score),
              one_of("sides", {"1", "2"}, [&](const std::string& sides) { rules.one_sided = sides == "1"; })});
}

LogRules read_log(const ArgumentWords& words) {
  LogRules rules{words.front(), "", false};
  read_words("--log FILE", {words.begin() + 1, words.end()},
             {{"engine", [&](const auto& name) { rules.engine = name; }, Blanks::in_name},
              {"only", [&](const auto& games) {
                 rules.only_failures = games == "failures";
                 if (!rules.only_failures) throw std::invalid_argument("only=failures is the only value");
               }}});
  return rules;
}

void read_openings_flag(const ArgumentWords& words, MatchRules& rules) {
  int plies = 0;
  read_words("--openings FILE", {words.begin() + 1, words.end()}, {count("plies", plies)});
  rules.openings_file = words.front();
  rules.opening_plies = static_cast<std::size_t>(plies);
}

Shard read_shard(const std::string& text) {
  const auto slash = text.find('/');
  const auto number = wire::read_number(text.substr(0, slash));
  const auto of = slash == std::string::npos ? std::nullopt : wire::read_number(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *of < *number)
    throw UsageError("--shard " + text + ": I/N is needed with I from 1 to N, such as 2/8");
  return {static_cast<std::size_t>(*number), static_cast<std::size_t>(*of)};
}

/// The number of cores for a game. Both engines search at the same time if one ponders.
std::size_t cores_of_a_game(const std::vector<EngineSpec>& engines) {
  constexpr std::int64_t max_threads = 1'000'000;
  std::int64_t max = 1;
  bool ponder = false;
  for (const auto& engine : engines) {
    ponder = ponder || engine.ponder;
    for (const auto& [name, value, for_all] : engine.options)
      if (wire::same_word(name, "Threads"))
        max = std::clamp<std::int64_t>(wire::read_number(value).value_or(1), max, max_threads);
  }
  return static_cast<std::size_t>(ponder ? 2 * max : max);
}

/// The list of cores is empty for all. Engines and concurrency must be set already.
void read_affinity(const std::string& list, Settings& settings) {
  const auto usable = usable_cores();
  settings.cores = list.empty() ? usable : read_cores(list);
  for (const int core : settings.cores)
    if (std::find(usable.begin(), usable.end(), core) == usable.end())
      throw UsageError("--affinity: core " + std::to_string(core) + " is not available");
  settings.cores_per_game = cores_of_a_game(settings.rules.engines);
  const auto needed = settings.cores_per_game * settings.concurrency;
  if (needed > settings.cores.size())
    throw UsageError("--affinity needs " + std::to_string(needed) + " cores for --concurrency " +
                     std::to_string(settings.concurrency) + ", and there are " + std::to_string(settings.cores.size()));
}

/// With an SPRT, unless it decides earlier.
constexpr std::size_t games_for_sprt = 100'000;
constexpr std::size_t default_games = 100;

/// Opening books of crownd, which the referee reads.
constexpr std::string_view book_extension = ".cbk";
constexpr int default_book_plies = 8;
constexpr int default_random_plies = 6;

struct Flags {
  bool from_start = false;
  bool is_ordered = false;  ///< --order was given
  std::optional<int> random_plies;
  std::string referee;
  std::string state;
  std::string resume;
  std::size_t games = 0;
  std::optional<std::string> affinity;
  std::vector<ArgumentWords> engines;  ///< the words after each --engine
  ArgumentWords each;
};

CLI::Option* add_milliseconds(CLI::App& app, const std::string& flag, Milliseconds& value, const std::string& help,
                              std::int64_t min = 1) {
  const auto set = [&value](std::int64_t number) { value = Milliseconds(number); };
  return app.add_option_function<std::int64_t>(flag, set, help)
      ->check(CLI::Range(min, std::int64_t{1'000'000'000}))
      ->default_str(std::to_string(value.count()));
}

void declare_match(CLI::App& app, Flags& flags, Settings& settings) {
  auto& rules = settings.rules;
  const auto positive = CLI::Range(1, 1'000'000'000);
  app.option_defaults()->group("Players");
  app.add_option(
         "--engine", flags.engines,
         "an engine as words KEY=VALUE: name, cmd (or tcp=HOST:PORT, tls=HOST:PORT, tls-ca, "
         "token-file), dir, stderr=FILE, option.NAME; limits "
         "tc=[MOVES/]SECONDS[+INCREMENT], st=SECONDS, nodes, depth; timemargin=MS (1000); ponder=on; restart=on; "
         "reconnect=SECONDS; "
         "initstr=LINES")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--each", flags.each, "words KEY=VALUE for every engine")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--referee", flags.referee, "the command that starts crownd, which judges every move");
  app.option_defaults()->group("Match");
  app.add_option("--game", rules.game, "the game; `crown` lists all games");
  app.add_option_function<std::string>(
         "--format", [&rules](const std::string& word) { rules.format = *read_format(word); },
         "round-robin, gauntlet (the first engine against all others), pyramid (each engine against all "
         "before it) or knockout")
      ->check(CLI::IsMember({"round-robin", "gauntlet", "pyramid", "knockout"}));
  app.add_option("--seeds", rules.seeds, "in a gauntlet, the first N engines play all others")->check(positive);
  app.add_option("--games", flags.games, "games per pairing; an even number")->check(positive);
  app.add_option("--concurrency", settings.concurrency, "concurrent games")->check(CLI::Range(1, 1024));
  app.add_option(
         "--affinity", flags.affinity,
         "pin each concurrent game to its own cores (as many as the engines have Threads), from all cores or from a "
         "list such as 0-3,6")
      ->expected(0, 1);
  add_milliseconds(app, "--wait", settings.wait, "ms between two games", 0);
  app.add_option_function<ArgumentWords>(
         "--sprt", [&rules](const ArgumentWords& words) { rules.sprt = read_sprt(words); },
         "stop when decided; words elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised (or logistic)")
      ->expected(0, 5);
}

void declare_openings(CLI::App& app, Flags& flags, MatchRules& rules) {
  app.option_defaults()->group("Openings");
  app.add_option_function<ArgumentWords>(
         "--openings", [&rules](const ArgumentWords& words) { read_openings_flag(words, rules); },
         "a file of positions (EPD, FEN, any form of the game), moves, PDN, PGN or games of crown-match; "
         "word plies=N (the first N moves only); or an opening book (.cbk), from which each round plays a random line")
      ->expected(1, 2);
  app.add_flag("--from-start", flags.from_start,
               "begin all games in the start position. By default, games begin with the openings of crownd, or with "
               "random moves");
  app.add_option_function<std::string>(
         "--order",
         [&](const std::string& order) {
           rules.order = order == "random" ? Order::random : Order::sequential;
           flags.is_ordered = true;
         },
         "sequential (the default for --openings) or random")
      ->check(CLI::IsMember({"sequential", "random"}));
  app.add_option("--seed", rules.seed, "seed of all random numbers");
  app.add_option("--start", rules.first_opening, "the number of the first opening, from 1")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--book-plies", rules.book_plies, "moves of each line of an opening book (8)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--random-plies", flags.random_plies, "random moves after each opening, or after the start position")
      ->check(CLI::Range(0, 1000));
}

void declare_adjudication(CLI::App& app, AdjudicationRules& rules) {
  const auto natural = CLI::Range(0, 1'000'000);
  app.option_defaults()->group("Adjudication")->always_capture_default();
  app.add_option("--repetitions", rules.repetitions, "draw when a position occurs so many times; 0: never")
      ->check(natural);
  app.add_option("--quiet-plies", rules.quiet_plies, "draw after this many quiet plies; 0: never")->check(natural);
  app.add_option("--max-plies", rules.max_plies, "draw after this many plies; 0: as many as the referee allows")
      ->check(natural);
  app.option_defaults()->always_capture_default(false);
  app.add_option_function<ArgumentWords>(
         "--draw", [&rules](const ArgumentWords& words) { read_draw(words, rules); },
         "draw by score; words plies=10 score=10 from=40")
      ->expected(0, 3);
  app.add_option_function<ArgumentWords>(
         "--resign", [&rules](const ArgumentWords& words) { read_resign(words, rules); },
         "win by score; words plies=6 score=600 sides=2 (1: only the loser's scores)")
      ->expected(0, 3);
  app.add_flag("--exact", rules.exact, "end games whose result the referee knows, from tables or a proof");
}

void declare_output(CLI::App& app, Flags& flags, Settings& settings) {
  app.option_defaults()->group("Output");
  app.add_option("--games-file", settings.games_file, "write the games: PDN, PGN or the plain form");
  app.add_option("--event", settings.event, "for the games file");
  app.add_option("--site", settings.site, "for the games file");
  app.add_option("--epdout", settings.epd_file,
                 "write the last position of each game: EPD where it has a FEN, else the game's own form");
  app.add_option("--json", settings.json_file,
                 "write a JSON line per game and a final one, to a file or standard output (-); during the match, "
                 "FILE.live has the running games")
      ->expected(0, 1);
  app.add_option_function<ArgumentWords>(
         "--log", [&settings](const ArgumentWords& words) { settings.log = read_log(words); },
         "append all input and output of the engines to a file; words engine=NAME only=failures")
      ->expected(1, 3);
  app.add_flag("--check-pv,!--no-check-pv", settings.check_pv, "check the PVs of the engines (on)");
  app.add_flag("--progress", settings.progress, "show the running games, the time left and the SPRT, at a terminal");
  app.add_option("--plot", settings.plot_file, "draw Elo by number of games, as SVG");
  app.add_flag("--show-latency", settings.show_latency, "show the latency of the engines below the last table");
  app.add_flag("--append", settings.append, "append to existing files of --games-file, --json and --epdout");
  app.add_option("--report-every", settings.report_every, "games between two tables; 0: only the last one");
  app.add_flag("--quiet", settings.quiet, "print only the last table");
  app.option_defaults()->group("Large matches");
  app.add_option("--state", flags.state, "save the match after every game in a new file");
  app.add_option("--resume", flags.resume, "resume a saved match, or start and save one if the file does not exist");
  app.add_option_function<std::string>(
      "--shard", [&settings](const std::string& text) { settings.shard = read_shard(text); },
      "I/N: play one of N parts");
  app.add_option("--clock-scale", settings.clock_scale, "multiply all times")->check(CLI::Range(0.001, 1000.0));
  app.add_option("--reference-speed", settings.reference_speed,
                 "scale the clocks by the speed of this machine, relative to one whose bench has this nps")
      ->check(CLI::PositiveNumber);
  app.option_defaults()->group("Timeouts");
  app.add_option_function<double>(
         "--retry", [&settings](double seconds) { settings.retry = Milliseconds(std::llround(1000 * seconds)); },
         "total seconds of the pauses between attempts to start an engine; 0: no second attempt")
      ->check(CLI::Range(0.0, 1'000'000.0))
      ->default_str(std::to_string(settings.retry.count() / 1000));
  app.add_option("--stop-after-failures", settings.stop_after_failures,
                 "stop when one engine crashed or hung in this many games in a row; 0: never")
      ->capture_default_str();
  auto& timeouts = settings.timeouts;
  add_milliseconds(app, "--start-wait", timeouts.start, "ms in which an engine must be ready");
  add_milliseconds(app, "--move-wait", timeouts.move, "ms for a move without a time limit");
  add_milliseconds(app, "--grace", timeouts.grace, "ms beyond a time limit after which an engine counts as hung");
}

/// The default openings, unless the command line has others.
void choose_openings(const Flags& flags, Settings& settings) {
  auto& rules = settings.rules;
  rules.random_plies = flags.random_plies.value_or(0);
  const bool chosen = !rules.openings_file.empty() || flags.random_plies || rules.book_plies > 0;
  if (flags.from_start && chosen) throw UsageError("--from-start excludes --openings, --book-plies and --random-plies");
  if (flags.from_start || chosen) return;
  settings.default_openings = true;
  if (const auto file = default_openings_file(rules.game)) {
    rules.openings_file = *file;
    if (!flags.is_ordered) rules.order = Order::random;
  } else {
    rules.random_plies = default_random_plies;
  }
}

void read_opening_files(Settings& settings) {
  auto& rules = settings.rules;
  try {
    if (!rules.openings_file.empty()) settings.openings_text = files::read_file(rules.openings_file);
  } catch (const files::FileError& error) {
    throw UsageError("the openings file " + std::string(error.what()));
  }
  rules.openings_digest = files::digest(settings.openings_text);
  if (rules.openings_file.ends_with(book_extension)) {
    if (rules.book_plies == 0) rules.book_plies = default_book_plies;
    if (rules.opening_plies > 0) throw UsageError("plies=N does not apply to books: use --book-plies N");
    settings.openings_text.clear();
    settings.referee.insert(settings.referee.end(), {"--book", rules.openings_file});
    return;
  }
  if (rules.book_plies > 0) throw UsageError("--book-plies needs a book: --openings FILE.cbk");
  if (rules.openings_file.ends_with(".bin") || settings.openings_text.find('\0') != std::string::npos)
    throw UsageError("the openings file '" + rules.openings_file +
                     "' is binary, and binary books are not supported; --openings reads text: positions (EPD, FEN, any "
                     "form of the game) or moves from the start position, one opening a line, or games (PDN, PGN, "
                     "games of crown-match), or an opening book of crownd (.cbk)");
}

std::string missing_game_message(const std::vector<std::string>& referee) {
  try {
    connection::Link source(referee, connection::Errors::discarded);
    std::vector<std::string> names;
    for (const auto& [name, title] : connection::Engine(source).games()) names.push_back(name);
    return "--game is needed; " + wire::choice_of("", "the games are", names);
  } catch (const std::runtime_error&) {
    return "--game is needed: one of the games that `crown` lists";
  }
}

void apply_flags(const Flags& flags, Settings& settings) {
  auto& rules = settings.rules;
  for (const auto& words : flags.engines) rules.engines.push_back(read_engine(words, flags.each));
  settings.referee = split_command(flags.referee.empty() ? default_referee() : flags.referee);
  if (rules.engines.empty() && !flags.resume.empty() && !std::filesystem::exists(flags.resume))
    throw UsageError("--resume: '" + flags.resume + "' does not exist; a new match needs --game and --engine");
  if (rules.game.empty()) throw UsageError(missing_game_message(settings.referee));
  if (rules.engines.size() < 2)
    throw UsageError("two or more engines are needed: --engine name=A cmd=... --engine ...");
  std::set<std::string> names{""};
  for (auto& engine : rules.engines) {
    if (!names.insert(engine.name).second)
      throw UsageError("two engines have the name '" + engine.name + "'; name= gives them different names");
    engine.quiet_plies = rules.adjudication.quiet_plies;
  }
  if (!names.contains(settings.log.engine))
    throw UsageError("--log engine=" + settings.log.engine + ": there is no engine of that name");
  if (rules.seeds > 1 && (rules.format != Format::gauntlet || rules.seeds >= rules.engines.size()))
    throw UsageError("--seeds is for --format gauntlet, with more engines than seeds");
  const auto games = flags.games > 0 ? flags.games : rules.sprt ? games_for_sprt : default_games;
  if (games % 2 != 0) throw UsageError("--games must be even: each opening is played twice, with sides swapped");
  rules.rounds = games / 2;
  if (rules.sprt && rules.engines.size() != 2 && rules.format != Format::gauntlet)
    throw UsageError("--sprt needs two engines, or --format gauntlet");
  if (rules.sprt && rules.format == Format::knockout) throw UsageError("--sprt does not apply to --format knockout");
  if (settings.shard != Shard{} && rules.format == Format::knockout)
    throw UsageError("--shard does not apply to --format knockout: its pairings depend on all results");
  settings.resume = !flags.resume.empty();
  settings.state_file = settings.resume ? flags.resume : flags.state;
  refuse_standard_output(settings);
  choose_openings(flags, settings);
  read_opening_files(settings);
  if (flags.affinity) read_affinity(*flags.affinity, settings);
}

}  // namespace

std::vector<int> usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

std::vector<int> read_cores(const std::string& text) {
  std::vector<int> cores;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const auto first = wire::read_number(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : wire::read_number(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last >= CPU_SETSIZE)
      throw std::invalid_argument("'" + text + "' is not a list of cores, such as 0-3,6");
    for (auto core = *first; core <= *last; ++core)
      if (const auto number = static_cast<int>(core); std::find(cores.begin(), cores.end(), number) == cores.end())
        cores.push_back(number);
  }
  return cores;
}

std::string default_referee() {
  std::error_code error;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "crownd";
  if (error || !std::filesystem::exists(beside, error)) return "crownd";
  return "'" + beside.string() + "'";
}

void refuse_standard_output(const Settings& settings) {
  const std::pair<std::string, const std::string&> files[] = {
      {"--games-file", settings.games_file},
      {"--epdout", settings.epd_file},
      {"--plot", settings.plot_file},
      {"--log", settings.log.file},
      {settings.resume ? "--resume" : "--state", settings.state_file}};
  for (const auto& [flag, file] : files)
    if (file == "-") throw UsageError(flag + " -: a file is needed; only --json writes to standard output");
}

std::string resumed_file(const ArgumentWords& arguments) {
  std::string file;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (arguments[at] == "--resume" && at + 1 < arguments.size()) file = arguments[at + 1];
    if (arguments[at].starts_with("--resume=")) file = arguments[at].substr(std::string("--resume=").size());
  }
  return file;
}

bool parse(CLI::App& app, const ArgumentWords& arguments) {
  try {
    app.parse(ArgumentWords(arguments.rbegin(), arguments.rend()));
    return true;
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
  } catch (const CLI::CallForVersion& version) {
    std::cout << version.what() << '\n';
  } catch (const std::exception& error) {
    throw UsageError(error.what());
  }
  return false;
}

std::optional<Settings> read_command_line(const ArgumentWords& arguments, const std::string& version) {
  Settings settings;
  Flags flags;
  CLI::App app(
      "Plays engines against each other in any of crownd's games. `crown-match merge FILES...` combines the state\n"
      "files of shards, `crown-match compliance CMD` tests whether an engine follows UCI.\n"
      "Exit code: 0 all games were played, or the SPRT accepted H1; 10 the SPRT accepted H0; 11 undecided; 12 "
      "interrupted;\n"
      "1 error; 2 a wrong command line.",
      "crown-match");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  declare_match(app, flags, settings);
  declare_openings(app, flags, settings.rules);
  declare_adjudication(app, settings.rules.adjudication);
  declare_output(app, flags, settings);
  app.footer(
      "Subcommands:\n"
      "  merge                       combine the state files of one match\n"
      "  compliance                  test whether an engine follows UCI");
  if (!parse(app, arguments)) return std::nullopt;
  if (app.count("--json") > 0 && settings.json_file.empty()) settings.json_file = "-";
  try {
    apply_flags(flags, settings);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  return settings;
}

}  // namespace crownd::match
