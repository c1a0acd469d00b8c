// The engine plays a game against itself: example [GAME [PLIES [DEPTH]]].
#include <crownd/engine.hpp>

#include <array>
#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  const auto* const entry = crownd::games::find(argc > 1 ? argv[1] : "english");
  if (entry == nullptr) {
    std::cerr << "The games are:";
    for (const auto& game : crownd::games::catalogue()) std::cerr << ' ' << game.name;
    std::cerr << '\n';
    return 2;
  }
  const auto game = entry->make();
  game->set_position("startpos", {});
  crownd::search::Limits limits;
  limits.depth = argc > 3 ? std::atoi(argv[3]) : 6;
  for (int plies = argc > 2 ? std::atoi(argv[2]) : 10; plies > 0; --plies) {
    crownd::search::Control control;
    const auto best = game->search(limits, {}, control, [](const crownd::play::Info&) {});
    if (!best.move) break;
    std::cout << *best.move << '\n';
    game->play(std::array{*best.move});
  }
  for (const auto& line : game->picture()) std::cout << line << '\n';
  return 0;
}
