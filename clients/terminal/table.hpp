#pragma once

#include "terminal/console.hpp"
#include "terminal/engine.hpp"
#include "terminal/flags.hpp"
#include "terminal/game.hpp"
#include "terminal/players.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// All that sits around one game, for the dialogues.
struct Table {
  const Flags& flags;
  Console& console;
  Engine& engine;
  Game& game;
  Players players;

  [[nodiscard]] bool engine_to_move() const { return players.sides[game.side()] == Player::engine; }
};

/// From now on these play.
void seat(Table& table, const Players& players);

/// Whether the game can be left: none is under way, or the person says so.
[[nodiscard]] bool may_leave(Table& table);

/// Shows the board, the last move and the other marks on it.
void show_board(Table& table, Marks marks = {});

/// What the engine chose, and the best moves that it saw.
struct Thought {
  struct Line {
    std::string move;
    std::optional<wire::Score> score;  ///< for the side to move
  };

  std::string move;
  std::vector<Line> lines;
  bool interrupted = false;  ///< by Ctrl-C
};

/// Lets the engine think about the position as the players have it, with a line of progress. Ctrl-C ends its thinking.
[[nodiscard]] Thought think(Table& table, int lines = 1);

// Dialogues play one game to its end. They return at the end of input as well; what they throw ends the program.

/// The dialogue of all games where the specification leaves it open.
void play_shared_dialogue(Table& table);

}  // namespace crownd::terminal
