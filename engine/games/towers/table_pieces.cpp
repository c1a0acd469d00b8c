#include "games/draughts_family/turned.hpp"
#include "games/towers/rules.hpp"

namespace crownd::towers {

static_assert(draughts_family::HasTablePieces<Rules> && HasEndings<Rules>);

draughts_family::TablePieces Rules::table_pieces(const Position& position) {
  const Bits first = position.of(Side::first), second = position.of(Side::second), towers = position.towers;
  return draughts_family::table_pieces(
      {{first & ~towers, second & ~towers}, {first & towers, second & towers}, position.to_move});
}

std::optional<Position> Rules::table_position(const draughts_family::TablePieces& pieces) {
  const auto placement = draughts_family::table_placement(pieces);
  if (!placement) return {};
  const auto& [men, kings, to_move] = *placement;
  return of_board(men[0] | kings[0], men[1] | kings[1], kings[0] | kings[1], to_move);
}

}  // namespace crownd::towers
