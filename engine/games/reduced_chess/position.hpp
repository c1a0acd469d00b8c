#pragma once

#include "core/mix.hpp"
#include "core/side.hpp"
#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/square_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace crownd::reduced_chess {

enum class Kind : std::uint8_t { king, rook, bishop };

/// A board as sets of squares. Invariants: one king a side; pieces[s] holds all pieces of side s; every piece is a
/// king, a rook or a bishop; key is key_of(*this). Equal boards are equal values.
template <std::size_t Words>
struct Position {
  std::array<SquareSet<Words>, 2> pieces;
  SquareSet<Words> rooks;    ///< of both sides
  SquareSet<Words> bishops;  ///< of both sides
  std::uint64_t key = 0;
  std::array<std::uint16_t, 2> kings{};
  std::uint8_t size = 0;
  Side side = Side::first;

  friend bool operator==(const Position&, const Position&) = default;

  [[nodiscard]] const SquareSet<Words>& own() const { return pieces[static_cast<std::size_t>(index_of(side))]; }
  [[nodiscard]] const SquareSet<Words>& enemy() const {
    return pieces[static_cast<std::size_t>(index_of(opponent(side)))];
  }
  [[nodiscard]] unsigned own_king() const { return kings[static_cast<std::size_t>(index_of(side))]; }
  [[nodiscard]] unsigned enemy_king() const { return kings[static_cast<std::size_t>(index_of(opponent(side)))]; }
  [[nodiscard]] SquareSet<Words> occupied() const { return pieces[0] | pieces[1]; }
};

/// From one square to another; the position says which piece moves.
struct Move {
  std::uint16_t from = 0;
  std::uint16_t to = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

/// Keys of a piece of each kind and side on each square. They depend on column and row, not on the width of the sets,
/// so that all widths give a position the same key.
template <std::size_t Words>
struct PieceKeys {
  std::array<std::array<std::array<std::uint64_t, square_count<Words>>, 3>, 2> keys{};

  constexpr PieceKeys() {
    for (unsigned side = 0; side < 2; ++side)
      for (unsigned kind = 0; kind < 3; ++kind)
        for (unsigned square = 0; square < square_count<Words>; ++square)
          keys[side][kind][square] = mix(((side * 3 + kind) * largest_board + row_of<Words>(square)) * largest_board +
                                         column_of<Words>(square));
  }
};

template <std::size_t Words>
inline constexpr PieceKeys<Words> piece_keys{};

template <std::size_t Words>
[[nodiscard]] inline std::uint64_t piece_key(Side side, Kind kind, unsigned square) {
  return piece_keys<Words>.keys[static_cast<std::size_t>(index_of(side))][static_cast<std::size_t>(kind)][square];
}

/// The part of the key for the side to move, and the part for the size of the board; inputs of mix() beyond those of
/// the pieces.
inline constexpr std::uint64_t side_key = mix(1'000'000);
[[nodiscard]] constexpr std::uint64_t size_key(unsigned size) { return mix(2'000'000 + size); }

/// The position after a legal move.
template <std::size_t Words>
[[nodiscard]] inline Position<Words> after(const Position<Words>& position, Move move) {
  Position<Words> next = position;
  const auto us = static_cast<std::size_t>(index_of(position.side));
  const Side them = opponent(position.side);
  next.side = them;
  next.key ^= side_key;
  if (next.pieces[1 - us].has(move.to)) {
    const Kind taken = next.rooks.has(move.to) ? Kind::rook : Kind::bishop;
    (taken == Kind::rook ? next.rooks : next.bishops).remove(move.to);
    next.pieces[1 - us].remove(move.to);
    next.key ^= piece_key<Words>(them, taken, move.to);
  }
  Kind moved = Kind::king;
  if (move.from == position.kings[us]) {
    next.kings[us] = move.to;
  } else {
    moved = position.rooks.has(move.from) ? Kind::rook : Kind::bishop;
    auto& kind = moved == Kind::rook ? next.rooks : next.bishops;
    kind.remove(move.from);
    kind.add(move.to);
  }
  next.pieces[us].remove(move.from);
  next.pieces[us].add(move.to);
  next.key ^= piece_key<Words>(position.side, moved, move.from) ^ piece_key<Words>(position.side, moved, move.to);
  return next;
}

}  // namespace crownd::reduced_chess
