#include "connection/child_process.hpp"
#include "connection/remote.hpp"
#include "terminal/game_file.hpp"
#include "terminal/table.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <variant>

namespace crownd::terminal {

namespace {

constexpr std::chrono::seconds time_to_connect{5};

std::unique_ptr<connection::Channel> reach_engine(const Flags& flags) {
  if (flags.remote.address.empty()) {
    const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "crownd";
    const auto command = flags.engine.empty() ? std::vector<std::string>{beside.string()} : flags.engine;
    return std::make_unique<connection::ChildProcess>(command);
  }
  return connection::reach(flags.remote, connection::within(time_to_connect));
}

std::array<Player, 2> players_of(const GameInfo& info, const Flags& flags) {
  return {flags.players[0].value_or(info.players[0]), flags.players[1].value_or(info.players[1])};
}

void set_up(Game& game, const Flags& flags) {
  if (flags.position) game.begin({*flags.position, {}, {}});
  if (flags.file) game.begin(game_of_file(game.info(), read_file(*flags.file)));
}

void play(Table& table) {
  const std::string_view name = table.game.info().name;
  const bool shared = table.flags.asks_for_shared_dialogue();
  if (name == "reduced-chess" && !shared) return play_reduced_chess(table);
  if (name == "stupid" && !shared) return play_stupid(table);
  if (name == "towers" && !shared) return run_towers_batch(table);
  play_shared_dialogue(table);
}

/// Writes the game to a file that was not there, and gives its name.
std::string save_for_later(const Game& game, const std::array<Player, 2>& players) {
  const std::string ending = game.info().pdn_type.empty() ? ".txt" : ".pdn";
  std::string name;
  for (int number = 1; name.empty() || std::filesystem::exists(name); ++number)
    name = "crown-" + std::string(game.info().name) + "-" + std::to_string(number) + ending;
  write_file(name, file_of_game(game.info(), game.record(), {game.status(), players}));
  return name;
}

/// Tells in one sentence why the game cannot go on; saves it first.
int give_up(const std::exception& why, Console& console, const Game& game, const std::array<Player, 2>& players) {
  const bool something_to_save = !game.record().moves.empty();
  const auto saved = something_to_save ? "; the game is saved in " + save_for_later(game, players) : "";
  console.progress("");
  std::cerr << "crown: " << why.what() << saved << (saved.empty() ? "\n" : ".\n");
  return 1;
}

int run(const Flags& flags) {
  const GameInfo& info = game_named(flags.game);
  const auto players = players_of(info, flags);
  const auto channel = reach_engine(flags);
  Engine engine(*channel);
  Game game(info, engine);
  Console console(flags.asks_for_shared_dialogue() ? Manner::interactive : Manner::as_in_a_pipe, flags.ascii);
  try {
    if (flags.level) engine.set_option("Skill Level", *flags.level);
    set_up(game, flags);
    Table table{flags, console, engine, game, players};
    play(table);
  } catch (const Leave&) {
  } catch (const EngineGone& gone) {
    return give_up(gone, console, game, players);
  } catch (const Refused& refused) {
    return give_up(refused, console, game, players);
  }
  return 0;
}

}  // namespace

}  // namespace crownd::terminal

/// Exit codes: 0 when the game or the input has ended, 1 where it could not be played to its end, 2 for a bad command
/// line.
int main(int argc, char** argv) {
  using namespace crownd::terminal;
  try {
    const auto flags = read_flags(argc, argv);
    if (const auto* const exit = std::get_if<ExitCode>(&flags)) return exit->value;
    return run(std::get<Flags>(flags));
  } catch (const std::exception& fault) {
    std::cerr << "crown: " << fault.what() << '\n';
    return 1;
  }
}
