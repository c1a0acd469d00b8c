#pragma once

#include "core/mix.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/ending.hpp"
#include "games/draughts_family/letters.hpp"
#include "games/draughts_family/random_position.hpp"
#include "games/draughts_family/reasons.hpp"
#include "games/draughts_family/table_pieces.hpp"
#include "games/draughts_family/tuning.hpp"
#include "games/draughts_family/views.hpp"
#include "network/abilities.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"
#include "tables/abilities.hpp"

#include <bit>
#include <optional>
#include <span>

namespace crownd::english {

using draughts_family::Bits;
using draughts_family::Square;
using draughts_family::TablePieces;

/// The pieces and the side to move. The first side is b at the bottom, whose men move up; the second is a.
struct Position {
  std::array<Bits, 2> pieces{};  ///< men and kings, by Side
  Bits kings = 0;                ///< of both sides
  Side to_move = Side::first;

  friend bool operator==(const Position&, const Position&) = default;

  [[nodiscard]] constexpr Bits of(Side side) const { return pieces[static_cast<std::size_t>(side)]; }
  [[nodiscard]] constexpr Bits men_of(Side side) const { return of(side) & ~kings; }
  [[nodiscard]] constexpr Bits kings_of(Side side) const { return of(side) & kings; }
  [[nodiscard]] constexpr Bits empty() const { return ~(pieces[0] | pieces[1]); }
};

/// A step, or a whole capture. The route of a capture is not part of it: two routes between the same squares that take
/// the same men are one move. See routes.hpp. Without initialisers, so that arrays of moves cost nothing.
struct Move {
  Square from;
  Square to;
  Bits captured;

  friend bool operator==(const Move&, const Move&) = default;
};

/// American (English) draughts. See core/rules.hpp for the meaning of each name.
struct Rules : draughts_family::NetworkOfViews {
  using Position = english::Position;
  using Move = english::Move;
  static constexpr std::string_view name = "english";
  static constexpr std::string_view title = "American/English draughts";
  static constexpr std::array<std::string_view, 2> side_names{"b", "a"};
  /// Steps: a king goes from an occupied to an empty square, so each of the 49 pairs of diagonal neighbours gives at
  /// most one. Captures: the squares fall into four classes of 8, and a jump stays in its class and takes one of 9
  /// squares that lie between two of that class. Enumerating all placements of own kings and men, empty squares and
  /// enemies on a class and on the squares between gives at most 14 captures a class.
  static constexpr std::size_t max_moves = 4 * 14;
  using Moves = MoveList<Move, max_moves>;

  static constexpr search::Tuning tuning = draughts_family::tuning;
  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 13},
      BenchPosition{"middle", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15", 13},
      BenchPosition{"kings", "W:WK4,23,27,28,29:B1,7,9,10,12,K30", 15}};

  [[nodiscard]] static Position start();
  [[nodiscard]] static Side side_to_move(const Position& position) { return position.to_move; }
  static void legal_moves(const Position& position, Moves& list);
  [[nodiscard]] static Position after(const Position& position, Move move);
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(Move move);
  [[nodiscard]] static bool is_reversible(const Position& position, Move move);
  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static Score evaluate(const Position& position);

  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);

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

  static constexpr bool must_capture = true;
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  [[nodiscard]] static bool is_threatened(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position& position);
  [[nodiscard]] static std::string standard_position(const Position& position);

  static std::optional<int> features(const Position& position, std::vector<Feature>& list);
  static const std::size_t feature_count;
  static const int feature_unit;
  static const int weights_a_centipawn;
  [[nodiscard]] static std::span<const std::int16_t> weights();

  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const Position& position);
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int unlearned(const Position& position);
};

// Inline because they are small and called at every node.

inline Position Rules::after(const Position& position, Move move) {
  const bool first = position.to_move == Side::first;
  const Bits from = draughts_family::bit(move.from);
  const Bits to = draughts_family::bit(move.to);
  const Bits last_row = draughts_family::last_row(position.to_move);
  const Bits own = (position.pieces[first ? 0 : 1] & ~from) | to;
  const Bits enemies = position.pieces[first ? 1 : 0] & ~move.captured;
  const Bits crowned = (position.kings & from) != 0 ? to : to & last_row;
  return {{first ? own : enemies, first ? enemies : own},
          (position.kings & ~(from | move.captured)) | crowned,
          opponent(position.to_move)};
}

/// Computed from the whole position: two rounds of `mix` cost less than updating a key with every move.
inline std::uint64_t Rules::key(const Position& position) {
  const std::uint64_t sides = position.pieces[0] | std::uint64_t{position.pieces[1]} << 32;
  const std::uint64_t rest = position.kings | std::uint64_t{index_of(position.to_move) != 0} << 32;
  return mix(mix(sides) ^ rest);
}

/// The squares take 10 bits, a hash of the captured set the others. Without captures the id is below 1024.
inline std::uint32_t Rules::move_id(Move move) {
  constexpr std::uint32_t golden = 0x9e3779b1;  // Knuth's multiplicative hashing: odd, near 2^32 over the golden ratio
  return (move.captured * golden) >> 10 << 10 | static_cast<std::uint32_t>(move.to) << 5 | move.from;
}

inline bool Rules::is_reversible(const Position& position, Move move) {
  return move.captured == 0 && (position.kings & draughts_family::bit(move.from)) != 0;
}

static_assert(crownd::Rules<Rules>);

}  // namespace crownd::english
