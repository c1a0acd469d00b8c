#pragma once

#include "core/side.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/square_set.hpp"

#include <array>
#include <cstddef>

namespace crownd::reduced_chess {

/// One side's rooks and bishops.
struct Army {
  int rooks = 0;
  std::array<int, 2> bishops{};  ///< by the colour of their squares

  [[nodiscard]] int bishop_count() const { return bishops[0] + bishops[1]; }
  [[nodiscard]] int count() const { return rooks + bishop_count(); }
  [[nodiscard]] bool has_pair() const { return bishops[0] > 0 && bishops[1] > 0; }
  [[nodiscard]] bool is_lone_king() const { return count() == 0; }
};

/// The squares of the colour of a1.
template <std::size_t Words>
inline constexpr SquareSet<Words> colour_of_a1 = [] {
  SquareSet<Words> set;
  for (unsigned square = 0; square < square_count<Words>; ++square)
    if ((row_of<Words>(square) + column_of<Words>(square)) % 2 == 0) set.add(square);
  return set;
}();

template <std::size_t Words>
[[nodiscard]] inline Army army_of(const Position<Words>& p, Side side) {
  const auto& own = p.pieces[static_cast<std::size_t>(index_of(side))];
  const auto bishops = own & p.bishops;
  Army army;
  army.rooks = static_cast<int>((own & p.rooks).size());
  army.bishops[0] = static_cast<int>((bishops & colour_of_a1<Words>).size());
  army.bishops[1] = static_cast<int>(bishops.size()) - army.bishops[0];
  return army;
}

/// Whether no sequence of moves leads to mate: a king checked by bishops of one colour only can always step aside.
[[nodiscard]] inline bool is_material_draw(const Army& a, const Army& b) {
  return a.rooks + b.rooks == 0 && (a.bishops[0] + b.bishops[0] == 0 || a.bishops[1] + b.bishops[1] == 0);
}

}  // namespace crownd::reduced_chess
