#include "book/command_line.hpp"

#include "batch/range.hpp"
#include "console/help_format.hpp"
#include "wire/words.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace crownd::crown_book {

namespace {

using batch::range_of;

constexpr auto many = 1'000'000'000;
constexpr int most_centipawns = 29'000;
/// Variations nest no deeper than a line is long, and the readers of games here read no deeper ones.
constexpr int most_plies = 100;
/// Of a line of --help.
constexpr std::size_t help_width = 100;

constexpr auto askers_text =
    "engines of our own (as many as cores without this flag), or connections to each daemon (one)";

void declare_out(CLI::App& app, std::string& out, bool& force) {
  app.add_option("--out", out, "the book")->type_name("FILE")->required();
  app.add_flag("--force", force, "replace the book that is there");
}

/// "2/8": the second of eight parts.
Shard read_shard(const std::string& text) {
  const auto slash = text.find('/');
  const auto index = wire::read_number(text.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : wire::read_number(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *count > many || *index > *count)
    throw UsageError("--shard " + text + ": I/N is needed with I from 1 to N, such as 2/8");
  return {static_cast<std::size_t>(*index - 1), static_cast<std::size_t>(*count)};
}

void declare_roots(CLI::App& build, BuildSettings& settings, std::string& shard) {
  const auto group = "Where the book begins";
  auto* const from = build.add_option(
      "--from", settings.from,
      "begin from the positions of this file, not from the start position; PDN, PGN, games of crown-match, a line for "
      "each position or its moves; - is standard input; repeated for several");
  from->type_name("FILE")->allow_extra_args(false)->group(group);
  build
      .add_option("--from-plies", settings.from_plies,
                  "begin from each position of the first N plies of games; without this flag from their last one")
      ->type_name("N")
      ->check(range_of(0, 1'000))
      ->needs(from)
      ->group(group);
  build.add_option("--shard", shard, "I/N: one of N parts, to be merged: a share of the positions to begin from")
      ->type_name("I/N")
      ->group(group);
}

void declare_build(CLI::App& app, BuildSettings& settings, batch::DaemonFlags& daemons, std::string& shard) {
  auto& build = *app.add_subcommand("build", "search the best lines of a game and what lies beside them");
  build.add_option("game", settings.game, "the game, as the engine names it")->type_name("");
  declare_out(build, settings.out, settings.force);
  build
      .add_option("--state", settings.state,
                  "keep what is done in this folder; the same command goes on with it, also after a kill")
      ->type_name("DIR");
  build
      .add_option("--grow", settings.grow,
                  "go on with this finished book, whose searches had as many --nodes; once the folder of --state has "
                  "positions, with those")
      ->type_name("FILE");
  declare_roots(build, settings, shard);
  build.add_option("--nodes", settings.nodes, "search so many nodes for each position; 100000 without this flag")
      ->type_name("N")
      ->check(range_of(1, many));
  build
      .add_option("--positions", settings.positions,
                  "stop at so many positions, a part at its share; 100000 without this flag")
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
  daemons.declare(build, askers_text);
  build.add_option("--hash", settings.hash, "megabytes of each hash table; 16 without this flag")
      ->type_name("MB")
      ->check(range_of(1, 1'000'000))
      ->group("Engines");
}

const std::map<std::string, Format> formats{{"text", Format::text},
                                            {"json", Format::json},
                                            {"games", Format::games},
                                            {"pdn", Format::pdn},
                                            {"pgn", Format::pgn}};
constexpr auto games_group = "Games";

void declare_export(CLI::App& output, ExportRequest& request, std::string& format, batch::DaemonFlags& daemons) {
  output
      .add_option("--format", format,
                  "text or json: a line for each position; games: lines of the book as a game with variations, in the "
                  "notation of the game; pdn or pgn: the same where the game has that; text without this flag")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(formats).description(""));
  output.add_option("--position", request.lines.position, "begin there; from the start position without this flag")
      ->type_name("TEXT")
      ->group(games_group);
  output.add_option("--lines", request.lines.lines, "the best so many lines; 100 without this flag")
      ->type_name("N")
      ->check(range_of(1, many))
      ->group(games_group);
  output.add_option("--plies", request.lines.plies, "so many plies of each; 20 without this flag")
      ->type_name("N")
      ->check(range_of(1, most_plies))
      ->group(games_group);
  output.add_flag("--each-line", request.style.each_line, "a game for each line, without variations")
      ->group(games_group);
  output.add_flag("--algebraic", request.style.algebraic, "algebraic squares, as in f6-e5, in place of numbers")
      ->group(games_group);
  daemons.declare(output, "");
}

ExportRequest understood(const CLI::App& output, ExportRequest request, const std::string& format,
                         const batch::DaemonFlags& daemons) {
  request.style.format = formats.at(format);
  const bool games = request.style.format != Format::text && request.style.format != Format::json;
  for (const auto* const flag : {"--position", "--lines", "--plies", "--each-line", "--algebraic"})
    if (!games && output.count(flag) > 0)
      throw UsageError(std::string(flag) + " is for games; --format games writes them");
  request.daemons = daemons.daemons();
  return request;
}

}  // namespace

Request read_command_line(int argc, const char* const* argv, const std::string& version, const std::string& number) {
  BuildSettings settings;
  batch::DaemonFlags daemons;
  CLI::App app(
      "Builds opening books with crownd, and looks at them.\nExit code: 0 done; 3 done, but some games or positions to "
      "begin from were skipped, each with a message; 1 error; 2 a "
      "wrong command line.",
      "crown-book");
  app.formatter(std::make_shared<console::HelpFormat>(help_width));
  app.set_help_flag("--help", "print this and exit");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.require_subcommand(1);
  std::string file, format = "text", shard = "1/1";
  declare_build(app, settings, daemons, shard);
  batch::DaemonFlags verifiers, mergers;
  MergeSettings merging;
  auto& merging_app = *app.add_subcommand("merge", "make one book of several of the same game");
  merging_app.add_option("files", merging.files, "the books")->type_name("")->required();
  declare_out(merging_app, merging.out, merging.force);
  mergers.declare(merging_app, askers_text);
  auto& stats = *app.add_subcommand("stats", "print what a book says of itself, and how large it is");
  auto& output = *app.add_subcommand("export", "print the positions of a book, or its best lines as games");
  auto& check = *app.add_subcommand("verify", "check that each move is legal, and its score that of the replies");
  for (auto* const each : {&stats, &output, &check})
    each->add_option("file", file, "the book")->type_name("")->required();
  ExportRequest exporting;
  batch::DaemonFlags exporters;
  declare_export(output, exporting, format, exporters);
  verifiers.declare(check, askers_text);
  try {
    app.parse(argc, argv);
    settings.daemons = daemons.daemons();
    settings.shard = read_shard(shard);
    settings.positions = (settings.positions + settings.shard.count - 1) / settings.shard.count;
    settings.program = "crown-book " + number;
    merging.daemons = mergers.daemons();
    merging.program = settings.program;
    if (merging_app.parsed()) return merging;
    if (stats.parsed()) return StatsRequest{file};
    if (output.parsed()) {
      exporting.file = file;
      return understood(output, std::move(exporting), format, exporters);
    }
    if (check.parsed()) return VerifyRequest{file, verifiers.daemons()};
  } catch (const CLI::CallForHelp&) {
    return Answer{app.help()};
  } catch (const CLI::CallForVersion&) {
    return Answer{version + '\n'};
  } catch (const CLI::RequiredError& error) {
    if (app.get_subcommands().empty() && app.remaining_size() > 0)
      throw UsageError("there is no subcommand '" + app.remaining().front() +
                       "'; they are build, merge, stats, export and verify");
    throw UsageError(error.what());
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  return settings;
}

}  // namespace crownd::crown_book
