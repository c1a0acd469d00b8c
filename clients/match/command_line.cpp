#include "match/command_line.hpp"

#include "connection/engine.hpp"
#include "match/openings/shipped_openings.hpp"
#include "wire/nearest.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

namespace crownd::match {

namespace {

/// With an SPRT the number of games is only an upper bound.
constexpr std::size_t games_for_sprt = 100'000;
constexpr std::size_t games_otherwise = 100;

/// Of files that the referee reads: crownd's opening books.
constexpr std::string_view book_extension = ".cbk";
constexpr int usual_book_plies = 8;
/// For games that come without openings.
constexpr int usual_random_plies = 6;

std::uint64_t digest(const std::string& text) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  return hash;
}

/// `what` names the file in error messages.
std::string read_text(const std::string& what, const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_character_file(file, error) && !std::filesystem::equivalent(file, "/dev/null", error))
    throw UsageError(what + " '" + file + "' is a device, not a file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file)) throw UsageError(what + " '" + file + "' cannot be read");
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The flags as text and numbers, before they are interpreted.
struct Flags {
  std::string format = "round-robin";
  std::string order;
  bool from_start = false;
  std::optional<int> random_plies;
  std::string referee;
  std::string shard = "1/1";
  std::string state;
  std::string resume;
  ArgumentWords sprt;
  ArgumentWords draw;
  ArgumentWords resign;
  ArgumentWords log;
  ArgumentWords openings;
  std::size_t games = 0;
  Patience patience;
  std::string affinity;
  std::int64_t wait = 0;
  std::int64_t start_wait = patience.start.count();
  std::int64_t move_wait = patience.move.count();
  std::int64_t grace = patience.grace.count();
  double retry = std::chrono::duration<double>(Settings{}.retry).count();
  std::vector<std::string> engine_help;
};

void declare_match(CLI::App& app, Flags& flags, Settings& settings) {
  auto& rules = settings.rules;
  const auto positive = CLI::Range(1, 1'000'000'000);
  app.add_option(
         "--engine", flags.engine_help,
         "an engine, given by words KEY=VALUE: name, cmd (or tcp=HOST:PORT, tls=HOST:PORT, tls-ca, "
         "token-file), dir, stderr=FILE, option.NAME; limits "
         "tc=[MOVES/]SECONDS[+INCREMENT], st=SECONDS, nodes, depth; timemargin=MS (1000); ponder=on; restart=on; "
         "reconnect=SECONDS; "
         "initstr=LINES")
      ->group("Players");
  app.add_option("--each", flags.engine_help, "words KEY=VALUE that hold for every engine")->group("Players");
  app.add_option("--referee", flags.referee, "the command that starts crownd, which judges every move")
      ->group("Players");
  app.add_option("--game", rules.game, "one of the games that `crown` lists")->group("Match");
  app.add_option("--format", flags.format,
                 "round-robin, gauntlet (the first engine against each other one), pyramid (each against all before "
                 "it) or knockout (who loses a match goes out)")
      ->check(CLI::IsMember({"round-robin", "gauntlet", "pyramid", "knockout"}))
      ->group("Match");
  app.add_option("--seeds", rules.seeds, "in a gauntlet the first N engines meet all others")
      ->check(positive)
      ->group("Match");
  app.add_option("--games", flags.games, "games for each two engines that meet; an even number")
      ->check(positive)
      ->group("Match");
  app.add_option("--concurrency", settings.concurrency, "games at a time")->check(CLI::Range(1, 1024))->group("Match");
  app.add_option(
         "--affinity", flags.affinity,
         "give the engines of each game at a time a core of their own (as many as they have Threads), of all or of "
         "a list such as 0-3,6")
      ->expected(0, 1)
      ->group("Match");
  app.add_option("--wait", flags.wait, "ms between two games")->check(CLI::Range(0, 1'000'000'000))->group("Match");
  app.add_option("--sprt", flags.sprt,
                 "stop when decided; words elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised (or logistic)")
      ->expected(0, 5)
      ->group("Match");
}

void declare_openings(CLI::App& app, Flags& flags, MatchRules& rules) {
  app.add_option(
         "--openings", flags.openings,
         "a file of positions (EPD, FEN, any form of the game), moves, PDN, PGN or games of crown-match; "
         "word plies=N (the first N moves only); or an opening book (.cbk), of which each round plays a random line")
      ->expected(1, 2)
      ->group("Openings");
  app.add_flag("--from-start", flags.from_start,
               "begin all games in the start position. Without this, --openings and --random-plies, the openings that "
               "come with crownd are used, or random moves")
      ->group("Openings");
  app.add_option("--order", flags.order, "sequential (the default for --openings) or random")
      ->check(CLI::IsMember({"sequential", "random"}))
      ->group("Openings");
  app.add_option("--seed", rules.seed, "of everything random")->group("Openings");
  app.add_option("--start", rules.first_opening, "the number of the first opening, from 1")
      ->check(CLI::Range(1, 1'000'000'000))
      ->group("Openings");
  app.add_option("--book-plies", rules.book_plies, "moves of each line of an opening book (8)")
      ->check(CLI::Range(1, 1000))
      ->group("Openings");
  app.add_option("--random-plies", flags.random_plies, "random moves after each opening, or after the start position")
      ->check(CLI::Range(0, 1000))
      ->group("Openings");
}

void declare_adjudication(CLI::App& app, Flags& flags, AdjudicationRules& rules) {
  const auto natural = CLI::Range(0, 1'000'000);
  app.add_option("--repetitions", rules.repetitions, "draw when a position stood so often; 0: never")
      ->check(natural)
      ->capture_default_str()
      ->group("Adjudication");
  app.add_option("--quiet-plies", rules.quiet_plies, "draw after this many quiet plies; 0: never")
      ->check(natural)
      ->capture_default_str()
      ->group("Adjudication");
  app.add_option("--max-plies", rules.max_plies, "draw after this many plies; 0: as many as the referee allows")
      ->check(natural)
      ->capture_default_str()
      ->group("Adjudication");
  app.add_option("--draw", flags.draw, "draw by score; words plies=10 score=10 from=40")
      ->expected(0, 3)
      ->group("Adjudication");
  app.add_option("--resign", flags.resign, "win by score; words plies=6 score=600 sides=2 (1: only the loser's scores)")
      ->expected(0, 3)
      ->group("Adjudication");
  app.add_flag("--exact", rules.exact, "end games whose result the referee knows, from tables or a proof")
      ->group("Adjudication");
}

void declare_output(CLI::App& app, Flags& flags, Settings& settings) {
  app.add_option("--games-file", settings.games_file, "write the games: PDN, PGN or the plain form")->group("Output");
  app.add_option("--event", settings.event, "for the games file")->group("Output");
  app.add_option("--site", settings.site, "for the games file")->group("Output");
  app.add_option("--epdout", settings.epd_file,
                 "write the last position of each game: EPD where it has a FEN, else the game's own form")
      ->group("Output");
  app.add_option("--json", settings.json_file,
                 "a JSON line per game and a final one, to a file or (-) standard output; beside a file FILE.live has "
                 "the games "
                 "being played, with their moves, clocks and scores, while the match lasts")
      ->expected(0, 1)
      ->group("Output");
  app.add_option("--log", flags.log,
                 "a file for all that is said to engines and by them, with times; words engine=NAME only=failures")
      ->expected(1, 3)
      ->group("Output");
  app.add_flag("--check-pv,!--no-check-pv", settings.check_pv, "look for faults in the lines that engines send (on)")
      ->group("Output");
  app.add_flag("--progress", settings.progress,
               "at a terminal show the games under way, the time left, and how far the SPRT has come")
      ->group("Output");
  app.add_option("--plot", settings.plot_file, "draw Elo with its error against games, as SVG")->group("Output");
  app.add_flag("--show-latency", settings.show_latency,
               "show how much time lies between the runner and the engines, below the last table")
      ->group("Output");
  app.add_flag("--append", settings.append,
               "add to the files of --games-file, --json and --epdout instead of refusing old ones")
      ->group("Output");
  app.add_option("--report-every", settings.report_every, "games between two tables; 0: only the last one")
      ->group("Output");
  app.add_flag("--quiet", settings.quiet, "only the last table")->group("Output");
  app.add_option("--state", flags.state, "save the match after every game in a new file")->group("Long and large");
  app.add_option("--resume", flags.resume, "go on with a saved match, or begin and save it if the file is not there")
      ->group("Long and large");
  app.add_option("--shard", flags.shard, "I/N: play one of N parts")->group("Long and large");
  app.add_option("--clock-scale", settings.clock_scale, "multiply all times")
      ->check(CLI::Range(0.001, 1000.0))
      ->group("Long and large");
  app.add_option("--reference-speed", settings.reference_speed,
                 "scale the clocks so that they are worth what they are on a machine whose bench has this nps")
      ->check(CLI::PositiveNumber)
      ->group("Long and large");
  app.add_option("--retry", flags.retry,
                 "seconds of pauses in all in which an engine that cannot be started is tried again; 0: no second try")
      ->check(CLI::Range(0.0, 1'000'000.0))
      ->capture_default_str()
      ->group("Patience");
  app.add_option("--stop-after-failures", settings.stop_after_failures,
                 "stop when one engine crashed or hung in this many games in a row; 0: never")
      ->capture_default_str()
      ->group("Patience");
  app.add_option("--start-wait", flags.start_wait, "ms in which an engine must be ready")
      ->capture_default_str()
      ->group("Patience");
  app.add_option("--move-wait", flags.move_wait, "ms for a move without a limit of time")
      ->capture_default_str()
      ->group("Patience");
  app.add_option("--grace", flags.grace, "ms beyond a limit of time after which an engine counts as hung")
      ->capture_default_str()
      ->group("Patience");
}

/// Openings for a command line that names none.
void choose_openings(const Flags& flags, Settings& settings) {
  auto& rules = settings.rules;
  rules.order = flags.order == "random" ? Order::random : Order::sequential;
  rules.random_plies = flags.random_plies.value_or(0);
  const bool chosen = !rules.openings_file.empty() || flags.random_plies || rules.book_plies > 0;
  if (flags.from_start && chosen)
    throw UsageError("--from-start is not for --openings, --book-plies and --random-plies, which choose other starts");
  if (flags.from_start || chosen) return;
  settings.usual_openings = true;
  if (const auto file = shipped_openings(rules.game)) {
    rules.openings_file = *file;
    if (flags.order.empty()) rules.order = Order::random;
  } else {
    rules.random_plies = usual_random_plies;
  }
}

void read_opening_files(Settings& settings) {
  auto& rules = settings.rules;
  if (!rules.openings_file.empty()) settings.openings_text = read_text("the openings file", rules.openings_file);
  rules.openings_digest = digest(settings.openings_text);
  if (rules.openings_file.ends_with(book_extension)) {
    if (rules.book_plies == 0) rules.book_plies = usual_book_plies;
    if (rules.opening_plies > 0)
      throw UsageError("plies=N is not for books: --book-plies N says how long their lines are");
    settings.openings_text.clear();
    settings.referee.insert(settings.referee.end(), {"--book", rules.openings_file});
    return;
  }
  if (rules.book_plies > 0) throw UsageError("--book-plies needs a book: --openings FILE.cbk");
  if (rules.openings_file.ends_with(".bin") || settings.openings_text.find('\0') != std::string::npos)
    throw UsageError("the openings file '" + rules.openings_file +
                     "' is binary, and binary books are not read; --openings reads text: positions (EPD, FEN, any "
                     "form of the game) or moves from the start position, one opening a line, or games (PDN, PGN, "
                     "games of crown-match), or an opening book of crownd (.cbk)");
}

/// The games are those of the referee, where it can be started.
std::string game_needed(const std::vector<std::string>& referee) {
  try {
    connection::Source source(referee, connection::Errors::discarded);
    std::vector<std::string> names;
    for (const auto& [name, title] : connection::Engine(source).games()) names.push_back(name);
    return "--game is needed; " + wire::choice_of("", "the games are", names);
  } catch (const std::runtime_error&) {
    return "--game is needed: one of the games that `crown` lists";
  }
}

void understand(const Flags& flags, const EngineWords& words, Settings& settings) {
  auto& rules = settings.rules;
  for (const auto& engine : words.engines) rules.engines.push_back(read_engine(engine, words.each));
  settings.referee = split_command(flags.referee.empty() ? default_referee() : flags.referee);
  if (rules.game.empty()) throw UsageError(game_needed(settings.referee));
  if (rules.engines.size() < 2)
    throw UsageError("two or more engines are needed: --engine name=A cmd=... --engine ...");
  for (std::size_t one = 0; one < rules.engines.size(); ++one)
    for (std::size_t other = 0; other < one; ++other)
      if (rules.engines[one].name == rules.engines[other].name)
        throw UsageError("two engines are called '" + rules.engines[one].name + "'; name= distinguishes them");
  for (auto& engine : rules.engines) engine.quiet_plies = rules.adjudication.quiet_plies;
  const auto names = rules.names();
  if (const auto& engine = settings.log.engine;
      !engine.empty() && std::find(names.begin(), names.end(), engine) == names.end())
    throw UsageError("--log engine=" + engine + ": no engine is called so");
  rules.format = *read_format(flags.format);  // the parser accepts known words only
  if (rules.seeds > 1 && (rules.format != Format::gauntlet || rules.seeds >= rules.engines.size()))
    throw UsageError("--seeds is for --format gauntlet, with more engines than seeds");
  const auto games = flags.games > 0 ? flags.games : rules.sprt ? games_for_sprt : games_otherwise;
  if (games % 2 != 0) throw UsageError("--games must be even: each opening is played twice, with sides swapped");
  rules.rounds = games / 2;
  if (rules.sprt && rules.engines.size() != 2 && rules.format != Format::gauntlet)
    throw UsageError("--sprt is for two engines, or for the first against each other (--format gauntlet)");
  if (rules.sprt && rules.format == Format::knockout) throw UsageError("--sprt: a knockout has no SPRT");
  settings.shard = read_shard(flags.shard);
  if (settings.shard != Shard{} && rules.format == Format::knockout)
    throw UsageError("--shard: who meets whom in a knockout is known only where all is played");
  for (const auto wait : {flags.start_wait, flags.move_wait, flags.grace})
    if (wait < 1 || wait > 1'000'000'000) throw UsageError("a wait is a whole number of milliseconds from 1 up");
  settings.patience = {Milliseconds(flags.start_wait), Milliseconds(flags.move_wait), Milliseconds(flags.grace)};
  settings.wait = Milliseconds(flags.wait);
  settings.retry = std::chrono::duration_cast<Milliseconds>(std::chrono::duration<double>(flags.retry));
  settings.resume = !flags.resume.empty();
  settings.state_file = settings.resume ? flags.resume : flags.state;
  choose_openings(flags, settings);
  read_opening_files(settings);
}

}  // namespace

std::string default_referee() {
  std::error_code error;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "crownd";
  if (error || !std::filesystem::exists(beside, error)) return "crownd";
  return "'" + beside.string() + "'";
}

std::string resumed_file(const ArgumentWords& arguments) {
  std::string file;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (arguments[at] == "--resume" && at + 1 < arguments.size()) file = arguments[at + 1];
    if (arguments[at].starts_with("--resume=")) file = arguments[at].substr(std::string("--resume=").size());
  }
  return file;
}

Request read_command_line(const ArgumentWords& arguments, const std::string& version) {
  const auto words = pick_engines(arguments);
  Request request;
  Flags flags;
  CLI::App app(
      "Plays engines against each other in any of crownd's games. `crown-match merge FILES...` adds the state files\n"
      "of shards up, `crown-match compliance CMD` looks whether an engine keeps UCI.\n"
      "Exit code: 0 played to the end, or the SPRT accepted H1; 10 the SPRT accepted H0; 11 undecided; 12 "
      "interrupted;\n"
      "1 error; 2 a wrong command line.",
      "crown-match");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  declare_match(app, flags, request.settings);
  declare_openings(app, flags, request.settings.rules);
  declare_adjudication(app, flags, request.settings.rules.adjudication);
  declare_output(app, flags, request.settings);
  app.footer(
      "Subcommands:\n"
      "  merge                       add the state files of the parts of one match up\n"
      "  compliance                  look whether an engine keeps UCI");
  try {
    app.parse(ArgumentWords(words.rest.rbegin(), words.rest.rend()));
    auto& rules = request.settings.rules;
    if (app.count("--sprt") > 0) rules.sprt = read_sprt(flags.sprt);
    if (app.count("--draw") > 0) read_draw(flags.draw, rules.adjudication);
    if (app.count("--resign") > 0) read_resign(flags.resign, rules.adjudication);
    if (app.count("--openings") > 0) read_openings_flag(flags.openings, rules);
    if (app.count("--log") > 0) request.settings.log = read_log(flags.log);
    if (app.count("--json") > 0 && request.settings.json_file.empty()) request.settings.json_file = "-";
    understand(flags, words, request.settings);
    if (app.count("--affinity") > 0) read_affinity(flags.affinity, request.settings);
  } catch (const CLI::CallForHelp&) {
    request.answer = app.help();
  } catch (const CLI::CallForVersion&) {
    request.answer = version + '\n';
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  return request;
}

}  // namespace crownd::match
