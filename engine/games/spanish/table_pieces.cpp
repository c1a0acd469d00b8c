#include "games/draughts_family/turned.hpp"
#include "games/spanish/rules.hpp"

namespace crownd::spanish {

static_assert(draughts_family::HasTablePieces<Rules> && HasEndings<Rules>);

draughts_family::TablePieces Rules::table_pieces(const Position& position) {
  return draughts_family::table_pieces({{position.men(Side::first), position.men(Side::second)},
                                        {position.kings_of(Side::first), position.kings_of(Side::second)},
                                        position.side});
}

std::optional<Position> Rules::table_position(const draughts_family::TablePieces& pieces) {
  const auto placement = draughts_family::table_placement(pieces);
  if (!placement) return {};
  const auto& [men, kings, to_move] = *placement;
  return Position{{men[0] | kings[0], men[1] | kings[1]}, kings[0] | kings[1], to_move};
}

}  // namespace crownd::spanish
