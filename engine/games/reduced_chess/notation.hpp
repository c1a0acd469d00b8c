#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/rules.hpp"
#include "games/reduced_chess/moves.hpp"
#include "games/text/text.hpp"

namespace crownd::reduced_chess {

/// A board of any size, for parsing and formatting texts.
struct Diagram {
  static constexpr char nothing = '.';

  int size = 0;
  Side side = Side::first;  ///< to move
  Counters counters{};      ///< of a FEN
  /// By column, then row: KRB for the first side, krb for the second, or `nothing`.
  std::array<std::array<char, max_board>, max_board> letters;

  Diagram(int board_size, Side to_move) : size(board_size), side(to_move) {
    for (auto& column : letters) column.fill(nothing);
  }

  [[nodiscard]] bool contains(Place place) const {
    return place.column >= 0 && place.column < size && place.row >= 0 && place.row < size;
  }
  [[nodiscard]] char at(Place place) const {
    return letters[static_cast<unsigned>(place.column)][static_cast<unsigned>(place.row)];
  }
  void put(Place place, char letter) {
    letters[static_cast<unsigned>(place.column)][static_cast<unsigned>(place.row)] = letter;
  }
};

[[nodiscard]] constexpr Side side_of(char letter) { return letter == upper(letter) ? Side::first : Side::second; }
/// The letter of the kind alone: K, R or B.
[[nodiscard]] constexpr char kind_of(char letter) { return upper(letter); }
[[nodiscard]] constexpr char letter_of(char kind, Side side) { return side == Side::first ? kind : lower(kind); }
[[nodiscard]] constexpr const char* kind_word(char letter) {
  return kind_of(letter) == 'K' ? "king" : kind_of(letter) == 'R' ? "rook" : "bishop";
}
/// "c5".
[[nodiscard]] std::string name_of(Place place);

/// All places with a piece of that side: kings, rooks, bishops, each by column, then row.
[[nodiscard]] std::vector<Place> places_of(const Diagram& diagram, Side side);

/// The canonical text: `5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w`.
[[nodiscard]] std::string format_list(const Diagram& diagram);
/// FEN of any size, runs of more than nine empty squares as one number: `12k13/…/R11K13 w - - 0 1`.
[[nodiscard]] std::string format_fen(const Diagram& diagram);
/// Rows from the top with their numbers, then the column letters.
[[nodiscard]] std::vector<std::string> draw(const Diagram& diagram);

inline constexpr Reason checkmate{"checkmate", "LOSER is checkmated"};
inline constexpr Reason stalemate{"stalemate", "stalemate"};

[[nodiscard]] Description describe(int size);
[[nodiscard]] Board board_of(const Diagram& diagram);

inline constexpr std::string_view start_text = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";

/// The board size in a position text of any accepted form, 2 to 26, without parsing the pieces. Throws BadInput.
[[nodiscard]] int board_size_of(std::string_view text);

/// Reads a position text of any size; throws BadInput. The forms:
///   `5 Kc5,Ra2 Kb3,Rb4 w`          size, White's pieces, Black's pieces, side to move
///   `5 Kc5, Ra2 Kb3 , Rb4 w`       spaces around the commas
///   `5 Kc5,Ra2, Kb3,Rb4, w`        a last comma in a list without spaces: exactly four words are always the four parts
///   `5 | Kc5, Ra2, | Kb3 | w`      bars between the parts, for lists with both spaces and a last comma
///   `4/2k1/4/K2R w - - 0 1`        FEN of 2 to 26 rows; by default White moves and the counters are 0 and 1
///   `4/2k1/4/K2R w - - hmvc 3; fmvn 9; id "x";`   EPD; other operations are ignored
[[nodiscard]] Diagram read_diagram(std::string_view text);

/// Whether it is a FEN with eight rows.
[[nodiscard]] bool is_fen_of_chess(std::string_view text);

/// A move as written, before the rules are checked.
struct MoveText {
  char kind = 0;  ///< K, R or B where the text begins with a piece letter, else 0
  Place from;
  Place to;
};

/// Reads `a1b2`, `a10z26`, and leniently `A1B2`, `a1-b2`, `a1xb2`, `Ra1-b2`, `a1b2+`, `a1b2#`; the places may be off
/// any board. Throws unreadable_move.
[[nodiscard]] MoveText read_move_text(std::string_view text);

/// Reads a square alone: `a1`, `A10`. Nothing for other texts; the place may be off any board.
[[nodiscard]] std::optional<Place> read_square_text(std::string_view text);

/// The error for a text that names only this square; `targets`: the legal targets of a piece on it.
[[nodiscard]] BadInput explain_square(const Diagram& diagram, Place from, const std::vector<Place>& targets);

/// The first reason in the order of MoveFault why a move is illegal.
[[nodiscard]] BadInput explain_illegal(const Diagram& diagram, const MoveText& move);

/// Whether the text is the move in the SAN of PGN, `Rbxa5+`, with or without its optional parts.
[[nodiscard]] bool is_san_of(const Diagram& diagram, Place from, Place to, std::string_view text);

/// Why no legal move has this SAN. Nothing for a text that is not SAN, or that names the whole start square.
[[nodiscard]] std::optional<BadInput> explain_illegal_san(const Diagram& diagram, std::string_view text);

template <std::size_t Words>
[[nodiscard]] unsigned square_of(Place place) {
  return square_at<Words>(static_cast<unsigned>(place.column), static_cast<unsigned>(place.row));
}

template <std::size_t Words>
[[nodiscard]] std::string square_name(unsigned square) {
  return name_of(place_of<Words>(square));
}

template <std::size_t Words>
[[nodiscard]] Position<Words> position_of(const Diagram& diagram) {
  Position<Words> position;
  position.size = static_cast<std::uint8_t>(diagram.size);
  position.side = diagram.side;
  position.key = size_key(position.size) ^ (diagram.side == Side::second ? side_key : 0);
  for (const Side side : {Side::first, Side::second}) {
    const auto s = static_cast<std::size_t>(side);
    for (const Place place : places_of(diagram, side)) {
      const unsigned square = square_of<Words>(place);
      const char letter = kind_of(diagram.at(place));
      const Kind kind = letter == 'K' ? Kind::king : letter == 'R' ? Kind::rook : Kind::bishop;
      if (kind == Kind::king) position.kings[s] = static_cast<std::uint16_t>(square);
      if (kind == Kind::rook) position.rooks.add(square);
      if (kind == Kind::bishop) position.bishops.add(square);
      position.pieces[s].add(square);
      position.key ^= piece_key<Words>(side, kind, square);
    }
  }
  return position;
}

template <std::size_t Words>
[[nodiscard]] Diagram diagram_of(const Position<Words>& position) {
  constexpr std::string_view kinds = "KRB";
  Diagram diagram(position.size, position.side);
  for (const Side side : {Side::first, Side::second})
    position.of(side).for_each([&](unsigned square) {
      diagram.put(place_of<Words>(square), letter_of(kinds[static_cast<std::size_t>(position.kind_on(square))], side));
    });
  return diagram;
}

/// The legal targets of the piece on a place; none if it is empty or off the board.
template <std::size_t Words>
[[nodiscard]] std::vector<Place> targets_from(const Position<Words>& position, const Diagram& diagram, Place from) {
  std::vector<Place> places;
  if (!diagram.contains(from)) return places;
  visit_moves(position, open_squares(position), [&](unsigned source, const SquareSet<Words>& targets) {
    if (source != square_of<Words>(from)) return false;
    targets.for_each([&](unsigned target) { places.push_back(place_of<Words>(target)); });
    return true;
  });
  return places;
}

}  // namespace crownd::reduced_chess
