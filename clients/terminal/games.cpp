#include "terminal/games.hpp"

#include <algorithm>

namespace crownd::terminal {

namespace {

constexpr std::string_view man = "●";
constexpr std::string_view king = "♚";

constexpr Piece english_pieces[] = {{'b', 0, man}, {'B', 0, king}, {'a', 1, man}, {'A', 1, king}};
constexpr Piece spanish_pieces[] = {{'w', 0, man}, {'W', 0, king}, {'b', 1, man}, {'B', 1, king}};
// Letters, so that nobody has to tell them by their colour.
constexpr Piece stupid_pieces[] = {{'r', 0, "r"}, {'b', 1, "b"}};
constexpr Piece towers_pieces[] = {{'b', 0, man}, {'B', 0, "♜"}, {'w', 1, man}, {'W', 1, "♜"}};
constexpr Piece chess_pieces[] = {{'K', 0, king}, {'R', 0, "♜"}, {'B', 0, "♝"},
                                  {'k', 1, king}, {'r', 1, "♜"}, {'b', 1, "♝"}};

constexpr auto human = Player::human;
constexpr auto engine = Player::engine;

constexpr GameInfo games[] = {
    {.name = "english",
     .title = "American (English) draughts",
     .sides = {"b", "a"},
     .words = {"b", "a"},
     .light = {false, true},
     .players = {human, human},
     .pieces = english_pieces,
     .naming = Naming::both,
     .corner_is_dark = false,
     .plays_on_dark = true,
     .asks_again = true,
     .pdn_type = "21,B,8,8,N1,0",
     .pdn_white = 1},
    {.name = "spanish",
     .title = "Spanish draughts",
     .sides = {"w", "b"},
     .words = {"White", "Black"},
     .light = {true, false},
     .players = {human, engine},
     .pieces = spanish_pieces,
     .naming = Naming::numbers,
     .corner_is_dark = false,
     .plays_on_dark = false,
     .touch_move = true,
     .pdn_type = "24,W,8,8,N1,1",
     .pdn_white = 0},
    {.name = "stupid",
     .title = "stupid checkers",
     .sides = {"r", "b"},
     .words = {"r", "b"},
     .light = {true, false},
     .players = {human, human},
     .pieces = stupid_pieces,
     .naming = Naming::cells_down,
     .corner_is_dark = true,
     .plays_on_dark = true},
    {.name = "towers",
     .title = "checkers with towers",
     .sides = {"b", "w"},
     .words = {"Black", "White"},
     .light = {false, true},
     .players = {human, engine},
     .pieces = towers_pieces,
     .naming = Naming::cells_down,
     .corner_is_dark = false,
     .plays_on_dark = true},
    {.name = "reduced-chess",
     .title = "reduced chess",
     .sides = {"w", "b"},
     .words = {"White", "Black"},
     .light = {true, false},
     .players = {human, engine},
     .pieces = chess_pieces,
     .naming = Naming::cells_up,
     .corner_is_dark = false,
     .plays_on_dark = true,
     .ends_in_mate = true},
};

}  // namespace

std::span<const GameInfo> all_games() { return games; }

const GameInfo& game_named(std::string_view name) {
  return *std::find_if(std::begin(games), std::end(games), [&](const GameInfo& game) { return game.name == name; });
}

std::size_t side_index(const GameInfo& game, std::string_view side) { return side == game.sides[0] ? 0 : 1; }

}  // namespace crownd::terminal
