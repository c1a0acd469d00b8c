#include "games/draughts_family/turned.hpp"
#include "games/english/bare_rules.hpp"

namespace crownd::english {

draughts_family::TablePieces BareRules::table_pieces(const Position& position) {
  return draughts_family::table_pieces({{position.men_of(Side::first), position.men_of(Side::second)},
                                        {position.kings_of(Side::first), position.kings_of(Side::second)},
                                        position.to_move});
}

std::optional<Position> BareRules::table_position(const draughts_family::TablePieces& pieces) {
  const auto placement = draughts_family::table_placement(pieces);
  if (!placement) return {};
  const auto& [men, kings, to_move] = *placement;
  return Position{{men[0] | kings[0], men[1] | kings[1]}, kings[0] | kings[1], to_move};
}

}  // namespace crownd::english
