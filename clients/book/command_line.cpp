#include "book/commands.hpp"

#include "batch/daemons.hpp"
#include "wire/words.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <map>

namespace crownd::crown_book {

namespace {

using batch::range_of;

constexpr auto many = 1'000'000'000;
constexpr int max_centipawns = 29'000;
/// Readers of games limit the nesting of variations.
constexpr int max_plies = 100;

constexpr auto workers_text =
    "number of own engines (default: the number of cores), or of connections to each daemon (1)";

void declare_out(CLI::App& app, std::string& out, bool& force) {
  app.add_option("--out", out, "the book")->type_name("FILE")->required();
  app.add_flag("--force", force, "overwrite an existing book");
}

Shard read_shard(const std::string& text) {
  const auto slash = text.find('/');
  const auto index = wire::read_number(text.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : wire::read_number(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *count > many || *index > *count)
    throw UsageError("--shard " + text + ": I/N is needed with I from 1 to N, such as 2/8");
  return {static_cast<std::size_t>(*index - 1), static_cast<std::size_t>(*count)};
}

void declare_roots(CLI::App& build, BuildSettings& settings, std::string& shard) {
  build.option_defaults()->group("Starting positions");
  auto* const from = build.add_option(
      "--from", settings.from,
      "begin with the positions of this file instead of the start position: PDN, PGN, games of crown-match, or a "
      "position or its moves per line; - is standard input; repeatable");
  from->type_name("FILE")->allow_extra_args(false);
  build
      .add_option("--from-plies", settings.from_plies,
                  "begin with each position of the first N plies of games; by default with their last position")
      ->type_name("N")
      ->check(range_of(0, 1'000))
      ->needs(from);
  build.add_option("--shard", shard, "I/N: build one of N parts, with its share of the starting positions")
      ->type_name("I/N");
  build.option_defaults()->group("Options");
}

void declare_build(CLI::App& app, BuildSettings& settings, batch::DaemonFlags& daemons, std::string& shard) {
  auto& build = *app.add_subcommand("build", "build a book of the best lines of a game");
  build.add_option("game", settings.game, "the name of the game")->type_name("");
  declare_out(build, settings.out, settings.force);
  build
      .add_option("--state", settings.state,
                  "save the build in this folder; the same command resumes it, also after a kill")
      ->type_name("DIR");
  build
      .add_option("--grow", settings.grow,
                  "extend this finished book, which must have the same --nodes; ignored if the folder of --state has "
                  "positions")
      ->type_name("FILE");
  declare_roots(build, settings, shard);
  build.add_option("--nodes", settings.nodes, "nodes of the search of each position (100000)")
      ->type_name("N")
      ->check(range_of(1, many));
  build.add_option("--positions", settings.positions, "number of positions, shared between all parts (100000)")
      ->type_name("N")
      ->check(range_of(1, many));
  build
      .add_option(
          "--ply-cost", settings.costs.ply,
          "cost of each ply of a line in centipawns, in addition to the loss of its moves; lower values give longer "
          "and fewer lines (5)")
      ->type_name("CP")
      ->check(range_of(0, max_centipawns));
  build
      .add_option("--hopeless", settings.costs.hopeless,
                  "do not extend positions where a side is so many centipawns ahead (300)")
      ->type_name("CP")
      ->check(range_of(0, max_centipawns));
  daemons.declare(build, workers_text);
  build.add_option("--hash", settings.hash, "megabytes of each hash table (16)")
      ->type_name("MB")
      ->check(range_of(1, 1'000'000));
}

const std::map<std::string, Format> formats{{"text", Format::text},
                                            {"json", Format::json},
                                            {"games", Format::games},
                                            {"pdn", Format::pdn},
                                            {"pgn", Format::pgn}};

void declare_export(CLI::App& output, ExportSettings& settings, std::string& format, batch::DaemonFlags& daemons) {
  output
      .add_option("--format", format,
                  "text or json: a line for each position; games: lines of the book as a game with variations, in the "
                  "notation of the game; pdn or pgn: the same, if the game has that notation (text)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(formats).description(""));
  output.option_defaults()->group("Games");
  output.add_option("--position", settings.position, "begin with this position (the start position)")
      ->type_name("TEXT");
  output.add_option("--lines", settings.lines, "number of lines (100)")->type_name("N")->check(range_of(1, many));
  output.add_option("--plies", settings.plies, "length of each line in plies (20)")
      ->type_name("N")
      ->check(range_of(1, max_plies));
  output.add_flag("--each-line", settings.each_line, "a game for each line, without variations");
  output.add_flag("--algebraic", settings.algebraic, "algebraic squares, as in f6-e5, instead of numbers");
  daemons.declare(output, "");
}

/// Throws UsageError for flags of games with another format.
void check_export(const CLI::App& output, const ExportSettings& settings) {
  const bool games = settings.format != Format::text && settings.format != Format::json;
  for (const auto* const flag : {"--position", "--lines", "--plies", "--each-line", "--algebraic"})
    if (!games && output.count(flag) > 0) throw UsageError(std::string(flag) + " needs --format games, pdn or pgn");
}

}  // namespace

void report(const std::string& line) { std::cerr << "crown-book: " << line << std::endl; }

int run(int argc, const char* const* argv, const std::string& version, const std::string& number) {
  constexpr int error_code = 1, some_skipped_code = 3;
  BuildSettings building;
  MergeSettings merging;
  ExportSettings exporting;
  batch::DaemonFlags daemons;  // of the subcommand that is given
  std::string file, format = "text", shard = "1/1";
  CLI::App app(
      "Builds and inspects opening books with crownd.\nExit code: 0 done; 3 done, but some games or positions were "
      "skipped, each with a message; 1 error; 2 a wrong command line.",
      "crown-book");
  batch::add_program_flags(app, version);
  app.require_subcommand(1);
  declare_build(app, building, daemons, shard);
  auto& merge = *app.add_subcommand("merge", "combine several books of the same game");
  merge.add_option("files", merging.files, "the books")->type_name("")->required();
  declare_out(merge, merging.out, merging.force);
  daemons.declare(merge, workers_text);
  auto& stats = *app.add_subcommand("stats", "print the facts and the size of a book");
  auto& output = *app.add_subcommand("export", "print the positions of a book, or its best lines as games");
  auto& check =
      *app.add_subcommand("verify", "check that all moves are legal and agree with the scores of the replies");
  for (auto* const each : {&stats, &output, &check})
    each->add_option("file", file, "the book")->type_name("")->required();
  declare_export(output, exporting, format, daemons);
  daemons.declare(check, workers_text);
  try {
    app.parse(argc, argv);
    building.daemons = merging.daemons = exporting.daemons = daemons.daemons();
    building.shard = read_shard(shard);
    building.positions = (building.positions + building.shard.count - 1) / building.shard.count;
    building.program = merging.program = "crown-book " + number;
    exporting.file = file;
    exporting.format = formats.at(format);
    if (output.parsed()) check_export(output, exporting);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::RequiredError& error) {
    if (app.get_subcommands().empty() && app.remaining_size() > 0)
      throw UsageError("there is no subcommand '" + app.remaining().front() +
                       "'; subcommands: build, merge, stats, export, verify");
    throw UsageError(error.what());
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  if (check.parsed()) return verify(file, exporting.daemons) ? 0 : error_code;
  if (merge.parsed())
    crown_book::merge(merging);
  else if (stats.parsed())
    print_statistics(file);
  else if (output.parsed())
    export_book(exporting);
  else
    return build(building) ? 0 : some_skipped_code;
  return 0;
}

}  // namespace crownd::crown_book
