#include "games/draughts_family/pdn.hpp"
#include "games/english/explain.hpp"
#include "games/english/letters.hpp"
#include "games/english/routes.hpp"
#include "games/text/words.hpp"

namespace crownd::english {
namespace {

using draughts_family::remapped;

std::string square_name(int place) { return std::to_string(draughts_family::places - place); }

/// PDN's Black moves first and is our b.
Position read_pdn(std::string_view text) {
  const auto pdn = draughts_family::parse_pdn(text);
  const auto to_board = [](Bits set) { return remapped(set, [](int i) { return square_of_number(i + 1); }); };
  const Position position{{to_board(pdn.black_men | pdn.black_kings), to_board(pdn.white_men | pdn.white_kings)},
                          to_board(pdn.black_kings | pdn.white_kings),
                          pdn.white_to_move ? Side::second : Side::first};
  for (const Side side : {Side::first, Side::second})
    if (const Bits men = draughts_family::uncrowned_men(position, side); men != 0)
      draughts_family::refuse_uncrowned_man(side == Side::first ? "black" : "white",
                                            number_of(draughts_family::lowest(men)));
  return position;
}

}  // namespace

Position BareRules::parse_position(std::string_view text) {
  text = text::trimmed(text);
  const Position position = draughts_family::looks_like_pdn(text)
                                ? read_pdn(text)
                                : draughts_family::read_letters(text, letters, square_name);
  if (position.all() == 0) throw bad_position("the board is empty: at least one side needs a piece");
  return position;
}

Counters BareRules::counters_of(std::string_view text) {
  return draughts_family::looks_like_pdn(text) ? draughts_family::parse_pdn(text).counters : Counters{};
}

std::string BareRules::format_position(const Position& position) {
  return draughts_family::write_letters(position, letters);
}

std::string BareRules::standard_position(const Position& position) {
  const auto to_pdn = [](Bits set) { return remapped(set, [](Square square) { return number_of(square) - 1; }); };
  return draughts_family::format_pdn({position.to_move == Side::second, to_pdn(position.men_of(Side::second)),
                                      to_pdn(position.kings_of(Side::second)), to_pdn(position.men_of(Side::first)),
                                      to_pdn(position.kings_of(Side::first))});
}

Move BareRules::read_move(const Position& position, std::string_view text) {
  const NamedSquares named = read_squares(text);
  Moves legal;
  legal_moves(position, legal);
  const bool capture = !legal.empty() && legal[0].captured != 0;
  const auto fitting =
      draughts_family::fitting_moves(legal, named.squares, [&](const Move& move) { return routes(position, move); });
  const auto move =
      draughts_family::meant(fitting, [&](const Route& route) { return text_of(route, capture, named.naming); });
  if (!move) throw explain_illegal(position, named);
  return *move;
}

std::vector<Move> BareRules::moves_in_file(const Position& position, std::string_view text) {
  Moves legal;
  legal_moves(position, legal);
  const auto found_by = [&](const std::vector<Square>& squares) {
    return draughts_family::moves_in_file(legal, squares, [&](const Move& move) { return routes(position, move); });
  };
  const auto splits = draughts_family::numbers_without_separator(text);
  if (splits.empty()) return found_by(read_squares(text).squares);
  std::vector<Move> found;
  for (const auto& numbers : splits) {
    if (numbers[0] > draughts_family::places || numbers[1] > draughts_family::places) continue;
    const auto moves = found_by({square_of_number(numbers[0]), square_of_number(numbers[1])});
    found.insert(found.end(), moves.begin(), moves.end());
  }
  return found;
}

std::string BareRules::format_move(const Position& position, Move move) {
  return first_route(position, move, Naming::number);
}

/// Empty dark squares are dots; on the right are the PDN numbers of the row's dark squares.
std::vector<std::string> BareRules::picture(const Position& position) {
  const std::string columns = "    a   b   c   d   e   f   g   h";
  const std::string rule = "  +---+---+---+---+---+---+---+---+";
  const std::string board = format_position(position);
  std::vector<std::string> lines{columns, rule};
  for (int row = 0; row < 8; ++row) {
    std::string line = std::to_string(row + 1) + " |";
    std::string numbers = "  ";
    for (int column = 0; column < 8; ++column) {
      if (!draughts_family::is_playable(row, column)) {
        line += "   |";
        continue;
      }
      const Square square = draughts_family::square_at(row, column);
      line += std::string(" ") + board[draughts_family::places_by_square[square]] + " |";
      const std::string number = std::to_string(number_of(square));
      numbers += std::string(3 - number.size(), ' ') + number;
    }
    lines.push_back(line + numbers);
    lines.push_back(rule);
  }
  lines.push_back(columns);
  return lines;
}

}  // namespace crownd::english
