#pragma once

#include "terminal/console.hpp"
#include "terminal/engine.hpp"
#include "terminal/flags.hpp"
#include "terminal/game.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::terminal {

/// All that sits around one game, for the dialogues.
struct Table {
  const Flags& flags;
  Console& console;
  Engine& engine;
  Game& game;
  std::array<Player, 2> players;

  [[nodiscard]] bool engine_to_move() const { return players[game.side()] == Player::engine; }
};

/// Shows the board, the last move and the other marks on it.
void show_board(Table& table, Marks marks = {});

struct Thought {
  std::string move;
  std::optional<wire::Score> score;
  bool interrupted = false;  ///< by Ctrl-C
};

/// Lets the engine think about the position as the flags say, with a line of progress. Ctrl-C ends its thinking.
[[nodiscard]] Thought think(Table& table);

/// "+0.35", or how far away a win or a loss is: for the side to move.
[[nodiscard]] std::string text_of(const wire::Score& score);

// Each plays one game to its end. They return at the end of input as well; what they throw ends the program.

/// The dialogue of all games where the specification leaves it open.
void play_shared_dialogue(Table& table);
void play_reduced_chess(Table& table);
void play_stupid(Table& table);
/// Actions on standard input, then `A` or `P`.
void run_towers_batch(Table& table);

}  // namespace crownd::terminal
