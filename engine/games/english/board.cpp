#include "games/draughts_family/paths.hpp"
#include "games/english/letters.hpp"
#include "games/english/routes.hpp"
#include "games/text/labels.hpp"

namespace crownd::english {
namespace {

char drawn_letter(const Position& position, Square square) {
  return draughts_family::letter_on(position, draughts_family::bit(square), letters, 0);
}

std::string drawn_name(Square square) { return name_of(square, Naming::number); }

std::string algebraic_names() {
  std::string names;
  for (int number = 1; number <= draughts_family::places; ++number)
    names +=
        (number == 1 ? "" : " ") + std::to_string(number) + ' ' + name_of(square_of_number(number), Naming::algebraic);
  return names;
}

}  // namespace

Description BareRules::description(const Position&) {
  static constexpr auto pieces = draughts_family::piece_looks(letters);
  Description description{{SideLook{side_titles[0], false, true, SideLook::Player::human},
                           SideLook{side_titles[1], true, false, SideLook::Player::human}},
                          pieces,
                          draughts_family::reasons};
  description.notation = "pdn 21,B,8,8,N1,0 white a";
  description.standard = "pdn-fen";
  description.also_read = "row and column, as in 6c-5d; algebraic, as in f6-e5 (29 is a1)";
  description.algebraic = algebraic_names();
  description.reversible_ply = "neither a capture nor a man's move";
  description.asks_again = true;
  return description;
}

Board BareRules::board(const Position& position) {
  Board board = draughts_family::drawn_board(drawn_name, [&](Square square) { return drawn_letter(position, square); });
  board.columns = text::letters_from('a', 8);
  board.rows = text::numbers_down(8);
  return board;
}

std::vector<MovePath> BareRules::paths(const Position& position, Move move) {
  std::vector<MovePath> paths;
  for (const Route& route : routes(position, move)) {
    paths.push_back(draughts_family::path_of(route, move.captured, drawn_name));
    const char at_last = drawn_letter(after(position, move), move.to);
    if (at_last != drawn_letter(position, move.from)) paths.back().becomes = at_last;
  }
  return paths;
}

}  // namespace crownd::english
