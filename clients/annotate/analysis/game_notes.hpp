#pragma once

#include "annotate/judgement/judgement.hpp"
#include "board/game_info.hpp"
#include "wire/reply.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crownd::annotate {

// What the analysis of a game has found. Sides: 0 is the one that moves first in the game, 1 the other.

/// A position as it is drawn.
struct Frame {
  std::string pieces;               ///< a letter for each cell, row by row from the top; `-` for none
  std::vector<std::string> path{};  ///< the squares of the move that led here
  bool operator==(const Frame&) const = default;
};

/// A move of a line that was not played.
struct LineMove {
  std::string text;  ///< as the game's notation has it
  Frame frame;
  bool operator==(const LineMove&) const = default;
};

/// A move, seen by the side that made it.
struct MoveNote {
  std::string move;  ///< in the engine's form
  std::string text;  ///< as the game's notation has it
  int side = 0;
  std::size_t legal = 0;  ///< how many moves there were
  std::string position;   ///< before it
  wire::Score score{};    ///< after it
  std::optional<wire::WinDrawLoss> wdl{};
  int depth = 0;               ///< of the search that gave the score
  std::string best{};          ///< the engine's choice, in its form
  wire::Exact exact_before{};  ///< what tables know of the position before it, and after it
  wire::Exact exact_after{};
  int before = 0;  ///< winning chance of the best move, in permille
  int after = 0;   ///< and of this one
  int loss = 0;    ///< 0 also if the engine prefers this move at either look
  bool looked_twice = false;
  Judgement judgement = Judgement::none;
  std::vector<LineMove> better{};  ///< the line that would have been better, for a move that is judged
  /// What the text has instead of the move: each line as far as the rules allow it, and behind it the lines within it,
  /// in the order of the text.
  std::vector<std::vector<LineMove>> variations{};
  Frame frame{};  ///< after it
  bool operator==(const MoveNote&) const = default;
};

enum class Aim : std::uint8_t { win, save };

/// A position of the game in which exactly one move reaches the aim.
struct Puzzle {
  std::size_t ply = 0;  ///< how many moves of the game lead there
  Aim aim = Aim::win;
  int side = 0;            ///< that is to move
  std::string position{};  ///< in the game's own form
  std::string standard{};  ///< as FEN or PDN FEN; empty if the game has none
  std::vector<LineMove> solution{};
  int depth = 0;       ///< of the search that verified it
  int difficulty = 0;  ///< the depth from which a search keeps to the move
  std::size_t legal = 0;
  bool operator==(const Puzzle&) const = default;
};

/// What a board looks like without its pieces.
struct BoardLook {
  struct Cell {
    std::string name;
    bool dark = false;
    bool operator==(const Cell&) const = default;
  };
  struct Piece {
    char letter = 0;
    bool light = true;
    std::string kind;
    bool operator==(const Piece&) const = default;
  };
  std::vector<std::vector<Cell>> cells;
  std::vector<std::string> columns, rows;
  std::vector<Piece> pieces;
  bool operator==(const BoardLook&) const = default;
};

struct GameNotes {
  std::size_t index = 0;  ///< among all games that were read, from 0
  std::string skipped{};  ///< why it was not analysed; all else is then empty
  std::string game{};     ///< the daemon's name of it, and its title
  std::string title{};
  board::GameInfo::Notation notation{};
  std::array<std::string, 2> sides{};  ///< titles of the sides
  int to_move = 0;                     ///< in the first position
  bool mates = false;                  ///< a forced win is called a mate
  std::string start{};                 ///< the first position, in the game's own form
  int chance = even_chance;            ///< of the side to move there
  std::string ending{};                ///< how the rules ended it, for people; empty: they did not
  BoardLook look{};
  Frame first{};
  std::vector<MoveNote> moves{};
  std::optional<MoveNote> position{};  ///< of a game without moves: the best move there, and its line in `better`
  std::vector<Puzzle> puzzles{};
  bool operator==(const GameNotes&) const = default;

 private:
  static constexpr int even_chance = 500;
};

}  // namespace crownd::annotate
