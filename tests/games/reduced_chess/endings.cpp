#include "games/reduced_chess/rules.hpp"
#include "play/make_game.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace {

using namespace crownd;

/// The engine plays both sides with searches of `depth` plies; returns the plies until the game ends, or `most`.
int plies_to_the_end(play::AnyGame& game, int depth, int most) {
  play::Limits limits;
  limits.depth = depth;
  for (int ply = 0; ply < most; ++ply) {
    if (game.status().result.over()) return ply;
    play::Control control;
    const std::vector<std::string> move{*game.search(limits, {}, control, [](const play::Info&) {}).move};
    game.play(move);
  }
  return most;
}

struct Ending {
  std::string position;
  int depth;
  int most;  ///< plies; a perfect player needs at most 31 with a rook and 37 with two bishops on 8x8
};

TEST_CASE("A modest search wins the endings that are won", "[reduced-chess]") {
  const std::vector<Ending> endings{
      {"8 Ka1,Rb2 Kd4 w", 6, 60},     {"8 Kh1,Ra8 Ke4 w", 4, 60},        {"8 Ka1,Bh1,Bg1 Kd4 w", 6, 70},
      {"8 Kh8,Ba1,Bb1 Ke5 w", 4, 70}, {"12 Ka1,Rb2 Kf7 w", 4, 120},      {"12 Kl1,Ba1,Bb1 Kf7 w", 4, 140},
      {"3 Ka1,Rb1 Kc3 w", 6, 20},     {"26 Ka1,Rb2,Rc3 Km13 w", 3, 120},
  };
  for (const auto& [position, depth, most] : endings) {
    INFO(position);
    const auto game = play::make_game<reduced_chess::AnyBoard>();
    game->set_position(position, {});
    CHECK(plies_to_the_end(*game, depth, most) < most);
    CHECK(game->status().result.reason == &crownd::reduced_chess::checkmate);
    CHECK(game->status().side == "w");
  }
}

/// Whether some reply captures the last rook.
bool hangs_a_rook(play::AnyGame& game) {
  for (const auto& reply : game.legal_moves()) {
    game.play(std::vector<std::string>{reply});
    const bool taken = game.position_text().find('R') == std::string::npos;
    game.undo(1);
    if (taken) return true;
  }
  return false;
}

TEST_CASE("A search whose time is over before it begins still sees what hangs", "[reduced-chess]") {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  // The first move in the search order loses the rook.
  for (const std::string position : {"8 Ka6,Rb7 Kb1 w", "8 Ka3,Rg3 Kg1 w", "8 Ke7,Rg3 Kh2 w", "8 Kf7,Rb3 Kc2 w"}) {
    INFO(position);
    game->set_position(position, {});
    play::Limits limits;
    limits.movetime = std::chrono::milliseconds(20);
    play::Control control(false, search::SteadyClock::now() - std::chrono::seconds(1));
    game->play(std::vector<std::string>{*game->search(limits, {}, control, [](const play::Info&) {}).move});
    CHECK_FALSE(hangs_a_rook(*game));
  }
}

}  // namespace
