#pragma once

#include "core/mix.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/ending.hpp"
#include "games/draughts_family/random_position.hpp"
#include "games/draughts_family/reasons.hpp"
#include "games/draughts_family/table_pieces.hpp"
#include "games/draughts_family/tuning.hpp"
#include "games/draughts_family/views.hpp"
#include "games/spanish/position.hpp"
#include "network/abilities.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"
#include "tables/abilities.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::spanish {

using draughts_family::TablePieces;

/// Spanish draughts: flying kings, captures forward only for men, the laws of quantity and quality. PDN GameType 24.
struct Rules final : draughts_family::NetworkOfViews {
  using Position = spanish::Position;
  using Move = spanish::Move;

  static constexpr std::string_view name = "spanish";
  static constexpr std::string_view title = "Spanish draughts";
  static constexpr std::array<std::string_view, 2> side_names{"w", "b"};
  static constexpr std::size_t max_moves = spanish::max_moves;
  using Moves = MoveList<Move, max_moves>;

  /// Captures are mandatory (rule 20).
  static constexpr bool must_capture = true;

  static constexpr search::Tuning tuning = draughts_family::tuning;
  static constexpr std::array bench_positions{BenchPosition{"start", "startpos", 13},
                                              BenchPosition{"kings", "W:W2,6,9,K23,24,26:BK1,21,31,32", 13}};

  [[nodiscard]] static Position start();
  [[nodiscard]] static Side side_to_move(const Position& position) { return position.side; }
  static void legal_moves(const Position& position, Moves& list);
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  [[nodiscard]] static Position after(const Position& position, const Move& move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(const Move& move);
  [[nodiscard]] static bool is_reversible(const Position& position, const Move& move) {
    return move.captured == 0 && (position.kings & bit(move.from)) != 0;
  }
  [[nodiscard]] static int piece_count(const Position& position) {
    return std::popcount(position.pieces[0] | position.pieces[1]);
  }
  [[nodiscard]] static TablePieces table_pieces(const Position& position);
  [[nodiscard]] static std::optional<Position> table_position(const TablePieces& pieces);
  static constexpr TrainingGames training_games = draughts_family::training_games;
  [[nodiscard]] static std::optional<Position> random_position(Random& random) {
    return draughts_family::random_position<Rules>(random);
  }
  using Ending = draughts_family::Ending<Rules, draughts_family::Kings::fly>;
  static constexpr int most_in_ending = draughts_family::most_table_pieces;
  [[nodiscard]] static TableSpot ending_spot(const Position& position) {
    return draughts_family::Slice::spot_of(table_pieces(position));
  }

  [[nodiscard]] static bool is_threatened(const Position& position);

  /// The captured material.
  [[nodiscard]] static int order_hint(const Position& position, const Move& move);

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static Score evaluate(const Position& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position& position);

  static std::optional<int> features(const Position& position, std::vector<Feature>& list);
  static const std::size_t feature_count;
  static const int feature_unit;
  static const int weights_a_centipawn;
  [[nodiscard]] static std::span<const std::int16_t> weights();

  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const Position& position);
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int unlearned(const Position& position);

  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  /// The canonical text already is a PDN FEN.
  [[nodiscard]] static std::string standard_position(const Position& position) { return format_position(position); }
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, const Move& move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, const Move& move);
};

inline Position Rules::after(const Position& position, const Move& move) {
  const Bits from = bit(move.from), to = bit(move.to);
  const Bits own = (position.own() & ~from) | to;  // in this order: a king may end on its start square
  const Bits enemy = position.enemy() & ~move.captured;
  const Bits king = (position.kings & from) != 0 ? to : to & last_row(position.side);
  const Bits kings = (position.kings & ~(from | move.captured)) | king;
  return position.side == Side::first ? Position{{own, enemy}, kings, Side::second}
                                      : Position{{enemy, own}, kings, Side::first};
}

/// Computed from the 16 bytes of a position: cheaper than updating a key with every move of a perft or a search
/// tree, where most positions are never looked up.
inline std::uint64_t Rules::key(const Position& position) {
  const auto pair = [](std::uint64_t high, std::uint64_t low) { return high << 32 | low; };
  const std::uint64_t pieces = pair(position.pieces[0], position.pieces[1]);
  const std::uint64_t rest = pair(static_cast<std::uint64_t>(index_of(position.side)), position.kings);
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
