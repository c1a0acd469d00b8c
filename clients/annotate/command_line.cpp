#include "annotate/command_line.hpp"

#include "console/help_format.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <filesystem>
#include <memory>

namespace crownd::annotate {

namespace {

constexpr auto many = 1'000'000'000;
constexpr int one_day = 86'400;
/// Of a line of --help.
constexpr std::size_t help_width = 100;

CLI::Validator range_of(std::int64_t least, std::int64_t most) { return CLI::Range(least, most).description(""); }

/// The flags as text and numbers, before they are interpreted.
struct Flags {
  std::vector<std::string> connect, tokens, authorities;
  double inaccuracy = 6, mistake = 12, blunder = 22;
  std::size_t patience = 60;
};

void declare_analysis(CLI::App& app, Flags& flags, Settings& settings) {
  auto& limits = settings.limits;
  const auto group = "Analysis";
  app.add_option("--nodes", limits.nodes, "search so many nodes for each position; 100000 if no limit is given")
      ->type_name("N")
      ->check(range_of(1, many))
      ->group(group);
  app.add_option("--depth", limits.depth, "search so many plies deep")
      ->type_name("N")
      ->check(range_of(1, 100))
      ->group(group);
  app.add_option("--time", limits.time, "milliseconds for each position; results then differ from run to run")
      ->type_name("MS")
      ->check(range_of(1, many))
      ->group(group);
  app.add_option("--game", settings.game,
                 "the game of files that do not say it; else the first one that allows the moves")
      ->type_name("NAME")
      ->group(group);
  const auto percent = CLI::Range(0.1, 100.0).description("");
  const auto threshold = [&](const char* name, double& value, const char* text) {
    app.add_option(name, value, text)->type_name("PERCENT")->check(percent)->group("Judgement");
  };
  threshold("--inaccuracy", flags.inaccuracy, "loss of winning chance from which a move gets ?!; 6 without this flag");
  threshold("--mistake", flags.mistake, "loss from which it gets ?; 12 without this flag");
  threshold("--blunder", flags.blunder, "loss from which it gets ??; 22 without this flag");
}

void declare_outputs(CLI::App& app, Settings& settings) {
  const auto group = "Output";
  auto* const out = app.add_option("--out", settings.outputs.folder,
                                   "write the annotated games to this folder, under the names of their files; without "
                                   "--out, --html and --json they go to standard output");
  out->type_name("DIR")->group(group);
  app.add_option("--html", settings.outputs.html, "write all games as one page for a browser, which needs no network")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--json", settings.outputs.json, "write a line of JSON for each game")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--puzzles", settings.puzzles, "write so many puzzles from these games to the folder of --out")
      ->type_name("N")
      ->check(range_of(1, many))
      ->needs(out)
      ->group(group);
  app.add_flag("--force", settings.outputs.force, "replace files that are there")->group(group);
  app.add_option("--state", settings.state,
                 "keep what is done in this file; the same command goes on with it, also after a kill")
      ->type_name("FILE")
      ->group(group);
}

void declare_engines(CLI::App& app, Flags& flags, Settings& settings) {
  const auto group = "Engines";
  auto& daemons = settings.daemons;
  auto* const command =
      app.add_option("--engine", daemons.command, "the engine's program and its arguments, in one word");
  command->type_name("CMD")->delimiter(' ')->allow_extra_args(false)->group(group);
  auto* const connect = app.add_option(
      "--connect", flags.connect, "use the daemon that listens there; tls: before it for TLS; repeated for several");
  connect->type_name("[tls:]HOST:PORT")->allow_extra_args(false)->excludes(command)->group(group);
  app.add_option("--token-file", flags.tokens,
                 "send the daemon the first line of this file as the token; one for all, or one for each --connect")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->needs(connect)
      ->group(group);
  app.add_option(
         "--tls-ca", flags.authorities,
         "trust the daemon by the certificates of this file (PEM), not by those of this machine; one for all, or "
         "one for each --connect")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->needs(connect)
      ->group(group);
  app.add_option("--reconnect", flags.patience,
                 "how many seconds to try again when a daemon is lost; 60 without this flag")
      ->type_name("SECONDS")
      ->check(range_of(0, one_day))
      ->group(group);
  app.add_option("--workers", daemons.workers,
                 "games at a time: engines of our own (as many as cores without this flag), or connections to each "
                 "daemon (one)")
      ->type_name("N")
      ->check(range_of(1, 1024))
      ->group(group);
  app.add_option("--threads", settings.limits.threads,
                 "threads of each search; with more than one, results differ from run to run")
      ->type_name("N")
      ->check(range_of(1, 64))
      ->group(group);
  app.add_option("--hash", settings.limits.hash, "megabytes of each hash table; 16 without this flag")
      ->type_name("MB")
      ->check(range_of(1, 1'000'000))
      ->group(group);
}

/// For the remote with this index: the only one for all, or one for each.
std::string one_of(const std::vector<std::string>& given, std::size_t index, std::size_t count, const char* flag) {
  if (given.empty()) return "";
  if (given.size() != 1 && given.size() != count)
    throw UsageError(std::string(flag) + " is given " + std::to_string(given.size()) +
                     " times; once for all daemons, or once "
                     "for each --connect, of which there are " +
                     std::to_string(count));
  return given.size() == 1 ? given.front() : given[index];
}

int permille(double percent) { return static_cast<int>(std::lround(10 * percent)); }

void understand(const Flags& flags, Settings& settings) {
  auto& limits = settings.limits;
  if (!limits.nodes && !limits.depth && !limits.time) limits.nodes = usual_nodes;
  settings.thresholds = {permille(flags.inaccuracy), permille(flags.mistake), permille(flags.blunder)};
  if (flags.inaccuracy > flags.mistake || flags.mistake > flags.blunder)
    throw UsageError("--inaccuracy may not be above --mistake, nor --mistake above --blunder; 6, 12 and 22 are usual");
  auto& daemons = settings.daemons;
  daemons.patience = std::chrono::seconds(flags.patience);
  for (std::size_t i = 0; i < flags.connect.size(); ++i)
    daemons.remotes.push_back({flags.connect[i], one_of(flags.tokens, i, flags.connect.size(), "--token-file"),
                               one_of(flags.authorities, i, flags.connect.size(), "--tls-ca")});
  if (daemons.command.empty()) {
    std::error_code error;
    const auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "crownd";
    daemons.command = {error || !std::filesystem::exists(beside) ? "crownd" : beside.string()};
  }
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
  app.formatter(std::make_shared<console::HelpFormat>(help_width));
  app.set_help_flag("--help", "print this and exit");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.add_option("files", settings.inputs, "PDN, PGN, games of crown-match, lists of moves; - is standard input")
      ->type_name("")
      ->required();
  declare_analysis(app, flags, settings);
  declare_outputs(app, settings);
  declare_engines(app, flags, settings);
  try {
    app.parse(argc, argv);
    understand(flags, settings);
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
