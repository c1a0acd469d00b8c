// The engine against the depth-three minimax of the towers specification, from random openings of six plies, each
// played with both colours. `prove_towers_machine [GAMES [MILLISECONDS-A-MOVE]]`; exit code 1 if the engine lost a
// game.

#include "core/random.hpp"
#include "games/catalogue.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace crownd;

constexpr int opening_plies = 6;
constexpr int machine_depth = 3;
constexpr int plies_limit = 300;  // plies; the rules have no draw, so longer games are adjudicated as draws

std::vector<std::string> random_opening(std::uint64_t seed) {
  while (true) {
    const auto game = games::find("towers")->make();
    std::vector<std::string> moves;
    for (int ply = 0; ply < opening_plies && !game->legal_moves().empty(); ++ply) {
      const auto legal = game->legal_moves();
      moves.push_back(legal[mix(++seed) % legal.size()]);
      game->play(std::vector<std::string>{moves.back()});
    }
    if (!game->status().result.over()) return moves;
  }
}

/// 1 if the engine won, -1 if it lost, 0 if the game was adjudicated.
int play_out(const std::vector<std::string>& opening, const std::string& engine_side,
             std::chrono::milliseconds a_move) {
  const auto game = games::find("towers")->make();
  game->set_position("startpos", opening);
  for (int ply = 0; ply < plies_limit; ++ply) {
    const auto status = game->status();
    if (status.result.over()) return status.side == engine_side ? 1 : -1;
    play::Control control;
    play::Limits limits;
    limits.movetime = a_move;
    const auto ignore = [](const play::Info&) {};
    const auto best = status.side == engine_side ? game->search(limits, {}, control, ignore)
                                                 : game->minimax(machine_depth, control, ignore);
    game->play(std::vector<std::string>{best.move.value()});
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100;
  const std::chrono::milliseconds a_move(argc > 2 ? std::atoi(argv[2]) : 50);
  int won = 0, lost = 0, open = 0;
  for (int number = 0; number < games; ++number) {
    const auto opening = random_opening(static_cast<std::uint64_t>(number / 2) * 1000);
    const int result = play_out(opening, number % 2 == 0 ? "b" : "w", a_move);
    (result > 0 ? won : result < 0 ? lost : open) += 1;
    if (result <= 0) {
      std::cout << (result < 0 ? "lost:" : "broken off:");
      for (const auto& move : opening) std::cout << ' ' << move;
      std::cout << (number % 2 == 0 ? ", engine b" : ", engine w") << std::endl;
    }
  }
  std::cout << "engine against the machine of the specification: " << won << " won, " << open << " broken off, " << lost
            << " lost" << std::endl;
  return lost == 0 ? 0 : 1;
}
