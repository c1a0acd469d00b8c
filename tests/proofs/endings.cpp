// Won endings from random positions: the engine must win each within ten seconds of its own thinking, against itself as
// defender. `prove_endings [GAMES [MILLISECONDS-A-MOVE]]`; exit code 1 if one was not won.

#include "core/random.hpp"
#include "games/catalogue.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace crownd;
using std::chrono::milliseconds;

constexpr milliseconds thinking_allowed{10'000};

struct Ending {
  std::string name;
  std::string game;
  std::function<std::string(Random&)> start;  ///< the first side in `winner` is to win
  std::string winner;
};

/// Columns and rows of an 8x8 board; the n-th square.
std::string chess_square(std::size_t n) { return {static_cast<char>('a' + n % 8), static_cast<char>('1' + n / 8)}; }

bool same_colour(std::size_t a, std::size_t b) { return (a % 8 + a / 8) % 2 == (b % 8 + b / 8) % 2; }
bool adjacent(std::size_t a, std::size_t b) {
  const auto apart = [](std::size_t x, std::size_t y) { return x > y ? x - y : y - x; };
  return apart(a % 8, b % 8) <= 1 && apart(a / 8, b / 8) <= 1;
}

std::vector<std::size_t> different(Random& random, std::size_t count, std::size_t bound) {
  std::vector<std::size_t> chosen;
  while (chosen.size() < count) {
    const std::size_t next = random.below(bound);
    bool fresh = true;
    for (const auto one : chosen) fresh = fresh && one != next;
    if (fresh) chosen.push_back(next);
  }
  return chosen;
}

std::string rook_ending(Random& random) {
  while (true) {
    const auto at = different(random, 3, 64);
    if (!adjacent(at[0], at[2]))
      return "8 K" + chess_square(at[0]) + ",R" + chess_square(at[1]) + " K" + chess_square(at[2]) + " w";
  }
}

/// Two bishops on different colours; not both attacked by the king, which would capture one of them.
std::string bishops_ending(Random& random) {
  while (true) {
    const auto at = different(random, 4, 64);
    if (adjacent(at[0], at[3]) || same_colour(at[1], at[2]) || (adjacent(at[1], at[3]) && adjacent(at[2], at[3])))
      continue;
    return "8 K" + chess_square(at[0]) + ",B" + chess_square(at[1]) + ",B" + chess_square(at[2]) + " K" +
           chess_square(at[3]) + " w";
  }
}

/// Three kings of b against one of a, b to move.
std::string three_kings(Random& random) {
  const auto at = different(random, 4, 32);
  std::string letters(32, '.');
  for (std::size_t i = 0; i < 3; ++i) letters[at[i]] = 'B';
  letters[at[3]] = 'A';
  return letters + ":b";
}

milliseconds since(search::SteadyClock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(search::SteadyClock::now() - start);
}

std::string think(play::AnyGame& game, milliseconds time) {
  play::Limits limits;
  limits.movetime = time;
  play::Control control;
  return game.search(limits, {}, control, [](const play::Info&) {}).move.value();
}

/// Why the game was not won; empty if it was.
std::optional<std::string> play_out(const Ending& ending, const std::string& start, milliseconds a_move) {
  const auto attack = games::find(ending.game)->make(), defence = games::find(ending.game)->make();
  play::Settings settings;
  settings.move_overhead = milliseconds(0);
  attack->configure(settings);
  defence->configure(settings);
  attack->set_position(start, {});
  defence->set_position(start, {});
  milliseconds thought{0};
  for (int plies = 0;; ++plies) {
    const auto status = attack->status();
    if (status.result.outcome == Outcome::draw) return "drawn";
    if (status.result.over()) return status.side == ending.winner ? std::nullopt : std::optional<std::string>("lost");
    const bool attacking = status.side == ending.winner;
    const auto began = search::SteadyClock::now();
    const std::vector<std::string> move{think(attacking ? *attack : *defence, a_move)};
    if (attacking) thought += since(began);
    if (thought > thinking_allowed)
      return "not won after " + std::to_string(plies) + " plies: " + attack->position_text();
    attack->play(move);
    defence->play(move);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 50;
  const milliseconds a_move(argc > 2 ? std::atoi(argv[2]) : 50);
  const std::vector<Ending> endings{{"king and rook v king", "reduced-chess", rook_ending, "w"},
                                    {"king and two bishops v king", "reduced-chess", bishops_ending, "w"},
                                    {"three kings v one, english", "english", three_kings, "b"}};
  int failed = 0;
  for (const Ending& ending : endings) {
    Random random(0);
    int won = 0;
    for (int number = 0; number < games; ++number) {
      const std::string start = ending.start(random);
      const auto failure = play_out(ending, start, a_move);
      if (failure) std::cout << ending.name << ", " << start << ": " << *failure << std::endl;
      won += failure ? 0 : 1;
    }
    failed += games - won;
    std::cout << ending.name << ": " << won << " of " << games << " won" << std::endl;
  }
  return failed == 0 ? 0 : 1;
}
