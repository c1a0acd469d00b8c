#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/position.hpp"

#include <functional>

namespace crownd::draughts_family {

/// The letters of a game. A side is named by the letter of its men.
struct Letters {
  std::array<char, 2> men;    ///< by Side
  std::array<char, 2> kings;  ///< by Side
  std::string_view king = "king";
};

/// The letter on a square, or `empty`.
[[nodiscard]] constexpr char letter_on(const Position& position, Bits square, const Letters& letters, char empty) {
  for (const std::size_t side : {0U, 1U})
    if ((position.pieces[side] & square) != 0)
      return ((position.kings & square) != 0 ? letters.kings : letters.men)[side];
  return empty;
}

/// A king that steps counts as a man, so that explanations tell a promotion from a gain of material.
inline constexpr int flying_king_value = 3 * man_value;

[[nodiscard]] constexpr std::array<PieceInfo, 4> piece_looks(const Letters& letters, int king_value = man_value) {
  return {PieceInfo{letters.men[0], Side::first, "man"},
          PieceInfo{letters.kings[0], Side::first, letters.king, king_value},
          PieceInfo{letters.men[1], Side::second, "man"},
          PieceInfo{letters.kings[1], Side::second, letters.king, king_value}};
}

using SquareNames = std::function<std::string(Square)>;

[[nodiscard]] std::string without_spaces(std::string_view text);

/// Reads 32 letters in place order (1b, 1d, … 8g; `.` is empty), a colon and the letter of the side to move, such as
/// "aaaaaaaaaaaa........bbbbbbbbbbbb:b". Throws BadInput for other texts, an empty board, or a man on its last row.
[[nodiscard]] Position read_letters(std::string_view text, const Letters& letters, const SquareNames& name_of);

[[nodiscard]] std::string write_letters(const Position& position, const Letters& letters);

/// The error if all squares that a piece of `side` could step to are occupied; otherwise the game is over.
[[nodiscard]] BadInput blocked_piece(Square from, bool king, Side side, Bits empty, const SquareNames& name_of);

/// The board with labels as in text::board_of, row 1 on top. `mirrored`: drawn with left and right exchanged.
[[nodiscard]] Board drawn_board(const Position& position, const Letters& letters, const SquareNames& name_of,
                                char first_column, bool mirrored = false);

/// The squares of a move: the start, and every landing square.
using Route = std::vector<Square>;

/// The squares strictly between two squares of one diagonal, in order.
[[nodiscard]] Route squares_between(Square from, Square to);

/// The path of a move over these squares, and the captured pieces between them.
[[nodiscard]] MovePath path_of(const Route& route, Bits captured, const Position& before, const Position& after,
                               const Letters& letters, const SquareNames& name_of);

/// A game's conventions in Portable Draughts Notation (PDN 3.0).
struct PdnConventions {
  Square (*square_of)(int number);
  std::string (*name_of)(Square square);  ///< its number
  Side white;
  Kings kings;

  /// The numbers and names of all squares, `1 h1 2 f1 ...`.
  [[nodiscard]] std::string numbered_names(const SquareNames& other_name_of) const;
};

/// Whether the text begins like a PDN FEN: W or B, then a colon.
[[nodiscard]] bool looks_like_pdn(std::string_view text);

struct PdnPosition {
  Position position;
  Counters counters;
};

/// Reads `B:W21-32:B1-12` and `W:WK4,23,K27-29:B1,7:H0:F1.`: ranges, K for kings, the colours in either order, then
/// counters of plies and moves; either case, spaces anywhere, a full stop at the end. Throws bad_position for other
/// texts, a square named twice, an empty board, and a man on its last row.
[[nodiscard]] PdnPosition parse_pdn(std::string_view text, const PdnConventions& conventions);

/// The canonical form: White first, squares ascending, no ranges, no spaces.
[[nodiscard]] std::string format_pdn(const Position& position, const PdnConventions& conventions);

/// A square as written in a move: a PDN number, or a row and a column letter. It may be off the board.
struct WrittenSquare {
  int number = 0;
  char column = 0;  ///< 0 for a PDN number
  bool column_first = false;

  [[nodiscard]] bool on_board() const { return number >= 1 && number <= 8 && column >= 'a' && column <= 'h'; }
  [[nodiscard]] bool is_playable() const { return draughts_family::is_playable(number - 1, column - 'a'); }
  [[nodiscard]] std::string text() const {
    return column_first ? column + std::to_string(number) : std::to_string(number) + column;
  }
};

/// The squares of a move text such as `11-15`, `22x15x8`, `6c5d` or `b6 a5`, one or more; nothing for other texts.
/// Separators and spaces are optional between squares with letters. Case is ignored.
[[nodiscard]] std::optional<std::vector<WrittenSquare>> read_written_squares(std::string_view text);

struct Jump {
  Square to = 0;
  Bits victim = 0;
};

/// The next jumps of the piece from `start` to `at`, after it has taken `captured`. Men jump forward only.
[[nodiscard]] std::vector<Jump> next_jumps(const Position& position, Kings kings, Square start, Square at,
                                           Bits captured);

struct Capture {
  Route route;
  Bits captured = 0;

  [[nodiscard]] Move move() const { return {route.front(), route.back(), captured}; }
};

/// The complete captures of the piece on `start` that take nothing outside `allowed`.
[[nodiscard]] std::vector<Capture> captures_from(const Position& position, Kings kings, Square start, Bits allowed);

/// Every route of a legal move, in the order of their texts in PDN.
[[nodiscard]] std::vector<Route> routes_of(const Position& position, const Move& move,
                                           const PdnConventions& conventions);

/// "11-15" for a step, "22x15x8" for a capture.
[[nodiscard]] std::string text_of(const Route& route, bool capture, const SquareNames& name_of);

[[nodiscard]] std::string format_move(const Position& position, const Move& move, const PdnConventions& conventions);

[[nodiscard]] std::vector<MovePath> paths_of(const Position& position, const Move& move, const Letters& letters,
                                             const PdnConventions& conventions);

/// Whether these squares are the beginning of a longer route.
[[nodiscard]] bool starts_with(const Route& route, const Route& squares);

/// Whether the route begins with `squares[0]` and passes the others in order, maybe with more squares after the last.
[[nodiscard]] bool passes(const Route& route, const Route& squares);

/// Reads moves of one position, which must outlive it. A text with all squares of a route is that move. Landing squares
/// in between may be left out if the text then abbreviates no other move, and begins none.
class MoveReader {
 public:
  MoveReader(const Position& position, std::span<const Move> legal, const PdnConventions& conventions,
             SquareNames name_of)
      : position_(position), legal_(legal), conventions_(conventions), name_of_(std::move(name_of)) {}

  /// The move of these squares, if any. Throws ambiguous_move with all candidates.
  [[nodiscard]] std::optional<Move> find(const Route& squares) const;

  /// All legal moves that a text in a game file may mean; as some programs write, jumped squares may take the place of
  /// landing squares, 9x14x22x25, and numbers may lack a separator: `1115` is 11-15, and `115` is 1-15 or 11-5. `read`
  /// reads the squares of other texts.
  [[nodiscard]] std::vector<Move> find_in_file(std::string_view text, Route (*read)(std::string_view text)) const;

 protected:
  [[nodiscard]] std::string text_of(const Route& route) const {
    return draughts_family::text_of(route, capture_is_due(), name_of_);
  }
  [[nodiscard]] bool capture_is_due() const { return !legal_.empty() && legal_.front().is_capture(); }
  [[nodiscard]] bool is_empty(Square square) const { return (position_.empty() & bit(square)) != 0; }
  [[nodiscard]] bool is_own(Square square) const { return (position_.own() & bit(square)) != 0; }
  [[nodiscard]] bool is_king(Square square) const { return (position_.kings & bit(square)) != 0; }

  /// The first route of each legal move that `wanted` accepts.
  [[nodiscard]] std::vector<Route> legal_routes(const std::function<bool(const Route&)>& wanted) const;
  [[nodiscard]] std::vector<Route> all_routes() const {
    return legal_routes([](const Route&) { return true; });
  }
  /// The legal moves that continue after the squares; if there are none, those that pass them.
  [[nodiscard]] std::vector<Route> routes_begun(const Route& squares) const;
  /// The error for a text that is only the start of a legal move, if there is one.
  [[nodiscard]] std::optional<BadInput> only_starts(Square from) const;
  [[nodiscard]] BadInput cannot_step(Square from) const {
    return blocked_piece(from, is_king(from), position_.to_move, position_.empty(), name_of_);
  }

  const Position& position_;
  std::span<const Move> legal_;
  const PdnConventions& conventions_;
  SquareNames name_of_;

 private:
  [[nodiscard]] std::vector<Move> find_in_file(const Route& squares) const;
};

[[nodiscard]] std::string alternatives(const std::vector<std::string>& texts);

}  // namespace crownd::draughts_family
