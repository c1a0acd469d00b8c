#include "games/spanish/captures.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::spanish {
namespace {

/// The value of a capture under the two laws: each piece counts, and kings break ties between equal numbers.
constexpr int value_of_man = 32;
constexpr int value_of_king = value_of_man + 1;

constexpr Direction turned_right(Direction d) { return static_cast<Direction>((static_cast<unsigned>(d) + 1) % 4); }
constexpr Direction turned_left(Direction d) { return static_cast<Direction>((static_cast<unsigned>(d) + 3) % 4); }

/// Follows every jump of one piece at a time and keeps the best. A jump that can be continued is recorded, too: its
/// continuation takes more and so replaces it.
class CaptureSearch {
 public:
  CaptureSearch(const Position& position, MoveList<Move, max_moves>& list)
      : enemy_(position.enemy()), kings_(position.kings), empty_(position.empty()), list_(list), first_(list.size()) {}

  template <Side S>
  void man(Bits from) {
    from_ = lowest(from);
    man_jumps<S>(from, 0, 0);
  }

  /// The start square is empty while the king moves, so that it may pass or end there.
  void king(Bits from) {
    from_ = lowest(from);
    empty_ |= from;
    king_jump<Direction::up_right>(from, 0, 0);
    king_jump<Direction::down_right>(from, 0, 0);
    king_jump<Direction::down_left>(from, 0, 0);
    king_jump<Direction::up_left>(from, 0, 0);
    empty_ &= ~from;
  }

 private:
  /// Forward only, so no piece is met twice; a man on the last row has no further step, so its move ends there.
  template <Side S>
  void man_jumps(Bits at, Bits captured, int value) {
    man_jump<S, forward_left<S>>(at, captured, value);
    man_jump<S, forward_right<S>>(at, captured, value);
  }

  template <Side S, Direction D>
  void man_jump(Bits at, Bits captured, int value) {
    const Bits victim = step<D>(at) & enemy_;
    const Bits landing = step<D>(victim) & empty_;
    if (landing == 0) return;
    captured |= victim;
    value += value_of(victim);
    note(landing, captured, value);
    man_jumps<S>(landing, captured, value);
  }

  /// Captured pieces stay on the board until the end: they are not empty, and cannot be jumped again. The king turns
  /// on each landing square, and continues straight on from the last only, which takes the same as from the others.
  template <Direction D>
  void king_jump(Bits at, Bits captured, int value) {
    Bits victim = step<D>(at);
    while ((victim & empty_) != 0) victim = step<D>(victim);
    victim &= enemy_ & ~captured;
    Bits landing = step<D>(victim) & empty_;
    if (landing == 0) return;
    captured |= victim;
    value += value_of(victim);
    Bits last = landing;
    for (; landing != 0; landing = step<D>(landing) & empty_) {
      note(landing, captured, value);
      king_jump<turned_left(D)>(landing, captured, value);
      king_jump<turned_right(D)>(landing, captured, value);
      last = landing;
    }
    king_jump<D>(last, captured, value);
  }

  [[nodiscard]] int value_of(Bits victim) const { return (victim & kings_) != 0 ? value_of_king : value_of_man; }

  void note(Bits to, Bits captured, int value) {
    if (value < best_) return;
    if (value > best_) {
      best_ = value;
      list_.erase(list_.begin() + first_, list_.end());
    }
    const Move move{from_, lowest(to), captured};
    if (std::find(list_.begin() + first_, list_.end(), move) != list_.end()) return;
    list_.push_back(move);
  }

  const Bits enemy_;
  const Bits kings_;
  Bits empty_;
  MoveList<Move, max_moves>& list_;
  const std::size_t first_;
  Square from_ = 0;
  int best_ = 1;
};

template <Side S>
void append_captures_of(const Position& position, Bits jumpers, MoveList<Move, max_moves>& list) {
  CaptureSearch search(position, list);
  for (; jumpers != 0; jumpers &= jumpers - 1) search.template man<S>(jumpers & (0 - jumpers));
  for (Bits kings = position.kings_of(S); kings != 0; kings &= kings - 1) search.king(kings & (0 - kings));
}

}  // namespace

void append_captures(const Position& position, Bits jumpers, MoveList<Move, max_moves>& list) {
  if (position.to_move == Side::first)
    append_captures_of<Side::first>(position, jumpers, list);
  else
    append_captures_of<Side::second>(position, jumpers, list);
}

}  // namespace crownd::spanish
