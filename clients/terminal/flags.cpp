#include "help/help_format.hpp"
#include "terminal/dialogue.hpp"
#include "terminal/game.hpp"
#include "terminal/game_file.hpp"
#include "wire/words.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace crownd::terminal {

namespace {

constexpr int bad_flags = 2;
constexpr int cannot_play = 1;
constexpr int name_width = 15;  ///< column width of game names in the list
/// Of a line of --help.
constexpr std::size_t help_width = 80;

CLI::Validator range_of(int min, int max) {
  const auto why_not = [min, max](const std::string& text) -> std::string {
    const auto number = wire::read_number(text);
    if (number && *number >= min && *number <= max) return "";
    return "expected a number from " + std::to_string(min) + " to " + std::to_string(max) + ", not " +
           wire::quoted(text);
  };
  return {why_not, ""};
}

/// The flags that set who plays a side: --black for the letter b, else --white, its colour and its letter.
std::string names_of(const GameInfo& game, std::size_t side) {
  const std::string& letter = game.sides[side];
  const std::string flag = letter == "b" ? "black" : "white";
  const auto colour = game.colour(side);
  const bool is_word = std::all_of(colour.begin(), colour.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool is_other = is_word && !colour.empty() && colour != letter && colour != flag;
  return "--" + flag + (is_other ? ",--" + colour : "") + ",--" + letter;
}

void add_players(CLI::App& app, const GameInfo& game, Flags& flags) {
  for (std::size_t side = 0; side < 2; ++side) {
    const auto set = [&flags, side](const std::string& who) {
      flags.players[side] = who == "human" ? Player::human : Player::engine;
    };
    app.add_option_function<std::string>(names_of(game, side), set,
                                         "who plays " + game.titles[side] + (side == 0 ? ", which moves first" : ""))
        ->check(CLI::Validator(
            [](const std::string& who) {
              return who == "human" || who == "engine" ? "" : "expected human or engine, not " + wire::quoted(who);
            },
            ""))
        ->type_name("human or engine");
  }
}

void add_starts(CLI::App& sub, const Dialogue& dialogue, Flags& flags) {
  // An empty text counts as given; with a std::optional, CLI11 would ignore it.
  const auto set = [](std::optional<std::string>& text) { return [&text](const std::string& given) { text = given; }; };
  const auto set_position = [&flags](bool of_specification) {
    return [&flags, of_specification](const std::string& given) {
      flags.position = given;
      flags.position_of_specification = of_specification;
    };
  };
  auto* const position = sub.add_option_function<std::string>("--position", set_position(dialogue.takes_position),
                                                              "begin with the position of this text");
  position->type_name("TEXT");
  sub.add_option_function<std::string>("--file", set(flags.file),
                                       "continue the game, or begin with the position, in this file")
      ->type_name("FILE")
      ->excludes(position);
  sub.add_option_function<std::string>("start", set_position(dialogue.play == nullptr || dialogue.takes_position),
                                       "begin with the position of this text")
      ->type_name("TEXT")
      ->excludes("--file")
      ->excludes("--position");
}

void add_touch_move(CLI::App& sub, const GameInfo& game, Flags& flags) {
  const auto set = [&flags](bool value) { return [&flags, value](std::int64_t) { flags.touch_move = value; }; };
  auto* const on = sub.add_flag_function(
      "--touch-move", set(true), "a piece named in any move, even in an illegal one, must be played if it can move");
  if (!game.touch_move) return;
  sub.add_flag_function("--no-touch-move", set(false),
                        "a piece named by its square or in an unfinished move need not be played")
      ->excludes(on);
}

void add_search(CLI::App& sub, Flags& flags) {
  sub.option_defaults()->group("Search");
  for (const auto& setting : settings)
    sub.add_option("--" + std::string(setting.word), flags.strength.*setting.value, std::string(setting.summary))
        ->check(range_of(setting.min, setting.max))
        ->type_name("N");
  sub.add_option("--book", flags.book, "the engine plays from this opening book")->type_name("FILE");
  sub.add_flag("--own-book", flags.own_book, "the engine plays from the opening book that came with it");
}

/// One day.
constexpr int max_reconnect_seconds = 86'400;

void add_engine(CLI::App& sub, Flags& flags) {
  sub.option_defaults()->group("Engine");
  auto* const command = sub.add_option("--engine", flags.engine, "the engine's program and its arguments, in one word");
  command->type_name("CMD")->delimiter(' ')->allow_extra_args(false);
  auto* const connect =
      sub.add_option("--connect", flags.remote.address, "use the daemon that listens there; tls: before it for TLS");
  connect->type_name("[tls:]HOST:PORT")->excludes(command);
  sub.add_option("--token-file", flags.remote.token_file, "send the daemon the first line of this file as the token")
      ->type_name("FILE")
      ->needs(connect);
  sub.add_option("--tls-ca", flags.remote.authorities,
                 "trust the daemon by the certificates of this file (PEM), not by those of this machine")
      ->type_name("FILE")
      ->needs(connect);
  sub.add_option("--reconnect", flags.reconnect_seconds,
                 "how many seconds to retry a lost connection; 60 without this flag")
      ->type_name("SECONDS")
      ->check(range_of(0, max_reconnect_seconds))
      ->needs(connect);
}

/// The flags that do not depend on the game.
void add_shared(CLI::App& sub, Flags& flags) {
  add_search(sub, flags);
  add_engine(sub, flags);
  sub.option_defaults()->group("Terminal");
  sub.add_flag("--ascii", flags.ascii, "draw pieces as letters");
  sub.add_flag("--plain", flags.plain, "text as in a pipe, without colours and prompts");
}

void list_games(const std::vector<OfferedGame>& games) {
  std::cout << "crown plays these games:\n";
  for (const auto& game : games)
    std::cout << "  " << std::left << std::setw(name_width) << game.name << game.title << '\n';
  std::cout << "`crown GAME` starts a game, `crown GAME --help` lists its flags.\n"
               "`crown --continue` continues the game that was interrupted last in this folder.\n";
}

/// Chooses the most recent interrupted game; if there is none, prints a message and returns false.
bool choose_interrupted_game(const std::vector<OfferedGame>& games, Flags& flags) {
  const auto interrupted = latest_interrupted_game(wire::names(games, &OfferedGame::name));
  if (!interrupted) {
    std::cerr << "crown: no game was interrupted in this folder: it has no file like crown-GAME-1.pdn\n";
    return false;
  }
  flags.game = interrupted->game;
  flags.file = interrupted->file;
  return true;
}

void add_game(CLI::App& app, const OfferedGame& game, Flags& flags) {
  auto& sub = *app.add_subcommand(game.name, "play " + game.title)->group("Games");
  sub.ignore_case();
  if (!game.alias.empty()) sub.alias(game.alias);
  if (!game.info) return;  // only for the list of games
  const auto& dialogue = dialogue_of(game.name);
  sub.set_help_flag("--help", "print this and exit");
  add_players(sub, *game.info, flags);
  const bool is_default = dialogue.play == nullptr || dialogue.for_batches;
  sub.add_flag("--board", flags.board,
               std::string("the board with labels and colours, and commands") +
                   (is_default ? "; the default at a terminal" : ", instead of the dialogue of its specification"));
  add_starts(sub, dialogue, flags);
  if (dialogue.add_flags != nullptr) dialogue.add_flags(sub, flags);
  add_shared(sub, flags);
  add_touch_move(sub, *game.info, flags);
}

/// An option's name as given on the command line.
std::string given_name(const CLI::Option& option, std::span<const char* const> arguments) {
  for (const std::string_view argument : arguments)
    for (const auto& name : option.get_lnames())
      if (argument == "--" + name || argument.starts_with("--" + name + "=")) return "--" + name;
  return option.get_name();
}

/// The error message about an option, with its name as given. CLI11's message begins with its first name.
std::string wrong_option(const CLI::ParseError& error, const CLI::App& app, std::span<const char* const> arguments) {
  const std::string message = error.what();
  const auto end = message.find(": ");
  const auto* const option = end == std::string::npos ? nullptr : app.get_option_no_throw(message.substr(0, end));
  if (option == nullptr) return message;
  const auto name = given_name(*option, arguments);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return name + message.substr(end);
  return option->results().empty() ? name + " needs a value: " + option->get_type_name()
                                   : name + " is given more than once";
}

/// The error message about an unexpected argument.
std::string unexpected(const CLI::App& app, const std::string& argument) {
  const auto games = app.get_subcommands();
  if (games.empty() && argument.starts_with("--"))
    return "the flag " + argument + " must follow the name of a game: crown GAME " + argument;
  if (games.empty()) return "unexpected argument " + wire::quoted(argument);
  const auto& game = *games.front();
  if (game.get_option_no_throw(argument) != nullptr)
    return argument + " follows the name of the game: crown " + game.get_name() + " " + argument;
  return (argument.starts_with('-') ? "there is no flag " + argument
                                    : "unexpected argument " + wire::quoted(argument)) +
         "; `crown " + game.get_name() + " --help` lists the flags";
}

/// Prints an error message, or the requested help; returns the exit code.
int answer(const CLI::ParseError& ending, const CLI::App& app, std::span<const char* const> arguments) {
  if (ending.get_exit_code() == 0) return app.exit(ending, std::cout, std::cerr);
  const auto rest = app.remaining(true);
  const auto games = app.get_subcommands();
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&ending) != nullptr && !rest.empty();
  std::cerr << "crown: "
            << (is_extra ? unexpected(app, rest.front())
                         : wrong_option(ending, games.empty() ? app : *games.front(), arguments))
            << '\n';
  return bad_flags;
}

}  // namespace

Flags read_engine_flags(int argc, const char* const* argv) {
  Flags flags;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  add_engine(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError&) {
    return {};
  }
  return flags;
}

std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv, const std::vector<OfferedGame>& games,
                                         const std::string& version) {
  if (argc <= 1) {
    list_games(games);
    return ExitCode{0};
  }
  Flags flags;
  CLI::App app("Plays board games at the terminal with crownd.\n`crown GAME --help` lists the flags of a game.",
               "crown");
  const auto format = std::make_shared<help::HelpFormat>(help_width);
  format->label("SUBCOMMAND", "GAME");
  app.formatter(format);
  app.set_help_flag("--help", "print this and exit");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  bool continues = false;
  app.add_flag("--continue", continues,
               "continue the game that was interrupted last in this folder, with the same players");
  add_shared(app, flags);
  app.option_defaults()->group("Options");  // subcommands inherit it
  std::string names;
  for (const auto& game : games) {
    add_game(app, game, flags);
    names += (names.empty() ? "" : ", ") + game.name;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& ending) {
    const std::string first = argv[1];
    if (first.starts_with('-') || !app.get_subcommands().empty())
      return ExitCode{answer(ending, app, std::span(argv, static_cast<std::size_t>(argc)))};
    std::cerr << "crown: " << wire::no_such("game", first, wire::names(games, &OfferedGame::name)) << ".\n";
    return ExitCode{bad_flags};
  }
  if (continues && app.get_subcommands().empty()) {
    if (!choose_interrupted_game(games, flags)) return ExitCode{cannot_play};
    return flags;
  }
  if (continues || app.get_subcommands().size() != 1) {
    std::cerr << (continues ? "crown: --continue chooses the game: leave out its name.\n"
                            : "crown: the name of one game is needed first: " + names + ".\n");
    return ExitCode{bad_flags};
  }
  flags.game = app.get_subcommands().front()->get_name();
  if (flags.asks_for_shared_dialogue() && (flags.score || flags.counter || flags.nice)) {
    std::cerr << "crown: --score, --counter and --nice are for the dialogue of the specification: leave out --board, "
                 "--file and the players\n";
    return ExitCode{bad_flags};
  }
  return flags;
}

}  // namespace crownd::terminal
