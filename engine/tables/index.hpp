#pragma once

#include "core/rules.hpp"

#include <cstddef>
#include <vector>

namespace crownd::tables {

/// Tables know positions of at most this many pieces.
inline constexpr int most_pieces = 4;
inline constexpr int squares = 32;

/// A material class: how many pieces of each kind there are, at least one a side.
struct Material {
  int own_men = 0;
  int own_kings = 0;
  int enemy_men = 0;
  int enemy_kings = 0;

  friend bool operator==(const Material&, const Material&) = default;

  [[nodiscard]] constexpr int pieces() const { return own_men + own_kings + enemy_men + enemy_kings; }
  [[nodiscard]] constexpr int men() const { return own_men + enemy_men; }
  /// As the other side sees it.
  [[nodiscard]] constexpr Material turned() const { return {enemy_men, enemy_kings, own_men, own_kings}; }
};

[[nodiscard]] Material material_of(const TablePieces& pieces);

/// All classes of 2 to `most` pieces in the order of their places in a table: fewer pieces first, then fewer men, so
/// that a move leads from a class to an earlier one or to its turned self.
[[nodiscard]] std::vector<Material> classes_up_to(int most);

/// A class has the places [first, first + count). Every way to put its pieces on the squares has one place, and there
/// are no others: a set is numbered in the combinatorial number system, among the squares that those before left free.
struct Places {
  std::size_t first;
  std::size_t count;
};
[[nodiscard]] Places places_of(const Material& material);

/// Places in a table of positions of at most `most` pieces.
[[nodiscard]] std::size_t size_of_table(int most);

/// The place of a position of 2 to most_pieces pieces, at least one a side.
[[nodiscard]] std::size_t place_of(const TablePieces& pieces);

/// The position of the class at that place.
[[nodiscard]] TablePieces pieces_at(const Material& material, std::size_t place);

}  // namespace crownd::tables
