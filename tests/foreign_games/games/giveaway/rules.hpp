#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/endings.hpp"
#include "games/english/rules.hpp"

namespace crownd::giveaway {

inline constexpr Reason no_pieces{"no-pieces", "WINNER has no pieces left"};
inline constexpr Reason no_moves{"no-moves", "WINNER has no moves left"};
inline constexpr std::array<const Reason*, 2> reasons{&no_pieces, &no_moves};

/// English draughts, but a side without a move wins: its pieces are gone, or blocked. Without the second base there
/// would be no endgame tables.
struct Rules : english::BareRules, draughts_family::Endings<Rules, english::Position, draughts_family::Kings::step> {
  using Game = Rules;

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
  /// The side with fewer pieces is ahead.
  [[nodiscard]] static Score evaluate(const Position& position) {
    const auto pieces = [&](Side side) { return std::popcount(position.of(side)); };
    return Score::centipawns(man_value * (pieces(opponent(position.to_move)) - pieces(position.to_move)));
  }
};

}  // namespace crownd::giveaway
