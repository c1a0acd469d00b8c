#include "games/reduced_chess/rules.hpp"
#include "play/any_game.hpp"
#include "support/catch.hpp"
#include "support/crowded_board.hpp"
#include "support/stop_latency.hpp"

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

TEST_CASE("A shallow search wins won endings", "[reduced-chess]") {
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

TEST_CASE("A search without time still sees hanging pieces", "[reduced-chess]") {
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

namespace crownd {
namespace {

/// 300 pieces all over the largest board, with hundreds of captures for either side; the kings are walled in.
std::string dense_board() {
  constexpr int side = 26;
  constexpr std::size_t pieces = 300;
  std::array<std::string, 2> armies{"Ka1,Ra2,Rb1,Rb2", "Kz26,Rz25,Ry26,Ry25"};
  std::set<std::string> taken{"a1", "a2", "b1", "b2", "z26", "z25", "y26", "y25"};
  std::uint32_t random = 3;
  while (taken.size() < pieces) {
    random = (random * 1103515245U + 12345U) & 0x7fffffffU;  // the generator of the C standard's example
    const int square = static_cast<int>(random >> 16) % (side * side);
    const std::string name = std::string{static_cast<char>('a' + square % side)} + std::to_string(1 + square / side);
    const std::size_t number = taken.size();
    if (taken.insert(name).second) armies[number % 2] += (number % 4 < 2 ? ",B" : ",R") + name;
  }
  return "26 " + armies[0] + " " + armies[1] + " w";
}

std::uint64_t nodes_of_first_depth(int lines) {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  game->set_position(dense_board(), {});
  play::Settings settings;
  settings.multipv = lines;
  game->configure(settings);
  play::Limits limits;
  limits.depth = 1;
  play::Control control;
  play::Info last;
  (void)game->search(limits, {}, control, [&](const play::Info& info) { last = info; });
  CHECK(last.multipv == lines);
  return last.nodes;
}

TEST_CASE("256 lines of 300 pieces on 26x26 take one search of each move, not 256") {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  game->set_position(dense_board(), {});
  const auto moves = game->legal_moves().size();
  REQUIRE(moves > 900);
  // Of this many nodes most are the exchanges that the score of each line is made of; looks for one line after the
  // other need twice as many.
  CHECK(nodes_of_first_depth(256) < 400 * moves);
}

TEST_CASE("stop is obeyed on 26x26 with 600 pieces, whenever it comes") {
  const auto game = play::make_game<reduced_chess::AnyBoard>();
  game->set_position(testing::crowded_board(), {});
  REQUIRE(game->legal_moves().size() > 100);
  for (const int looks : {1, 2, 30, 300}) {
    INFO("stopped after " << looks << " looks");
    testing::check_stops_at(*game, looks);
    CHECK(testing::stop_latency(*game, looks) < testing::max_stop_latency);
  }
}

}  // namespace
}  // namespace crownd
