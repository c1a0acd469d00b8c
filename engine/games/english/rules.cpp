#include "games/english/generate.hpp"

namespace crownd::english {
namespace {

/// Not inlined, to keep the common case of count_for in registers.
template <Side S>
[[gnu::noinline]] std::uint64_t count_with_kings(const Position& position) {
  const View<S> view(position);
  const Bits capturing = jumpers(view);
  if (capturing == 0) return count_steps(view);
  std::uint64_t count = count_men_captures<S>(capturing & view.men, view.enemies, view.empty, can_jump_forward(view));
  if ((capturing & view.kings) != 0) {
    BareRules::Moves list;
    add_captures<S>(position, capturing & view.kings, list);
    count += list.size();
  }
  return count;
}

template <Side S>
std::uint64_t count_for(const Position& position) {
  const View<S> view(position);
  if (view.enemies == 0) [[unlikely]]
    return 0;
  return view.kings == 0 ? count_men_moves(view) : count_with_kings<S>(position);
}

template <Side S>
bool can_move(const Position& position) {
  const View<S> view(position);
  return view.enemies != 0 && (steppers(view) != 0 || jumpers(view) != 0);
}

template <Side S>
void add_legal_moves(const Position& position, BareRules::Moves& list) {
  const View<S> view(position);
  if (view.enemies == 0) return;
  const Bits capturing = jumpers(view);
  if (capturing != 0)
    add_captures<S>(position, capturing, list);
  else
    add_all_steps(view, list);
}

}  // namespace

void BareRules::legal_moves(const Position& position, Moves& list) {
  if (position.to_move == Side::first)
    add_legal_moves<Side::first>(position, list);
  else
    add_legal_moves<Side::second>(position, list);
}

void BareRules::noisy_moves(const Position& position, Moves& list) {
  if (position.to_move == Side::first)
    add_captures<Side::first>(position, jumpers(View<Side::first>(position)), list);
  else
    add_captures<Side::second>(position, jumpers(View<Side::second>(position)), list);
}

bool BareRules::has_moves(const Position& position) {
  return position.to_move == Side::first ? can_move<Side::first>(position) : can_move<Side::second>(position);
}

bool BareRules::is_threatened(const Position& position) {
  return position.to_move == Side::first ? jumpers(View<Side::second>(position)) != 0
                                         : jumpers(View<Side::first>(position)) != 0;
}

std::uint64_t BareRules::count_moves(const Position& position) {
  return position.to_move == Side::first ? count_for<Side::first>(position) : count_for<Side::second>(position);
}

Result BareRules::result(const Position& position) {
  for (const Side side : {Side::first, Side::second})
    if (position.of(side) == 0) return Result::win(opponent(side), draughts_family::no_pieces);
  if (!has_moves(position)) return Result::win(opponent(position.to_move), draughts_family::no_moves);
  return {};
}

}  // namespace crownd::english
