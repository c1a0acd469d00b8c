#include "annotate/command_line.hpp"

#include "batch/daemons.hpp"

#include <CLI/CLI.hpp>

#include <cmath>

namespace crownd::annotate {

namespace {

constexpr auto many = 1'000'000'000;

using batch::range_of;

constexpr double percent(int permille) { return permille / 10.0; }

/// The flags as text and numbers, before they are interpreted.
struct Flags {
  batch::DaemonFlags daemons;
  double inaccuracy = percent(Thresholds().inaccuracy);
  double mistake = percent(Thresholds().mistake);
  double blunder = percent(Thresholds().blunder);
  std::string html;  ///< of earlier versions
};

void declare_analysis(CLI::App& app, Flags& flags, Settings& settings) {
  auto& limits = settings.limits;
  app.option_defaults()->group("Analysis");
  app.add_option("--nodes", limits.nodes, "nodes of each search; 100000 if no limit is given")
      ->type_name("N")
      ->check(range_of(1, many));
  app.add_option("--depth", limits.depth, "plies of each search")->type_name("N")->check(range_of(1, 100));
  app.add_option("--time", limits.time, "milliseconds of each search; results then differ from run to run")
      ->type_name("MS")
      ->check(range_of(1, many));
  app.add_option("--game", settings.game,
                 "the game of files without a tag Game or GameType; else the first that allows the moves")
      ->type_name("NAME");
  app.option_defaults()->group("Judgement");
  const auto range = CLI::Range(0.1, 100.0).description("");
  const auto threshold = [&](const char* name, double& value, const char* text) {
    app.add_option(name, value, text)->type_name("PERCENT")->check(range);
  };
  threshold("--inaccuracy", flags.inaccuracy, "loss of winning chance from which a move gets ?!; 6 without this flag");
  threshold("--mistake", flags.mistake, "loss from which it gets ?; 12 without this flag");
  threshold("--blunder", flags.blunder, "loss from which it gets ??; 22 without this flag");
}

void declare_outputs(CLI::App& app, Settings& settings) {
  app.option_defaults()->group("Output");
  auto* const out = app.add_option("--out", settings.outputs.folder,
                                   "write the annotated games to this folder, under the names of their files; without "
                                   "--out and --json they go to standard output");
  out->type_name("DIR");
  app.add_option("--json", settings.outputs.json, "write a line of JSON for each game")->type_name("FILE");
  app.add_option("--puzzles", settings.puzzles, "write N puzzles from these games to the folder of --out")
      ->type_name("N")
      ->check(range_of(1, many))
      ->needs(out);
  app.add_flag("--force", settings.outputs.force, "replace existing files");
  app.add_option("--state", settings.state,
                 "store finished games in this file; the same command resumes, also after a kill")
      ->type_name("FILE");
}

void declare_engines(CLI::App& app, Flags& flags, Settings& settings) {
  flags.daemons.declare(app,
                        "games at a time: engines of our own (as many as cores without this flag), or connections to "
                        "each daemon (one)");
  app.add_option("--threads", settings.limits.threads,
                 "threads of each search; with more than one, results differ from run to run")
      ->type_name("N")
      ->check(range_of(1, 64));
  app.add_option("--hash", settings.limits.hash, "megabytes of each hash table; 16 without this flag")
      ->type_name("MB")
      ->check(range_of(1, 1'000'000));
}

int permille(double percent) { return static_cast<int>(std::lround(10 * percent)); }

void interpret(const Flags& flags, Settings& settings) {
  if (!flags.html.empty())
    throw UsageError("--html was removed: write the games with --out DIR, and open them on the page of crown-web");
  auto& limits = settings.limits;
  if (!limits.nodes && !limits.depth && !limits.time) limits.nodes = default_nodes;
  settings.thresholds = {permille(flags.inaccuracy), permille(flags.mistake), permille(flags.blunder)};
  if (flags.inaccuracy > flags.mistake || flags.mistake > flags.blunder)
    throw UsageError("--inaccuracy may not be above --mistake, nor --mistake above --blunder; 6, 12 and 22 are usual");
  if (settings.outputs.json == "-")
    throw UsageError("--json -: a file is needed; --json /dev/stdout writes to standard output");
  settings.daemons = flags.daemons.daemons();
}

}  // namespace

std::variant<Settings, std::string> read_command_line(int argc, const char* const* argv, const std::string& version) {
  Settings settings;
  Flags flags;
  CLI::App app(
      "Annotates games: analyses every position with crownd, marks the mistakes and writes the better lines beside "
      "them.\n"
      "Exit code: 0 all games were annotated; 3 some were skipped, each with a message; 1 error; 2 a wrong command "
      "line.",
      "crown-annotate");
  batch::add_program_flags(app, version);
  app.add_option("files", settings.inputs, "PDN, PGN, games of crown-match, lists of moves; - is standard input")
      ->type_name("")
      ->required();
  declare_analysis(app, flags, settings);
  declare_outputs(app, settings);
  declare_engines(app, flags, settings);
  app.add_option("--html", flags.html)->group("");  // hidden
  try {
    app.parse(argc, argv);
    interpret(flags, settings);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::CallForVersion&) {
    return version + '\n';
  } catch (const CLI::RequiredError&) {
    throw UsageError("a file of games is needed, or - for standard input");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  return settings;
}

}  // namespace crownd::annotate
