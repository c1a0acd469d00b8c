#include "book/command_line.hpp"

#include "batch/range.hpp"
#include "console/help_format.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace crownd::crown_book {

namespace {

using batch::range_of;

constexpr auto many = 1'000'000'000;
constexpr int most_centipawns = 29'000;
/// Of a line of --help.
constexpr std::size_t help_width = 100;

void declare_build(CLI::App& app, BuildSettings& settings, batch::DaemonFlags& daemons) {
  auto& build = *app.add_subcommand("build", "search the best lines of a game and what lies beside them");
  build.add_option("game", settings.game, "the game, as the engine names it")->type_name("")->required();
  build.add_option("--out", settings.out, "the book")->type_name("FILE")->required();
  build.add_flag("--force", settings.force, "replace the book that is there");
  build
      .add_option("--state", settings.state,
                  "keep what is done in this folder; the same command goes on with it, also after a kill")
      ->type_name("DIR");
  build.add_option("--nodes", settings.nodes, "search so many nodes for each position; 100000 without this flag")
      ->type_name("N")
      ->check(range_of(1, many));
  build.add_option("--positions", settings.positions, "stop at so many positions; 100000 without this flag")
      ->type_name("N")
      ->check(range_of(1, many));
  build
      .add_option(
          "--ply-cost", settings.costs.ply,
          "centipawns that each ply of a line costs beside what its moves lose: with less, lines get longer and "
          "fewer; 5 without this flag")
      ->type_name("CP")
      ->check(range_of(0, most_centipawns));
  build
      .add_option("--hopeless", settings.costs.hopeless,
                  "do not go on where a side is so many centipawns ahead; 300 without this flag")
      ->type_name("CP")
      ->check(range_of(0, most_centipawns));
  daemons.declare(build,
                  "engines of our own (as many as cores without this flag), or connections to each daemon (one)");
  build.add_option("--hash", settings.hash, "megabytes of each hash table; 16 without this flag")
      ->type_name("MB")
      ->check(range_of(1, 1'000'000))
      ->group("Engines");
}

}  // namespace

Request read_command_line(int argc, const char* const* argv, const std::string& version, const std::string& number) {
  BuildSettings settings;
  batch::DaemonFlags daemons;
  CLI::App app(
      "Builds opening books with crownd, and looks at them.\nExit code: 0 done; 1 error; 2 a wrong command line.",
      "crown-book");
  app.formatter(std::make_shared<console::HelpFormat>(help_width));
  app.set_help_flag("--help", "print this and exit");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.require_subcommand(1);
  declare_build(app, settings, daemons);
  std::string file, format = "text";
  batch::DaemonFlags verifiers;
  auto& stats = *app.add_subcommand("stats", "print what a book says of itself, and how large it is");
  auto& output = *app.add_subcommand("export", "print the positions of a book, a line for each");
  auto& check = *app.add_subcommand("verify", "check that each move is legal, and its score that of the replies");
  for (auto* const each : {&stats, &output, &check})
    each->add_option("file", file, "the book")->type_name("")->required();
  output.add_option("--format", format, "text or json; text without this flag")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}).description(""));
  verifiers.declare(check, "");
  try {
    app.parse(argc, argv);
    settings.daemons = daemons.daemons();
    settings.program = "crown-book " + number;
    if (stats.parsed()) return StatsRequest{file};
    if (output.parsed()) return ExportRequest{file, format == "json" ? Format::json : Format::text};
    if (check.parsed()) return VerifyRequest{file, verifiers.daemons()};
  } catch (const CLI::CallForHelp&) {
    return Answer{app.help()};
  } catch (const CLI::CallForVersion&) {
    return Answer{version + '\n'};
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  return settings;
}

}  // namespace crownd::crown_book
