#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/board.hpp"
#include "games/draughts_family/ending.hpp"
#include "games/draughts_family/random_position.hpp"
#include "games/draughts_family/reasons.hpp"
#include "games/draughts_family/table_pieces.hpp"
#include "games/draughts_family/tuning.hpp"
#include "games/draughts_family/views.hpp"
#include "games/towers/zobrist.hpp"
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

namespace crownd::towers {

using draughts_family::Bits;
using draughts_family::Direction;
using draughts_family::Square;
using draughts_family::TablePieces;

/// The first side (b) is at the bottom and moves up.
struct Position {
  std::array<Bits, 2> pieces{};  ///< by Side, towers included
  Bits towers = 0;               ///< of both sides
  Side to_move = Side::first;
  std::uint64_t key = 0;  ///< updated by `after`; of_board() computes it

  friend bool operator==(const Position&, const Position&) = default;
  [[nodiscard]] Bits of(Side side) const { return pieces[static_cast<std::size_t>(side)]; }
  [[nodiscard]] Bits empty() const { return ~(pieces[0] | pieces[1]); }
};

/// A position with its key computed.
[[nodiscard]] Position of_board(Bits first, Bits second, Bits towers, Side to_move);

/// A step or a jump.
struct Move {
  Square from;
  Square to;
  Square over;  ///< the enemy jumped over; for a step the same as `from`

  friend bool operator==(const Move&, const Move&) = default;
  [[nodiscard]] bool is_capture() const { return over != from; }
};

struct Rules final : draughts_family::NetworkOfViews {
  using Position = towers::Position;
  using Move = towers::Move;

  static constexpr std::string_view name = "towers";
  static constexpr std::string_view title = "Towers";
  static constexpr std::array<std::string_view, 2> side_names{"b", "w"};
  /// A piece has at most one action in a direction, and only towards a neighbour: the dark squares have 98 such pairs.
  static constexpr std::size_t max_moves = 98;
  static constexpr bool must_capture = false;
  using Moves = MoveList<Move, max_moves>;

  static constexpr search::Tuning tuning = draughts_family::tuning;
  static constexpr std::array bench_positions{BenchPosition{"start", "startpos", 15},
                                              BenchPosition{"towers", "......w.......B....w..b..b..W...:b", 15}};

  [[nodiscard]] static Position start();
  [[nodiscard]] static Side side_to_move(const Position& position) { return position.to_move; }
  static void legal_moves(const Position& position, Moves& moves);
  static void noisy_moves(const Position& position, Moves& moves);
  [[nodiscard]] static bool has_moves(const Position& position) { return count_moves(position) != 0; }
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  [[nodiscard]] static Position after(const Position& position, Move move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position) { return position.key; }
  [[nodiscard]] static std::uint32_t move_id(Move move) { return static_cast<std::uint32_t>(move.from * 32 + move.to); }
  [[nodiscard]] static bool is_reversible(const Position& position, Move move) {
    return !move.is_capture() && (position.towers & draughts_family::bit(move.from)) != 0;
  }

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

  [[nodiscard]] static bool is_threatened(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);

  [[nodiscard]] static int piece_count(const Position& position) {
    return std::popcount(position.pieces[0] | position.pieces[1]);
  }
  [[nodiscard]] static TablePieces table_pieces(const Position& position);
  [[nodiscard]] static std::optional<Position> table_position(const TablePieces& pieces);
  static constexpr TrainingGames training_games = draughts_family::training_games;
  [[nodiscard]] static std::optional<Position> random_position(Random& random) {
    return draughts_family::random_position<Rules>(random);
  }
  using Ending = draughts_family::Ending<Rules, draughts_family::Kings::step>;
  static constexpr int most_in_ending = draughts_family::most_table_pieces;
  [[nodiscard]] static TableSpot ending_spot(const Position& position) {
    return draughts_family::Slice::spot_of(table_pieces(position));
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

}  // namespace crownd::towers

#include "games/towers/moves.hpp"
