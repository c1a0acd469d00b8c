#pragma once

#include "core/board.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"
#include "network/network.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::breakthrough {

/// A set of the 64 squares: bit 8 * row + column, a1 being bit 0.
using Bits = std::uint64_t;
using Square = std::uint8_t;

[[nodiscard]] constexpr Bits bit(Square square) { return Bits{1} << square; }

/// The first side moves up, from row 1 to row 8.
struct Position {
  std::array<Bits, 2> pawns{};  ///< by Side
  Side to_move = Side::first;

  friend bool operator==(const Position&, const Position&) = default;
  [[nodiscard]] constexpr Bits of(Side side) const { return pawns[static_cast<std::size_t>(side)]; }
  [[nodiscard]] constexpr Bits own() const { return of(to_move); }
  [[nodiscard]] constexpr Bits enemies() const { return of(opponent(to_move)); }
};

struct Move {
  Square from;
  Square to;

  friend bool operator==(const Move&, const Move&) = default;
};

inline constexpr Reason far_row{"far-row", "WINNER has reached the far row"};
inline constexpr Reason no_pieces{"no-pieces", "LOSER has no pieces left"};

/// Breakthrough (Dan Troyka, 2000): a pawn steps straight or diagonally forward onto an empty square and takes
/// diagonally forward only. The first to reach the far row, or to capture all enemy pawns, wins.
struct Rules {
  using Game = Rules;
  using Position = breakthrough::Position;
  using Move = breakthrough::Move;

  static constexpr std::string_view name = "breakthrough";
  static constexpr std::string_view title = "Breakthrough";
  static constexpr std::array<std::string_view, 2> side_names{"w", "b"};
  /// Three for each of 16 pawns.
  static constexpr std::size_t max_moves = 48;
  static constexpr bool must_capture = false;
  using Moves = MoveList<Move, max_moves>;

  [[nodiscard]] static Position start();
  [[nodiscard]] static Side side_to_move(const Position& position) { return position.to_move; }
  static void legal_moves(const Position& position, Moves& moves);
  /// Captures, and steps onto the far row.
  static void noisy_moves(const Position& position, Moves& moves);
  [[nodiscard]] static bool is_threatened(const Position& position);
  [[nodiscard]] static Position after(const Position& position, Move move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(Move move) { return move.from * 64U + move.to; }
  /// Pawns never move back, so no position is ever repeated.
  [[nodiscard]] static bool is_reversible(const Position&, Move) { return false; }

  [[nodiscard]] static Score evaluate(const Position& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position& position);
  /// A weight for each square, from the view of the pawn's owner.
  static constexpr std::size_t feature_count = 64;
  static constexpr int feature_unit = 1;
  static constexpr int weights_per_centipawn = 1;
  static std::optional<int> features(const Position& position, std::vector<Feature>& list);
  [[nodiscard]] static std::span<const std::int16_t> weights();

  /// Rows from row 8, `P` for the first side's pawns, `p` for the second's, numbers for empty squares; then the side.
  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);

  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 5},
      BenchPosition{"race", "8/2p2p2/8/3P4/4p3/8/2P2P2/8 w", 8},
  };
};

}  // namespace crownd::breakthrough
