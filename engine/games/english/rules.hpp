#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/ending.hpp"
#include "games/draughts_family/random_position.hpp"
#include "games/draughts_family/tuning.hpp"
#include "games/draughts_family/views.hpp"
#include "games/english/bare_rules.hpp"
#include "network/abilities.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"
#include "tables/abilities.hpp"

#include <optional>
#include <span>

namespace crownd::english {

/// American (English) draughts: the rules, and what the engine knows about playing it, which no other game inherits.
struct Rules final : BareRules, draughts_family::NetworkOfViews {
  static constexpr std::string_view name = "english";
  static constexpr std::string_view title = "American/English draughts";

  static constexpr search::Tuning tuning = draughts_family::tuning;
  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 13},
      BenchPosition{"middle", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15", 13},
      BenchPosition{"kings", "W:WK4,23,27,28,29:B1,7,9,10,12,K30", 15}};

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);
  [[nodiscard]] static Score evaluate(const Position& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position& position);

  using Ending = draughts_family::Ending<Rules, draughts_family::Kings::step>;
  static constexpr int most_in_ending = draughts_family::most_table_pieces;
  [[nodiscard]] static TableSpot ending_spot(const Position& position) {
    return draughts_family::Slice::spot_of(table_pieces(position));
  }

  static constexpr TrainingGames training_games = draughts_family::training_games;
  [[nodiscard]] static std::optional<Position> random_position(Random& random) {
    return draughts_family::random_position<Rules>(random);
  }

  static std::optional<int> features(const Position& position, std::vector<Feature>& list);
  static const std::size_t feature_count;
  static const int feature_unit;
  static const int weights_a_centipawn;
  [[nodiscard]] static std::span<const std::int16_t> weights();

  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const Position& position);
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int unlearned(const Position& position);
};

static_assert(crownd::Rules<Rules> && HasBoard<Rules> && HasBenchPositions<Rules> && HasEndings<Rules> &&
              draughts_family::HasTablePieces<Rules>);

}  // namespace crownd::english
