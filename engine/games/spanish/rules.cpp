#include "games/spanish/rules.hpp"

#include "games/spanish/captures.hpp"
#include "games/spanish/jumps.hpp"
#include "games/spanish/slides.hpp"

#include <array>
#include <bit>

namespace crownd::spanish {
namespace {

template <Direction D>
void append_man_steps(Bits men, Bits empty, Rules::Moves& list) {
  for (Bits targets = step<D>(men) & empty; targets != 0; targets &= targets - 1) {
    const Square to = lowest(targets);
    list.push_back({static_cast<Square>((to - draughts_family::rotation(D)) & 31), to, 0});
  }
}

template <Direction D>
void append_king_slides(Bits king, Bits empty, Rules::Moves& list) {
  for (Bits target = step<D>(king) & empty; target != 0; target = step<D>(target) & empty)
    list.push_back({lowest(king), lowest(target), 0});
}

template <Side S>
void append_steps_and_slides(const Position& position, Rules::Moves& list) {
  const Bits men = position.men_of(S), empty = position.empty();
  append_man_steps<forward_left<S>>(men, empty, list);
  append_man_steps<forward_right<S>>(men, empty, list);
  for (Bits kings = position.kings_of(S); kings != 0; kings &= kings - 1) {
    const Bits king = kings & (0 - kings);
    append_king_slides<Direction::up_right>(king, empty, list);
    append_king_slides<Direction::down_right>(king, empty, list);
    append_king_slides<Direction::down_left>(king, empty, list);
    append_king_slides<Direction::up_left>(king, empty, list);
  }
}

template <Side S>
bool can_step(const Position& position) {
  const Bits own = position.of(S), kings = position.kings_of(S), empty = position.empty();
  const Bits forward = step<forward_left<S>>(own) | step<forward_right<S>>(own);
  const Bits backward = step<draughts_family::opposite(forward_left<S>)>(kings) |
                        step<draughts_family::opposite(forward_right<S>)>(kings);
  return ((forward | backward) & empty) != 0;
}

template <Direction D>
void append_single_jumps(Bits landings, Rules::Moves& list) {
  constexpr int rotation = draughts_family::rotation(D);
  for (; landings != 0; landings &= landings - 1) {
    const Square to = lowest(landings);
    list.push_back({static_cast<Square>((to - 2 * rotation) & 31), to, draughts_family::rotated(bit(to), -rotation)});
  }
}

/// Whether all captures of the same length have the same value and are different moves: if only men jump, and over
/// men.
bool all_equal(const Position& position, bool kings_jump) {
  return !kings_jump && (position.enemy() & position.kings) == 0;
}

/// Appends the captures; returns whether there are any.
template <Side S>
bool append_captures(const Position& position, Rules::Moves& list) {
  const ManJumps<S> jumps(position);
  const bool kings_jump = some_king_jumps<S>(position);
  if (!jumps.any() && !kings_jump) return false;
  if (all_equal(position, kings_jump) && !jumps.some_go_on(position)) {
    append_single_jumps<forward_left<S>>(jumps.left, list);
    append_single_jumps<forward_right<S>>(jumps.right, list);
  } else {
    spanish::append_captures(position, jumps.jumpers(), list);
  }
  return true;
}

template <Side S>
void append_legal_moves(const Position& position, Rules::Moves& list) {
  if (!append_captures<S>(position, list)) append_steps_and_slides<S>(position, list);
}

template <Side S>
bool has_moves_of(const Position& position) {
  return can_step<S>(position) || ManJumps<S>(position).any() || some_king_jumps<S>(position);
}

template <Side S>
bool can_capture(const Position& position) {
  return ManJumps<S>(position).any() || some_king_jumps<S>(position);
}

template <Side S>
int count_moves_of(const Position& position) {
  const ManJumps<S> jumps(position);
  const bool kings_jump = some_king_jumps<S>(position);
  if (!jumps.any() && !kings_jump)
    return count_steps<S>(position.men_of(S), position.empty()) + count_slides(position.kings_of(S), position.empty());
  if (all_equal(position, kings_jump))
    return count_longest<S>(std::array{jumps.left, jumps.right}, position.enemy(), position.empty());
  Rules::Moves captures;
  spanish::append_captures(position, jumps.jumpers(), captures);
  return static_cast<int>(captures.size());
}

/// A side without pieces has lost, whoever is to move.
bool a_side_is_gone(const Position& position) { return position.pieces[0] == 0 || position.pieces[1] == 0; }

}  // namespace

void Rules::legal_moves(const Position& position, Moves& list) {
  if (a_side_is_gone(position)) return;
  if (position.to_move == Side::first)
    append_legal_moves<Side::first>(position, list);
  else
    append_legal_moves<Side::second>(position, list);
}

void Rules::noisy_moves(const Position& position, Moves& list) {
  if (position.to_move == Side::first)
    append_captures<Side::first>(position, list);
  else
    append_captures<Side::second>(position, list);
}

bool Rules::has_moves(const Position& position) {
  if (a_side_is_gone(position)) return false;
  return position.to_move == Side::first ? has_moves_of<Side::first>(position) : has_moves_of<Side::second>(position);
}

bool Rules::is_threatened(const Position& position) {
  return position.to_move == Side::first ? can_capture<Side::second>(position) : can_capture<Side::first>(position);
}

std::uint64_t Rules::count_moves(const Position& position) {
  if (a_side_is_gone(position)) return 0;
  return static_cast<std::uint64_t>(position.to_move == Side::first ? count_moves_of<Side::first>(position)
                                                                    : count_moves_of<Side::second>(position));
}

Result Rules::result(const Position& position) {
  if (position.own() == 0) return Result::win(opponent(position.to_move), draughts_family::no_pieces);
  if (position.enemy() == 0) return Result::win(position.to_move, draughts_family::no_pieces);
  if (!has_moves(position)) return Result::win(opponent(position.to_move), draughts_family::no_moves);
  return {};
}

int Rules::order_hint(const Position& position, const Move& move) {
  constexpr int king = 300;
  const Bits taken_kings = move.captured & position.kings;
  return man_value * std::popcount(move.captured ^ taken_kings) + king * std::popcount(taken_kings);
}

}  // namespace crownd::spanish
