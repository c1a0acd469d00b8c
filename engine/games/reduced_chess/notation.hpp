#pragma once

#include "core/bad_input.hpp"
#include "games/reduced_chess/diagram.hpp"
#include "games/reduced_chess/position.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::reduced_chess {

/// The example position of the specification.
inline constexpr std::string_view start_text = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";

/// The board size in a position text of any accepted form, 2 to 26, without parsing the pieces. Throws
/// BadInput.
[[nodiscard]] int board_size_of(std::string_view text);

/// Reads a position text of any size; throws BadInput. The forms:
///   `5 Kc5,Ra2 Kb3,Rb4 w`          size, White's pieces, Black's pieces, side to move
///   `5 Kc5, Ra2 Kb3 , Rb4 w`       spaces around the commas: a list goes on where a comma stands before or after them
///   `5 Kc5,Ra2, Kb3,Rb4, w`        a last comma in a list without spaces: exactly four words are always the four parts
///   `5 | Kc5, Ra2, | Kb3 | w`      bars between the parts, for lists with both spaces and a last comma
///   `4/2k1/4/K2R w - - 0 1`        FEN of 2 to 26 rows, numbers above 9 as two digits; all after the rows may be
///   missing, White moves then, and the counters are 0 and 1
///   `4/2k1/4/K2R w - - hmvc 3; fmvn 9; id "x";`   EPD, of which other operations are ignored
[[nodiscard]] Diagram read_diagram(std::string_view text);

template <std::size_t Words>
[[nodiscard]] Position<Words> position_of(const Diagram& diagram);
template <std::size_t Words>
[[nodiscard]] Diagram diagram_of(const Position<Words>& position);

/// As read_diagram; also throws for a board too large for sets of `Words` words.
template <std::size_t Words>
[[nodiscard]] Position<Words> parse_position(std::string_view text);

/// Whether it is a FEN as chess programs write it, with eight rows. The game's own texts have no slashes.
[[nodiscard]] bool is_fen_of_chess(std::string_view text);

/// A move as written, before the rules are checked.
struct MoveText {
  char kind = 0;  ///< K, R or B where the text begins with a piece letter, else 0
  Place from;
  Place to;
};

/// Reads `a1b2`, `a10z26`, and leniently `A1B2`, `a1-b2`, `a1xb2`, `Ra1-b2`, `a1b2+`, `a1b2#`. Throws the unreadable
/// illegal move; the places may lie outside any board.
[[nodiscard]] MoveText read_move_text(std::string_view text);

/// Reads a square alone: `a1`, `A10`. Nothing if the text is something else; the place may lie outside any board.
[[nodiscard]] std::optional<Place> read_square_text(std::string_view text);

/// Why a text that names only this square is no move; `targets` are where a piece on it may legally go.
[[nodiscard]] BadInput explain_square(const Diagram& diagram, Place from, const std::vector<Place>& targets);

/// Why the move is illegal: the first reason in the order of MoveFault. Only for illegal moves.
[[nodiscard]] BadInput explain_illegal(const Diagram& diagram, const MoveText& move);

/// The legal move that the text means; throws BadInput with the reason where there is none.
template <std::size_t Words>
[[nodiscard]] Move read_move(const Position<Words>& position, std::string_view text);

template <std::size_t Words>
[[nodiscard]] Place place_of(unsigned square) {
  return {static_cast<int>(column_of<Words>(square)), static_cast<int>(row_of<Words>(square))};
}

template <std::size_t Words>
[[nodiscard]] std::string square_name(unsigned square) {
  return name_of(place_of<Words>(square));
}

/// Whether the text is the move in SAN, the notation of PGN: `Rbxa5+`, with or without signs for capture and check, and
/// with any squares that tell pieces apart.
[[nodiscard]] bool is_san_of(const Diagram& diagram, Place from, Place to, std::string_view text);

}  // namespace crownd::reduced_chess
