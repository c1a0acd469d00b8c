#pragma once

#include "core/random.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/notation.hpp"
#include "games/draughts_family/own_facts.hpp"
#include "games/draughts_family/position_list.hpp"
#include "games/draughts_family/rules.hpp"

namespace crownd::towers {

using namespace draughts_family;

/// Part of a position's key if the second side is to move.
inline constexpr std::uint64_t second_to_move_key = mix(0x746f77657273);

/// Keys by side, then man or tower, then square.
inline constexpr auto piece_keys = [] {
  std::array<std::array<std::array<std::uint64_t, 32>, 2>, 2> keys{};
  std::uint64_t seed = second_to_move_key;
  for (auto& side : keys)
    for (auto& kind : side)
      for (auto& key : kind) key = mix(++seed);
  return keys;
}();

/// The number of captures of a side; `empty`: the empty squares of the view.
[[nodiscard]] inline int captures(const MoverView& view, Bits empty) {
  const Bits own = own_of(view), enemies = enemies_of(view);
  const auto towards = [&]<Direction D>(Bits movers) { return count(step<D>(step<D>(movers) & enemies) & empty); };
  return towards.template operator()<Direction::up_left>(own) + towards.template operator()<Direction::up_right>(own) +
         towards.template operator()<Direction::down_left>(view.own_kings) +
         towards.template operator()<Direction::down_right>(view.own_kings);
}

[[nodiscard]] inline int steps(const MoverView& view, Bits empty) {
  return men_steps(view.own_men, empty) + king_steps(view.own_kings, empty);
}

/// Further network inputs of towers: the captures of a side, which are not forced, and its steps if they are so few
/// that it may run out of them.
struct OwnInputs {
  static constexpr std::size_t max_captures = 7;
  static constexpr std::size_t max_scarce_steps = 7;
  static constexpr std::size_t scarce_steps_row = max_captures + 1;
  static constexpr std::size_t rows = scarce_steps_row + max_scarce_steps + 1;

  template <class Add>
  static void of_side(const MoverView& view, Bits empty, Add add) {
    add(std::min(static_cast<std::size_t>(captures(view, empty)), max_captures));
    add(scarce_steps_row + std::min(static_cast<std::size_t>(steps(view, empty)), max_scarce_steps));
  }
};

/// The first side is b. The kings are the towers.
struct Position : draughts_family::Position {
  std::uint64_t key = 0;  ///< updated by `after`

  Position() = default;
  explicit Position(const draughts_family::Position& position);
  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  Square from;
  Square to;
  Square over;  ///< the enemy jumped over; for a step the same as `from`

  friend bool operator==(const Move&, const Move&) = default;
  [[nodiscard]] bool is_capture() const { return over != from; }
};

struct Model;

struct Rules : SharedRules<Position>,
               PlayingStrength<Rules, Position, Evaluation<Position, Model, OwnInputs>, Kings::step> {
  using Game = Rules;
  using Move = towers::Move;

  static constexpr std::string_view name = "towers";
  static constexpr std::string_view title = "Towers";
  static constexpr std::array<std::string_view, 2> side_names{"b", "w"};
  /// A piece has at most one action in a direction, and only towards a neighbour: the dark squares have 98 such pairs.
  static constexpr std::size_t max_moves = 98;
  static constexpr bool must_capture = false;
  using Moves = MoveList<Move, max_moves>;

  static constexpr std::array bench_positions{BenchPosition{"start", "startpos", 15},
                                              BenchPosition{"towers", "......w.......B....w..b..b..W...:b", 15}};

  static void legal_moves(const Position& position, Moves& moves);
  static void noisy_moves(const Position& position, Moves& moves);
  [[nodiscard]] static bool has_moves(const Position& position) { return count_moves(position) != 0; }
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  using PositionList = draughts_family::PositionList<max_moves>;
  static void add_children(const draughts_family::Position& position, PositionList& list);
  [[nodiscard]] static std::uint64_t take_moves(PositionList& list);
  [[nodiscard]] static Position after(const Position& position, Move move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position) { return position.key; }
  [[nodiscard]] static std::uint32_t move_id(Move move) { return static_cast<std::uint32_t>(move.from * 32 + move.to); }

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static bool is_threatened(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);
  static void own_facts(const auto& comparison, auto& facts) {
    draughts_family::add_trapped_kings<Rules>(comparison, facts);
  }

  /// The specification's machine player: cells in row-major order, directions NE SE SW NW.
  static void machine_moves(const Position& position, Moves& moves);
  /// b + 3B - w - 3W.
  [[nodiscard]] static int leaf_cost(const Position& position);

  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);
};

// Move generation of towers, inline because the search spends its time here. One template for each side.

namespace detail {

struct Targets {
  Bits steps;
  Bits jumps;
};

template <Direction D>
[[nodiscard]] constexpr Targets targets(Bits movers, Bits enemies, Bits empty) {
  const Bits near = step<D>(movers);
  return {near & empty, step<D>(near & enemies) & empty};
}

[[nodiscard]] constexpr bool is_forward(Side side, Direction d) { return (row_step(d) < 0) == (side == Side::first); }

/// Calls visit.operator()<D>(targets) for the four directions; men have targets in two of them.
template <Side S, class Visit>
void visit_targets(const draughts_family::Position& position, Visit visit) {
  const Bits own = position.of(S);
  const Bits enemies = position.of(opponent(S));
  const Bits empty = position.empty();
  const auto visit_direction = [&]<Direction D>() {
    const Bits movers = is_forward(S, D) ? own : own & position.kings;
    visit.template operator()<D>(targets<D>(movers, enemies, empty));
  };
  visit_direction.template operator()<Direction::up_right>();
  visit_direction.template operator()<Direction::down_right>();
  visit_direction.template operator()<Direction::down_left>();
  visit_direction.template operator()<Direction::up_left>();
}

/// The square `steps` back from `square` against direction D.
template <Direction D>
[[nodiscard]] constexpr Square back(Square square, int steps) {
  return static_cast<Square>((square - steps * rotation(D)) & 31);
}

template <Direction D>
void add_steps(Bits steps, Rules::Moves& moves) {
  for (; steps != 0; steps &= steps - 1) {
    const Square to = lowest(steps);
    const Square from = back<D>(to, 1);
    moves.push_back({from, to, from});
  }
}

template <Direction D>
void add_jumps(Bits jumps, Rules::Moves& moves) {
  for (; jumps != 0; jumps &= jumps - 1) {
    const Square to = lowest(jumps);
    moves.push_back({back<D>(to, 2), to, back<D>(to, 1)});
  }
}

template <Side S>
void add_moves(const Position& position, Rules::Moves& moves) {
  visit_targets<S>(position, [&]<Direction D>(Targets found) {
    add_jumps<D>(found.jumps, moves);
    add_steps<D>(found.steps, moves);
  });
}

template <Side S>
void add_captures(const Position& position, Rules::Moves& moves) {
  visit_targets<S>(position, [&]<Direction D>(Targets found) { add_jumps<D>(found.jumps, moves); });
}

template <Side S>
[[nodiscard]] bool can_capture(const Position& position) {
  Bits jumps = 0;
  visit_targets<S>(position, [&]<Direction>(Targets found) { jumps |= found.jumps; });
  return jumps != 0;
}

template <Side S>
[[nodiscard]] std::uint64_t count_actions(const Position& position) {
  int count = 0;
  visit_targets<S>(position,
                   [&]<Direction>(Targets found) { count += std::popcount(found.steps) + std::popcount(found.jumps); });
  return static_cast<std::uint64_t>(count);
}

template <Side S>
[[nodiscard]] Position after(const Position& position, Move move) {
  constexpr auto own = static_cast<std::size_t>(S);
  constexpr auto enemy = 1 - own;
  const Bits from = bit(move.from);
  const Bits to = bit(move.to);
  const Bits captured = bit(move.over) & position.pieces[enemy];  // nothing for a step
  const bool was_tower = (position.kings & from) != 0;
  const bool is_tower = was_tower || (to & last_row(S)) != 0;

  Position next;
  next.pieces[own] = position.pieces[own] ^ from ^ to;
  next.pieces[enemy] = position.pieces[enemy] ^ captured;
  next.kings = (position.kings & ~(from | captured)) | (is_tower ? to : 0);
  next.to_move = opponent(S);
  next.key =
      position.key ^ second_to_move_key ^ piece_keys[own][was_tower][move.from] ^ piece_keys[own][is_tower][move.to];
  if (captured != 0) next.key ^= piece_keys[enemy][(position.kings & captured) != 0][move.over];
  return next;
}

}  // namespace detail

inline void Rules::legal_moves(const Position& position, Moves& moves) {
  for_side(position.to_move, [&]<Side S>() { detail::add_moves<S>(position, moves); });
}

inline void Rules::noisy_moves(const Position& position, Moves& moves) {
  for_side(position.to_move, [&]<Side S>() { detail::add_captures<S>(position, moves); });
}

inline std::uint64_t Rules::count_moves(const Position& position) {
  return for_side(position.to_move, [&]<Side S>() { return detail::count_actions<S>(position); });
}

inline bool Rules::is_threatened(const Position& position) {
  return for_side(opponent(position.to_move), [&]<Side S>() { return detail::can_capture<S>(position); });
}

inline Position Rules::after(const Position& position, Move move) {
  return for_side(position.to_move, [&]<Side S>() { return detail::after<S>(position, move); });
}

inline Result Rules::result(const Position& position) {
  if (has_moves(position)) return {};
  const bool pieces_left = position.of(position.to_move) != 0;
  return Result::win(opponent(position.to_move), pieces_left ? no_moves : no_pieces);
}

}  // namespace crownd::towers

extern template struct crownd::draughts_family::Evaluation<crownd::towers::Position, crownd::towers::Model,
                                                           crownd::towers::OwnInputs>;
