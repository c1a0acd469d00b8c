#pragma once

#include "connection/engine.hpp"
#include "console/console.hpp"
#include "terminal/flags.hpp"
#include "terminal/game.hpp"
#include "terminal/players.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// Whether it separates words of a line that a person enters.
[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The state of the program around one game, shared by the dialogues.
struct Table {
  const Flags& flags;
  Console& console;
  Engine& engine;
  Game& game;
  Players players;

  [[nodiscard]] bool engine_to_move() const { return players.sides[game.side()] == Player::engine; }
};

/// Sets the players.
void seat(Table& table, const Players& players);

/// Whether the game can be left: no game is in progress, or the person confirms.
[[nodiscard]] bool may_leave(Table& table);

/// How else a move may be written, where the game has further notations.
void say_further_notations(Table& table);

/// Shows the board, the last move and the other marks on it.
void show_board(Table& table, Marks marks = {});

/// "White is better by 0.4", "Black wins in 3 moves", "neither side is better": the engine's score for the
/// side with this index, in men or pawns.
[[nodiscard]] std::string verdict(const GameInfo& game, std::size_t side, const wire::Score& score);

/// The engine's choice, and the best moves that it found.
struct Thought {
  struct Line {
    std::string move;
    std::optional<wire::Score> score;  ///< for the side to move
  };

  std::string move;
  std::vector<Line> lines;
  bool interrupted = false;  ///< by Ctrl-C
};

/// Runs a search with these settings, with a progress line. Ctrl-C stops it.
[[nodiscard]] Thought think(Table& table, const Strength& strength, int lines = 1);

// Dialogues play one game to its end. They return at the end of input as well; exceptions from them end the program.

/// The default dialogue, for games whose specification prescribes none.
void play_shared_dialogue(Table& table);

}  // namespace crownd::terminal
