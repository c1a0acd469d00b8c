#include "games/draughts_family/chosen_piece.hpp"

#include <cstddef>
#include <vector>

namespace crownd::draughts_family {
namespace {

/// "9, 10 and 17".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

}  // namespace

std::optional<BadInput> blocked_piece(Square from, bool king, Side side, Bits empty,
                                      const std::function<std::string(Square)>& name_of) {
  const int forward = side == Side::first ? -1 : 1;
  std::vector<std::string> names;
  for (const Direction direction : all_directions) {
    if (!king && row_step(direction) != forward) continue;
    const Bits next = step(bit(from), direction);
    if (next == 0) continue;
    if ((next & empty) != 0) return std::nullopt;
    names.push_back(name_of(lowest(next)));
  }
  return illegal_move(MoveFault::blocked, "the piece on " + name_of(from) + " cannot move: " + listed(names) +
                                              (names.size() == 1 ? " is" : " are") + " occupied");
}

}  // namespace crownd::draughts_family
