#pragma once

#include "core/board.hpp"
#include "core/rules.hpp"

#include <bit>

namespace crownd::stupid {

/// A set of the 64 squares: bit 8 * row + column, counted from 0 at the upper left (A1).
using Bits = std::uint64_t;
using Square = std::uint8_t;

[[nodiscard]] constexpr Bits bit(Square square) { return Bits{1} << square; }

/// The first side is r. No two pieces share a square.
struct Position {
  std::array<Bits, 2> pieces{};  ///< by Side
  Side to_move = Side::first;

  friend bool operator==(const Position&, const Position&) = default;
  [[nodiscard]] Bits own() const { return pieces[static_cast<std::size_t>(to_move)]; }
  [[nodiscard]] Bits enemies() const { return pieces[static_cast<std::size_t>(opponent(to_move))]; }
};

/// A piece moves to any square, or the side passes: `pass`, the price of an invalid move in the game's dialogue.
struct Move {
  Square from;
  Square to;

  friend bool operator==(const Move&, const Move&) = default;
};

inline constexpr Move pass{64, 64};

inline constexpr Reason no_pieces{"no-pieces", "LOSER has no pieces left"};

struct Rules {
  using Game = Rules;
  using Position = stupid::Position;
  using Move = stupid::Move;

  static constexpr std::string_view name = "stupid";
  static constexpr std::string_view title = "Stupid checkers";
  static constexpr std::array<std::string_view, 2> side_names{"r", "b"};
  /// m pieces have 64 - m target squares each: at most 32 * 32.
  static constexpr std::size_t max_moves = 1024;
  static constexpr bool must_capture = false;
  using Moves = MoveList<Move, max_moves>;

  [[nodiscard]] static Position start();
  [[nodiscard]] static Side side_to_move(const Position& position) { return position.to_move; }
  /// Ordered by source, then by target. Never `pass`.
  static void legal_moves(const Position& position, Moves& moves);
  static void noisy_moves(const Position& position, Moves& moves);
  [[nodiscard]] static bool has_moves(const Position& position) {
    return position.own() != 0 && position.enemies() != 0;
  }
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  /// `pass` changes the side to move and nothing else.
  [[nodiscard]] static Position after(const Position& position, Move move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::array<int, 2> piece_counts(const Position& position) {
    return {std::popcount(position.pieces[0]), std::popcount(position.pieces[1])};
  }
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(Move move) { return move.from * 65U + move.to; }
  [[nodiscard]] static bool is_reversible(const Position& position, Move move) {
    return move == pass || (position.enemies() & bit(move.to)) == 0;
  }

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static Score evaluate(const Position& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position& position);
  /// The exact score of any position, including a finished one.
  [[nodiscard]] static Score solve(const Position& position);

  /// Eight rows of `r`, `b` and `.` joined by `/`, row 1 first, then the side to move.
  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  /// Reads `pass` too.
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);

  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 1},
      BenchPosition{"behind", "r......./......../......../......../......../......../.b....../b....... r", 1}};
};

}  // namespace crownd::stupid
