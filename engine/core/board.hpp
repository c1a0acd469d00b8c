#pragma once

#include "core/types.hpp"

#include <concepts>
#include <span>
#include <string>
#include <vector>

namespace crownd {

/// How clients show a side. Its name in the protocol is among the game's `side_names`.
struct SideInfo {
  enum class Player : bool { human, engine };

  std::string_view title;          ///< for people
  bool light = true;               ///< the colour of its pieces
  bool at_bottom = true;           ///< where it sits when the board is not flipped
  Player player = Player::engine;  ///< who plays it by default
  std::string_view paint{};        ///< one word: the colour of its pieces, if neither white nor black
};

/// A letter that a Cell may have as its piece.
struct PieceInfo {
  char letter;
  Side side;
  std::string_view kind;  ///< one word: man, king, pawn, ...
  int value = man_value;  ///< in centipawns, for explanations; 0: it is never captured
};

/// Metadata of a game, apart from the board, in the words of PROTOCOL.md.
struct Description {
  std::array<SideInfo, 2> sides;
  std::span<const PieceInfo> pieces;
  std::span<const Reason* const> reasons;  ///< all that `result` may give

  std::string_view notation = "plain";  ///< "pdn GAMETYPE white SIDE", "pgn white SIDE" or "plain"
  std::string_view standard = "none";   ///< what the standard text is: "fen", "pdn-fen" or "none"
  Side first_in_results = Side::first;  ///< its points come first in a result such as 1-0
  std::string_view also_read{};         ///< further notations of moves, with examples from the start position
  std::string algebraic{};            ///< squares with numbers and their names, `1 h1 2 f1`, where moves may have both
  std::string_view reversible_ply{};  ///< what a reversible ply is, as part of a sentence
  bool ends_in_mate = false;          ///< a forced win is called a mate
  bool may_pass = false;              ///< a side without moves passes; `pass` is read as a move
  bool touch_move = false;            ///< touched pieces must be played
  bool asks_again = false;            ///< after an illegal move the player is asked to try again
  int min_board = 0;                  ///< the fewest columns if the size may vary, otherwise 0
  int max_board = 0;
};

/// How a finished game ended, in a sentence for people.
[[nodiscard]] inline std::string sentence_of(const Result& result, const Description& description) {
  std::string sentence(result.reason->sentence);
  const auto insert_title = [&](std::string_view word, Side side) {
    if (const auto at = sentence.find(word); at != std::string::npos)
      sentence.replace(at, word.size(), description.sides[static_cast<std::size_t>(index_of(side))].title);
  };
  insert_title("WINNER", result.winner);
  insert_title("LOSER", opponent(result.winner));
  return sentence;
}

/// A cell of the board.
struct BoardCell {
  std::string name{};  ///< as in moves; empty for unused squares
  bool dark = false;
  char piece = 0;  ///< 0: empty
};

/// The board as drawn before it is flipped, see `SideInfo::at_bottom`.
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

/// Drawing and entering moves; the catalogue requires it:
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
