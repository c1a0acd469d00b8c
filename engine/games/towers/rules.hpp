#pragma once

#include "core/board.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/board.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/knowledge.hpp"
#include "games/towers/own_inputs.hpp"
#include "games/towers/zobrist.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::towers {

using draughts_family::Bits;
using draughts_family::Direction;
using draughts_family::Square;

/// The first side is b. The kings are the towers.
struct Position : draughts_family::Position {
  std::uint64_t key = 0;  ///< updated by `after`; of_pieces() computes it

  friend bool operator==(const Position&, const Position&) = default;
  [[nodiscard]] static Position of_pieces(const draughts_family::Position& pieces);
};

/// A step or a jump.
struct Move {
  Square from;
  Square to;
  Square over;  ///< the enemy jumped over; for a step the same as `from`

  friend bool operator==(const Move&, const Move&) = default;
  [[nodiscard]] bool is_capture() const { return over != from; }
};

/// What the evaluation sees, see evaluate.cpp.
struct Model;

/// Towers. See core/rules.hpp for the meaning of each name.
struct Rules : draughts_family::SharedRules<Position>,
               draughts_family::Knowledge<Rules, Position, draughts_family::Evaluation<Position, Model, OwnInputs>,
                                          draughts_family::Kings::step> {
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
  [[nodiscard]] static Position after(const Position& position, Move move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position) { return position.key; }
  [[nodiscard]] static std::uint32_t move_id(Move move) { return static_cast<std::uint32_t>(move.from * 32 + move.to); }

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static bool is_threatened(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);

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

}  // namespace crownd::towers

extern template struct crownd::draughts_family::Evaluation<crownd::towers::Position, crownd::towers::Model,
                                                           crownd::towers::OwnInputs>;

#include "games/towers/moves.hpp"
