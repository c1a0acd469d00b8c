#include "connection/child_process.hpp"
#include "connection/remote.hpp"
#include "connection/retry.hpp"
#include "terminal/dialogue.hpp"
#include "terminal/game_file.hpp"
#include "terminal/interrupted_game.hpp"
#include "terminal/table.hpp"
#include "version/version.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace crownd::terminal {

namespace {

constexpr std::chrono::seconds time_to_connect{5};

/// Sleeps; false if a signal that ends the program came before the time was up. The signal stays pending.
bool waited(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds slice{50};
  for (const auto end = connection::within(time); connection::Clock::now() < end; std::this_thread::sleep_for(slice)) {
    sigset_t noted;
    ::sigpending(&noted);
    for (const int number : {SIGTERM, SIGHUP, SIGINT})
      if (::sigismember(&noted, number) == 1) return false;
  }
  return true;
}

/// The engine: a child process, or a remote daemon.
class EngineSide final : public connection::Source {
 public:
  explicit EngineSide(const Flags& flags) : remote_(flags.remote), patience_(flags.reconnect_seconds) {
    if (!remote_.address.empty()) {
      channel_ = connection::reach(remote_, connection::within(time_to_connect));
      return;
    }
    const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "crownd";
    const auto command = flags.engine.empty() ? std::vector<std::string>{beside.string()} : flags.engine;
    // On a terminal its log would disturb the prompt.
    const auto errors = ::isatty(STDERR_FILENO) != 0 ? connection::Errors::captured : connection::Errors::passed;
    auto child = std::make_unique<connection::ChildProcess>(command, errors);
    child_ = child.get();
    channel_ = std::move(child);
  }

  [[nodiscard]] connection::Channel& channel() override { return *channel_; }
  /// A child process that has ended is not restarted: it would end again.
  [[nodiscard]] bool find_again() override {
    if (remote_.address.empty() || patience_.count() == 0) return false;
    std::cerr << "crown: the connection to " << remote_.address << " is lost; trying again for " << patience_.count()
              << " s" << std::endl;
    connection::Retry retry(patience_);
    while (const auto pause = retry.next()) {
      if (!waited(*pause)) return false;
      try {
        channel_ = connection::reach(remote_, connection::within(time_to_connect));
        return true;
      } catch (const connection::ConnectionError&) {
        continue;
      }
    }
    return false;
  }
  /// Its captured standard error; empty if that was passed on.
  [[nodiscard]] std::string log() const { return child_ == nullptr ? "" : child_->errors(); }

 private:
  const connection::Remote remote_;
  const std::chrono::seconds patience_;
  std::unique_ptr<connection::Channel> channel_;
  const connection::ChildProcess* child_ = nullptr;
};

/// The players set by the flags; the others are taken from `players`.
Players players_of(const Flags& flags, Players players) {
  auto& strength = players.strength;
  for (const std::size_t side : {0U, 1U}) players.sides[side] = flags.players[side].value_or(players.sides[side]);
  if (flags.level) strength.level = flags.level;
  if (flags.depth || flags.movetime || flags.specification_machine) {
    strength.depth = flags.depth;
    strength.movetime = flags.movetime;
    strength.specification_machine = flags.specification_machine;
  }
  return players;
}

void set_up(Table& table) {
  const Flags& flags = table.flags;
  Players players = table.players;
  if (flags.position) table.game.begin({*flags.position, {}, {}});
  if (flags.file) {
    const auto game = game_of_file(table.game.info(), read_file(*flags.file));
    table.game.begin(game.record);
    players = players_of(game, players);
  }
  seat(table, players_of(flags, players));
}

/// The dialogue that the game's specification prescribes, if the game is to have it; else null.
const Dialogue* prescribed_dialogue(const Flags& flags) {
  const auto* const dialogue = dialogue_of(flags.game);
  if (dialogue == nullptr || flags.asks_for_shared_dialogue()) return nullptr;
  return dialogue->for_batches && is_at_terminal() && !flags.plain ? nullptr : dialogue;
}

/// The games of the engine, with the details of those that the command line names.
std::vector<Offer> offers_of(Engine& engine, std::span<const char* const> arguments) {
  std::vector<Offer> offers;
  for (auto& [name, title] : engine.games()) {
    Offer offer{name, title, {}};
    if (std::find(arguments.begin(), arguments.end(), name) != arguments.end()) {
      engine.set_position(name, "startpos");
      offer.info = board::game_info(engine.squares());
    }
    offers.push_back(std::move(offer));
  }
  return offers;
}

/// Why the game cannot continue, and where it is saved.
std::string last_sentence(const std::string& why, Table& table) {
  table.console.progress("");
  if (table.game.record().moves.empty()) return why;
  return why + "; the game is saved in " + save_for_later(table.game, table.players) + ".";
}

void run(const Flags& flags, Engine& engine) {
  engine.set_position(flags.game, "startpos");
  const GameInfo info = board::game_info(engine.squares());
  Game game(info, engine);
  const auto* const dialogue = prescribed_dialogue(flags);
  const auto manner = dialogue != nullptr ? Manner::prescribed : Manner::interactive;
  Console console(flags.plain ? Manner::plain : manner, flags.ascii);
  Table table{flags, console, engine, game, {info.players, {}}};
  try {
    set_up(table);
    dialogue != nullptr ? dialogue->play(table) : play_shared_dialogue(table);
  } catch (const Leave&) {
  } catch (const EngineGone& gone) {
    throw EngineGone(last_sentence(gone.what(), table));
  } catch (const Refused& refused) {
    throw std::runtime_error(last_sentence(refused.what(), table));
  } catch (const Ended& ended) {
    const auto sentence = last_sentence(::strsignal(ended.signal), table);
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
  EngineSide side(read_engine_flags(argc, argv));
  try {
    Engine engine(side);
    const auto offers = offers_of(engine, std::span(argv, static_cast<std::size_t>(argc)));
    const auto flags = read_flags(argc, argv, offers, version);
    if (const auto* const exit = std::get_if<ExitCode>(&flags)) return exit->value;
    run(std::get<Flags>(flags), engine);
    return 0;
  } catch (const EngineGone&) {
    std::cerr << side.log();
    throw;
  }
}

/// Raises the signal with its default action, so that the exit status is right.
int end_by(int signal) {
  std::signal(signal, SIG_DFL);
  ::raise(signal);
  return 1;
}

}  // namespace

}  // namespace crownd::terminal

/// Exit codes: 0 when the game or the input has ended, 1 if the game could not be finished, 2 for a bad command
/// line.
int main(int argc, char** argv) {
  using namespace crownd::terminal;
  try {
    return run(argc, argv);
  } catch (const Ended& ended) {
    return end_by(ended.signal);
  } catch (const std::exception& fault) {
    std::cerr << "crown: " << fault.what() << '\n';
    return 1;
  }
}
