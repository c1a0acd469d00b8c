#pragma once

#include "core/board.hpp"
#include "core/mix.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/rules.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::english {

using draughts_family::Bits;
using draughts_family::Move;
using draughts_family::Position;
using draughts_family::Square;

/// What the evaluation sees, see evaluate.cpp.
struct Model;

/// American (English) draughts. See core/rules.hpp for the meaning of each name.
struct Rules : draughts_family::SharedRules<Rules, Position, Model, draughts_family::Kings::step> {
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

  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 13},
      BenchPosition{"middle", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15", 13},
      BenchPosition{"kings", "W:WK4,23,27,28,29:B1,7,9,10,12,K30", 15}};

  static void legal_moves(const Position& position, Moves& list);
  [[nodiscard]] static Position after(const Position& position, Move move) {
    return draughts_family::after(position, move);
  }
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(Move move);
  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);

  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);

  static constexpr bool must_capture = true;
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  [[nodiscard]] static bool is_threatened(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);
  [[nodiscard]] static std::string standard_position(const Position& position);
};

// Inline because they are small and called at every node.

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

static_assert(crownd::Rules<Rules>);

}  // namespace crownd::english

extern template struct crownd::draughts_family::Evaluation<crownd::english::Position, crownd::english::Model>;
