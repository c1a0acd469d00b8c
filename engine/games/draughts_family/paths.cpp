#include "games/draughts_family/paths.hpp"

namespace crownd::draughts_family {

Bits between(Square from, Square to, Bits set) {
  for (const Direction direction : all_directions) {
    Bits passed = 0;
    for (Bits at = step(bit(from), direction); at != 0; at = step(at, direction)) {
      if (at == bit(to)) return passed & set;
      passed |= at;
    }
  }
  return 0;
}

MovePath path_of(std::span<const Square> squares, Bits captured, std::string (*name_of)(Square)) {
  MovePath path;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    path.squares.push_back(name_of(squares[i]));
    if (i == 0) continue;
    const Bits taken = between(squares[i - 1], squares[i], captured);
    if (taken != 0) path.takes.push_back(name_of(lowest(taken)));
  }
  return path;
}

}  // namespace crownd::draughts_family
