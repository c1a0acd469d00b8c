#pragma once

#include "core/side.hpp"
#include "games/reduced_chess/geometry.hpp"
#include "play/abilities.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::reduced_chess {

/// A place on the board, counted from 0: a1 is {0, 0}.
struct Place {
  int column = 0;
  int row = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// A board as people see it, the same for all widths; for parsing and formatting texts, not for speed.
struct Diagram {
  static constexpr char nothing = '.';

  int size = 0;
  Side side = Side::first;  ///< to move
  Counters counters{};      ///< of a FEN
  /// By column, then row: K R B for the first side, k r b for the second, or `nothing`.
  std::array<std::array<char, largest_board>, largest_board> letters;

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

[[nodiscard]] constexpr Side side_of(char letter) {
  return letter >= 'a' && letter <= 'z' ? Side::second : Side::first;
}
/// The letter of the kind alone: K, R or B.
[[nodiscard]] constexpr char kind_of(char letter) {
  return side_of(letter) == Side::second ? static_cast<char>(letter - 'a' + 'A') : letter;
}
[[nodiscard]] constexpr char letter_of(char kind, Side side) {
  return side == Side::second ? static_cast<char>(kind - 'A' + 'a') : kind;
}

[[nodiscard]] constexpr std::string_view title_of(Side side) { return side == Side::first ? "White" : "Black"; }
/// "c5".
[[nodiscard]] std::string name_of(Place place);
[[nodiscard]] inline std::string name_of(Side side) { return std::string(title_of(side)); }
[[nodiscard]] constexpr std::string_view kind_word(char letter) {
  return kind_of(letter) == 'K' ? "king" : kind_of(letter) == 'R' ? "rook" : "bishop";
}

/// All places with a piece of that side: kings, rooks, bishops, each by column, then row.
[[nodiscard]] std::vector<Place> places_of(const Diagram& diagram, Side side);

/// The canonical text: `5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w`.
[[nodiscard]] std::string format_list(const Diagram& diagram);
/// FEN of any size, runs of more than nine empty squares as one number: `12k13/…/R11K13 w - - 0 1`.
[[nodiscard]] std::string format_fen(const Diagram& diagram);
/// Rows from the top with their numbers, then the column letters.
[[nodiscard]] std::vector<std::string> draw(const Diagram& diagram);

}  // namespace crownd::reduced_chess
