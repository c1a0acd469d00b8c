#pragma once

#include "core/board.hpp"
#include "core/mix.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/knowledge.hpp"
#include "games/spanish/own_inputs.hpp"
#include "games/spanish/position.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::spanish {

/// What the evaluation sees, see evaluate.cpp.
struct Model;

/// Spanish draughts: flying kings, captures forward only for men, the laws of quantity and quality. PDN GameType 24.
struct Rules : draughts_family::SharedRules<Position>,
               draughts_family::Knowledge<Rules, Position, draughts_family::Evaluation<Position, Model, OwnInputs>,
                                          draughts_family::Kings::fly> {
  using Game = Rules;
  using Move = spanish::Move;

  static constexpr std::string_view name = "spanish";
  static constexpr std::string_view title = "Spanish draughts";
  static constexpr std::array<std::string_view, 2> side_names{"w", "b"};
  static constexpr std::size_t max_moves = spanish::max_moves;
  using Moves = MoveList<Move, max_moves>;

  /// Captures are mandatory (rule 20).
  static constexpr bool must_capture = true;

  static constexpr std::array bench_positions{BenchPosition{"start", "startpos", 13},
                                              BenchPosition{"kings", "W:W2,6,9,K23,24,26:BK1,21,31,32", 13}};

  static void legal_moves(const Position& position, Moves& list);
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  [[nodiscard]] static Position after(const Position& position, const Move& move) {
    return draughts_family::after(position, move);
  }
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(const Move& move);

  [[nodiscard]] static bool is_threatened(const Position& position);

  /// The captured material.
  [[nodiscard]] static int order_hint(const Position& position, const Move& move);

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static Counters counters_of(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  /// The canonical text already is a PDN FEN.
  [[nodiscard]] static std::string standard_position(const Position& position) { return format_position(position); }
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::vector<Move> moves_in_file(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, const Move& move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, const Move& move);
};

/// Computed from the 16 bytes of a position: cheaper than updating a key with every move of a perft or a search
/// tree, where most positions are never looked up.
inline std::uint64_t Rules::key(const Position& position) {
  const auto pair = [](std::uint64_t high, std::uint64_t low) { return high << 32 | low; };
  const std::uint64_t pieces = pair(position.pieces[0], position.pieces[1]);
  const std::uint64_t rest = pair(static_cast<std::uint64_t>(index_of(position.to_move)), position.kings);
  return mix(mix(pieces) + rest);
}

inline std::uint32_t Rules::move_id(const Move& move) {
  constexpr std::uint32_t spread = 0x9e3779b1;  // odd: different captured sets between the same squares never collide
  return (static_cast<std::uint32_t>(move.from) << 5 | move.to) ^ move.captured * spread;
}

static_assert(crownd::Rules<Rules>);
static_assert(HasNoisyMoves<Rules> && HasQuickMoveTest<Rules> && HasQuickCount<Rules> && HasOrderHint<Rules> &&
              HasEvaluationTerms<Rules> && HasStandardText<Rules>);
static_assert(sizeof(Position) == 16 && sizeof(Move) == 8);

}  // namespace crownd::spanish

extern template struct crownd::draughts_family::Evaluation<crownd::spanish::Position, crownd::spanish::Model,
                                                           crownd::spanish::OwnInputs>;
