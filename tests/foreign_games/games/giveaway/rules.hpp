#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/ending.hpp"
#include "games/draughts_family/reasons.hpp"
#include "games/english/bare_rules.hpp"
#include "tables/abilities.hpp"

namespace crownd::giveaway {

inline constexpr Reason no_pieces{"no-pieces", "WINNER has no pieces left"};
inline constexpr Reason no_moves{"no-moves", "WINNER has no moves left"};
inline constexpr std::array<const Reason*, 2> reasons{&no_pieces, &no_moves};

/// English draughts, but a side without a move wins: its pieces are gone, or blocked.
struct Rules final : english::BareRules {
  static constexpr std::string_view name = "giveaway";
  static constexpr std::string_view title = "Giveaway draughts";
  static constexpr bool loser_may_move_last = true;

  [[nodiscard]] static Result result(const Position& position) {
    const Result english = BareRules::result(position);
    if (!english.over()) return {};
    return Result::win(opponent(english.winner), english.reason == &draughts_family::no_pieces ? no_pieces : no_moves);
  }
  [[nodiscard]] static Description description(const Position& position) {
    Description description = BareRules::description(position);
    description.reasons = reasons;
    description.notation = "plain";  // the game type of PDN is that of english
    return description;
  }
  /// Who has fewer pieces is ahead.
  [[nodiscard]] static Score evaluate(const Position& position) {
    const auto pieces = [&](Side side) { return std::popcount(position.of(side)); };
    return Score::centipawns(man_value * (pieces(opponent(position.to_move)) - pieces(position.to_move)));
  }

  // Endgame tables: without these lines there are none.
  using Ending = draughts_family::Ending<Rules, draughts_family::Kings::step>;
  static constexpr int most_in_ending = draughts_family::most_table_pieces;
  [[nodiscard]] static TableSpot ending_spot(const Position& position) {
    return draughts_family::Slice::spot_of(table_pieces(position));
  }
};

}  // namespace crownd::giveaway
