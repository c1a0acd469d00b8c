#pragma once

#include "core/result.hpp"
#include "core/side.hpp"

#include <array>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd {

// What a client needs to draw a game and to let people click its moves; clients need no knowledge of any game.

/// How clients show a side. Its name in the protocol is among the game's `side_names`.
struct SideLook {
  enum class Player : bool { human, engine };

  std::string_view title;          ///< for people
  bool light = true;               ///< the colour of its pieces
  bool at_bottom = true;           ///< where it sits when the board is not flipped
  Player player = Player::engine;  ///< who plays it by default
  std::string_view paint{};        ///< one word: the colour of its pieces where it is neither white nor black
};

/// A letter that a Cell may have as its piece.
struct PieceLook {
  char letter;
  Side side;
  std::string_view kind;  ///< one word: man, king, pawn, ...
};

/// What a game is called, draws and notations apart from the board. The words are those of PROTOCOL.md.
struct Description {
  std::array<SideLook, 2> sides;
  std::span<const PieceLook> pieces;
  std::span<const Reason* const> reasons;  ///< all that `result` may give

  std::string_view notation = "plain";  ///< "pdn GAMETYPE white SIDE", "pgn white SIDE" or "plain"
  std::string_view standard = "none";   ///< what the standard text is: "fen", "pdn-fen" or "none"
  Side first_in_results = Side::first;  ///< whose points stand first in a result such as 1-0
  std::string_view also_read{};         ///< further notations of moves, with examples from the start position
  std::string algebraic{};            ///< squares with numbers and their names, `1 h1 2 f1`, where moves may have both
  std::string_view reversible_ply{};  ///< what a reversible ply is, as part of a sentence
  bool ends_in_mate = false;          ///< a forced win is called a mate
  bool may_pass = false;              ///< a side may have to pass its turn; `pass` is read as a move
  bool touch_move = false;            ///< a piece that is touched must be played
  bool asks_again = false;            ///< after an illegal move the player is asked to try again
  int smallest_board = 0;             ///< where the size may vary, the fewest columns; else 0
  int largest_board = 0;
};

/// How a finished game ended, in a sentence for people.
[[nodiscard]] std::string sentence_of(const Result& result, const Description& description);

/// A cell of the board.
struct BoardCell {
  std::string name{};  ///< as moves name it; empty where no piece can stand
  bool dark = false;
  char piece = 0;  ///< 0: empty
};

/// The board as it is drawn before anybody flips it, see `SideLook::at_bottom`.
struct Board {
  std::vector<std::string> columns;  ///< labels from left to right; none where squares have numbers only
  std::vector<std::string> rows;     ///< labels from top to bottom
  std::vector<std::vector<BoardCell>> cells;
};

/// One way to enter a move on the board, square by square.
struct MovePath {
  std::vector<std::string> squares;  ///< the squares that the piece visits, its start first
  std::vector<std::string> takes{};  ///< the squares of the captured pieces, in the order of capture
  char becomes = 0;                  ///< the letter of the piece after the move, if it has changed
};

/// A game that can be drawn and clicked, as the catalogue asks for:
///   description(p)  depends on p only in the size of the board
///   board(p)
///   paths(p, m)     every route of the legal move m, first the one that format_move writes; most moves have one
template <class R>
concept HasBoard = requires(const typename R::Position p, const typename R::Move m) {
  { R::description(p) } -> std::same_as<Description>;
  { R::board(p) } -> std::same_as<Board>;
  { R::paths(p, m) } -> std::same_as<std::vector<MovePath>>;
};

}  // namespace crownd
