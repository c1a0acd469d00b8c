#include "games/draughts_family/pdn.hpp"
#include "games/spanish/letters.hpp"
#include "games/spanish/routes.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/squares.hpp"

namespace crownd::spanish {
namespace {

using draughts_family::PdnPosition;
using draughts_family::remapped;

Bits from_pdn(Bits set) {
  return remapped(set, [](int index) { return square_of(index + 1); });
}
Bits to_pdn(Bits set) {
  return remapped(set, [](Square square) { return number_of(square) - 1; });
}

void refuse_uncrowned(const Position& position, Side side, const std::string& who) {
  const Bits men = draughts_family::uncrowned_men(position, side);
  if (men != 0) draughts_family::refuse_uncrowned_man(who, number_of(lowest(men)));
}

char letter_on(const Position& position, Square square) {
  return draughts_family::letter_on(position, bit(square), letters, '.');
}

}  // namespace

Position Rules::parse_position(std::string_view text) {
  const PdnPosition pdn = draughts_family::parse_pdn(text);
  Position position;
  position.pieces = {from_pdn(pdn.white_men | pdn.white_kings), from_pdn(pdn.black_men | pdn.black_kings)};
  position.kings = from_pdn(pdn.white_kings | pdn.black_kings);
  position.to_move = pdn.white_to_move ? Side::first : Side::second;
  refuse_uncrowned(position, Side::first, "white");
  refuse_uncrowned(position, Side::second, "black");
  if (position.all() == 0) throw bad_position("the board is empty: at least one side needs a piece");
  return position;
}

Counters Rules::counters_of(std::string_view text) { return draughts_family::parse_pdn(text).counters; }

std::string Rules::format_position(const Position& position) {
  PdnPosition pdn;
  pdn.white_to_move = position.to_move == Side::first;
  pdn.white_men = to_pdn(position.men_of(Side::first));
  pdn.white_kings = to_pdn(position.kings_of(Side::first));
  pdn.black_men = to_pdn(position.men_of(Side::second));
  pdn.black_kings = to_pdn(position.kings_of(Side::second));
  return draughts_family::format_pdn(pdn);
}

std::string Rules::format_move(const Position& position, const Move& move) {
  return text_of(routes_of(position, move).front(), move.captured != 0);
}

/// The pieces and, to the right, the numbers of the same squares.
std::vector<std::string> Rules::picture(const Position& position) {
  std::vector<std::string> lines;
  for (int row = 0; row < 8; ++row) {
    std::string pieces, numbers;
    for (int column = 0; column < 8; ++column) {
      const bool playable = (row + column) % 2 == 0;
      const int number = 32 - row * 4 - column / 2;
      pieces += {playable ? letter_on(position, square_of(number)) : ' ', ' '};
      numbers += !playable ? "   " : (number < 10 ? "  " : " ") + std::to_string(number);
    }
    lines.push_back("| " + pieces + "|  " + numbers.substr(0, numbers.find_last_not_of(' ') + 1));
  }
  const std::string edge = "+-----------------+";
  lines.insert(lines.begin(), edge + "   square numbers");
  lines.push_back(edge);
  lines.push_back("w, b: men (w moves up, b down)  W, B: kings");
  return lines;
}

}  // namespace crownd::spanish
