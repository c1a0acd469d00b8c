#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/knowledge.hpp"
#include "games/english/bare_rules.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"
#include "search/tuning.hpp"

#include <array>
#include <string_view>

namespace crownd::english {

/// What the evaluation sees, see evaluate.cpp.
struct Model;

/// American (English) draughts: the rules, and what the engine knows about playing it, which no other game inherits.
struct Rules : BareRules,
               draughts_family::Knowledge<Rules, Position, draughts_family::Evaluation<Position, Model>,
                                          draughts_family::Kings::step> {
  using Game = Rules;

  static constexpr std::string_view name = "english";
  static constexpr std::string_view title = "American/English draughts";
  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 13},
      BenchPosition{"middle", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15", 13},
      BenchPosition{"kings", "W:WK4,23,27,28,29:B1,7,9,10,12,K30", 15}};

  /// The network errs less than the evaluations that the numbers of the family were found with, and narrower margins
  /// do: +10 Elo (0 to +19) in 1000 games at 8,000 nodes.
  static constexpr search::Tuning tuning = [] {
    search::Tuning numbers = draughts_family::tuning;
    numbers.futility_margin = 40;
    numbers.probcut_margin = 25;
    return numbers;
  }();

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);
};

static_assert(crownd::Rules<Rules> && HasBoard<Rules> && HasBenchPositions<Rules> && HasEndings<Rules>);

}  // namespace crownd::english

extern template struct crownd::draughts_family::Evaluation<crownd::english::Position, crownd::english::Model>;
