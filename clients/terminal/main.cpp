#include "connection/link.hpp"
#include "platform/system.hpp"
#include "terminal/dialogue.hpp"
#include "terminal/game_file.hpp"
#include "version/version.hpp"
#include "wire/words.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstring>
#include <iostream>

namespace crownd::terminal {

namespace {

/// The engine named by the flags: a program, by default the crownd beside this one, or a remote daemon.
connection::Link open_link(const Flags& flags) {
  const auto report = [](const std::string& what) { std::cerr << "crown: " << what << std::endl; };
  if (!flags.remote.address.empty()) return {flags.remote, std::chrono::seconds(flags.reconnect_seconds), report};
  const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "crownd";
  const std::vector<std::string> own{beside.string(), "--log-level", "warn"};
  const auto& command = flags.engine.empty() ? own : flags.engine;
  // On a terminal its log would disturb the prompt.
  return {command, ::isatty(STDERR_FILENO) != 0 ? connection::Errors::captured : connection::Errors::passed};
}

/// The players set by the flags; the others are taken from `players`.
Players players_of(const Flags& flags, Players players) {
  for (const std::size_t side : {0U, 1U}) players.sides[side] = flags.players[side].value_or(players.sides[side]);
  const auto& given = flags.strength;
  auto& strength = players.strength;
  const auto level = given.level ? given.level : strength.level;
  if (given.depth || given.movetime || given.specification_machine) strength = given;
  strength.level = level;
  return players;
}

/// Continues the game of a file.
SavedGame continue_file(Table& table, const std::string& file) {
  const auto text = read_file(file);
  try {
    auto game = game_of_file(table.engine, table.game.info(), text);
    table.game.begin(game.record);
    return game;
  } catch (const FileError& why) {
    throw FileError(file + ": " + why.what());
  } catch (const Refused& why) {
    throw FileError(file + ": " + why.what());
  }
}

void set_up(Table& table) {
  const Flags& flags = table.flags;
  Players players = table.players;
  if (flags.position) table.game.begin({*flags.position, {}, {}});
  if (flags.file) players = players_of(continue_file(table, *flags.file), players);
  set_players(table, players_of(flags, players));
}

/// The dialogue prescribed by the game's specification, if the flags select it; else null.
const Dialogue* prescribed_dialogue(const Flags& flags) {
  const auto& dialogue = dialogue_of(flags.game);
  if (dialogue.play == nullptr || flags.asks_for_shared_dialogue()) return nullptr;
  return dialogue.for_batches && is_at_terminal() && !flags.plain ? nullptr : &dialogue;
}

/// The game of this name or alias; none if the engine has no such game.
std::optional<GameInfo> find_game(Engine& engine, std::string_view name) {
  try {
    engine.set_position(name, "startpos");
    return board::game_info(engine.squares());
  } catch (const Refused&) {
    return std::nullopt;
  }
}

bool is_word(std::string_view argument) {
  return !argument.empty() &&
         std::all_of(argument.begin(), argument.end(), [](unsigned char c) { return std::isalpha(c); });
}

/// The games of the engine, with the details of those that the command line names. The first one may have an alias,
/// which the engine does not list.
std::vector<OfferedGame> offered_games(Engine& engine, std::span<const char* const> arguments) {
  std::vector<OfferedGame> offers;
  for (const auto& [name, title] : engine.games()) offers.push_back({name, title, {}, {}});
  const auto offer_of = [&](std::string_view name) {
    return std::find_if(offers.begin(), offers.end(),
                        [&](const auto& each) { return wire::same_word(each.name, name); });
  };
  bool named = false;
  for (const std::string_view argument : arguments.subspan(1)) {
    const bool is_alias = offer_of(argument) == offers.end();
    if (is_alias && (named || !is_word(argument))) continue;
    const auto info = find_game(engine, argument);
    const auto offer = info ? offer_of(info->name) : offers.end();
    if (offer == offers.end()) continue;
    offer->info = info;
    if (is_alias) offer->alias = argument;
    named = true;
  }
  return offers;
}

/// Saves the game, and returns the message: why it cannot continue, and its file.
std::string save_and_explain(const std::string& why, Table& table) {
  table.console.progress("");
  if (table.game.record().moves.empty()) return why;
  return why + "; the game is saved in " + save_for_later(table.game, table.players) + ".";
}

void run(const Flags& flags, Engine& engine) {
  engine.set_position(flags.game, "startpos");
  const GameInfo info = board::game_info(engine.squares());
  Game game(info, engine);
  const auto* const dialogue = prescribed_dialogue(flags);
  const auto mode = dialogue != nullptr ? DisplayMode::prescribed : DisplayMode::interactive;
  if (dialogue != nullptr && ::isatty(STDERR_FILENO) != 0 && (!dialogue->for_batches || is_at_terminal()))
    std::cerr << "crown: Ctrl-D leaves. `crown " << flags.game << " --board` has help, undo and more." << std::endl;
  Console console(flags.plain ? DisplayMode::plain : mode, flags.ascii);
  Table table{flags, console, engine, game, {info.players, {}}};
  engine.while_waiting([&] {
    if (console.interrupted()) console.offer_to_leave();
  });
  try {
    if (!flags.book.empty()) engine.set_option("BookFile", flags.book);
    if (flags.own_book || !flags.book.empty()) engine.set_option("OwnBook", "true");
    set_up(table);
    dialogue != nullptr ? dialogue->play(table) : play_shared_dialogue(table);
  } catch (const Leave&) {
  } catch (const StreamLost& lost) {
    throw std::runtime_error(save_and_explain(lost.what(), table));
  } catch (const EngineGone& gone) {
    throw EngineGone(save_and_explain(gone.what(), table));
  } catch (const Refused& refused) {
    throw std::runtime_error(save_and_explain(refused.what(), table));
  } catch (const Ended& ended) {
    const auto sentence = save_and_explain(::strsignal(ended.signal), table);
    if (!game.record().moves.empty()) std::cerr << "crown: " << sentence << '\n';
    throw;
  }
}

/// Returns the exit code.
int run(int argc, const char* const* argv) {
  const auto version = version::text("crown");
  if (argc == 2 && argv[1] == std::string("--version")) {  // without an engine, too
    std::cout << version << '\n';
    return 0;
  }
  auto link = open_link(read_engine_flags(argc, argv));
  try {
    Engine engine(link);
    const auto offers = offered_games(engine, std::span(argv, static_cast<std::size_t>(argc)));
    const auto flags = read_flags(argc, argv, offers, version);
    if (const auto* const exit = std::get_if<ExitCode>(&flags)) return exit->value;
    run(std::get<Flags>(flags), engine);
    return 0;
  } catch (const EngineGone&) {
    std::cerr << link.log();
    throw;
  }
}

}  // namespace

}  // namespace crownd::terminal

/// Exit codes: 0 when the game or the input has ended, 1 if the game could not be finished, 2 for a bad command
/// line.
int main(int argc, char** argv) {
  crownd::platform::prepare_process();
  using namespace crownd::terminal;
  try {
    const int code = run(argc, argv);
    flush_output();
    return code;
  } catch (const Ended& ended) {
    std::signal(ended.signal, SIG_DFL);  // the default action sets the right exit status
    ::raise(ended.signal);
    return 1;
  } catch (const std::exception& fault) {
    std::cerr << "crown: " << fault.what() << '\n';
    return 1;
  }
}
