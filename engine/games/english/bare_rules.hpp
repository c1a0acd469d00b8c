#pragma once

#include "core/board.hpp"
#include "core/mix.hpp"
#include "core/move_list.hpp"
#include "core/result.hpp"
#include "games/draughts_family/rules.hpp"
#include "play/abilities.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::english {

using draughts_family::Bits;
using draughts_family::Move;
using draughts_family::Position;
using draughts_family::Square;

/// The rules of American (English) draughts, and nothing that is known about how to play it well: what a game with
/// other ends, or another start, inherits. See core/rules.hpp for the meaning of each name.
struct BareRules : draughts_family::SharedRules<Position> {
  using Move = english::Move;
  static constexpr std::array<std::string_view, 2> side_names{"b", "a"};
  /// Steps: a king goes from an occupied to an empty square, so each of the 49 pairs of diagonal neighbours gives at
  /// most one. Captures: the squares fall into four classes of 8, and a jump stays in its class and takes one of 9
  /// squares that lie between two of that class. Enumerating all placements of own kings and men, empty squares and
  /// enemies on a class and on the squares between gives at most 14 captures a class.
  static constexpr std::size_t max_moves = 4 * 14;
  using Moves = MoveList<Move, max_moves>;

  static void legal_moves(const Position& position, Moves& list);
  [[nodiscard]] static Position after(const Position& position, Move move) {
    return draughts_family::after(position, move);
  }
  [[nodiscard]] static Result result(const Position& position);
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(Move move);

  static constexpr bool must_capture = true;
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  [[nodiscard]] static bool is_threatened(const Position& position);

  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static Counters counters_of(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static std::string standard_position(const Position& position);
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::vector<Move> moves_in_file(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);
};

// Inline because they are small and called at every node.

/// Computed from the whole position: two rounds of `mix` cost less than updating a key with every move.
inline std::uint64_t BareRules::key(const Position& position) {
  const std::uint64_t sides = position.pieces[0] | std::uint64_t{position.pieces[1]} << 32;
  const std::uint64_t rest = position.kings | std::uint64_t{index_of(position.to_move) != 0} << 32;
  return mix(mix(sides) ^ rest);
}

/// The squares take 10 bits, a hash of the captured set the others. Without captures the id is below 1024.
inline std::uint32_t BareRules::move_id(Move move) {
  constexpr std::uint32_t golden = 0x9e3779b1;  // Knuth's multiplicative hashing: odd, near 2^32 over the golden ratio
  return (move.captured * golden) >> 10 << 10 | static_cast<std::uint32_t>(move.to) << 5 | move.from;
}

}  // namespace crownd::english
