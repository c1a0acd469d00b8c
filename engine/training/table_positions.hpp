#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/mover_view.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <random>

namespace crownd::training {

/// Positions of few pieces, found without the numbering of tables, so that they can be held to it.
template <draughts_family::HasMoverView R>
class TablePositions {
 public:
  using Position = typename R::Position;
  static constexpr int squares = 32;
  static constexpr unsigned kinds = 4;  ///< men and kings of both sides

  /// The enumeration of all positions is split into this many parts.
  static constexpr unsigned parts = squares * kinds;

  /// Calls visit for each position of `pieces` pieces, both sides having some, whose first piece stands on a square,
  /// and is of a kind, that `part` says. The first side is to move.
  template <class Visit>
  static void for_each(int pieces, unsigned part, Visit visit) {
    add(draughts_family::MoverView{}, part / kinds, part % kinds, pieces, visit);
  }

  [[nodiscard]] static Position random(std::mt19937_64& random, int pieces) {
    while (true) {
      draughts_family::MoverView chosen;
      for (std::uint32_t taken = 0; std::popcount(taken) < pieces;) {
        const std::uint32_t bit = std::uint32_t{1} << random() % squares;
        if ((taken & bit) != 0) continue;
        taken |= bit;
        set_of(chosen, static_cast<unsigned>(random() % kinds)) |= bit;
      }
      if (const auto position = position_of(chosen)) return *position;
    }
  }

 private:
  static std::uint32_t& set_of(draughts_family::MoverView& pieces, unsigned kind) {
    return kind == 0   ? pieces.own_men
           : kind == 1 ? pieces.own_kings
           : kind == 2 ? pieces.enemy_men
                       : pieces.enemy_kings;
  }

  static std::optional<Position> position_of(const draughts_family::MoverView& pieces) {
    if ((pieces.own_men | pieces.own_kings) == 0 || (pieces.enemy_men | pieces.enemy_kings) == 0) return {};
    return R::position_of(pieces);
  }

  template <class Visit>
  static void add(draughts_family::MoverView pieces, unsigned square, unsigned kind, int left, Visit& visit) {
    set_of(pieces, kind) |= std::uint32_t{1} << square;
    if (left == 1) {
      if (const auto position = position_of(pieces)) visit(*position);
      return;
    }
    for (unsigned next = square + 1; next < squares; ++next)
      for (unsigned other = 0; other < kinds; ++other) add(pieces, next, other, left - 1, visit);
  }
};

}  // namespace crownd::training
