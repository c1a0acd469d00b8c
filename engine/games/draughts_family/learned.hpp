#pragma once

#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/judge.hpp"
#include "network/abilities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::draughts_family {

/// An evaluation by learned weights, shared by the draughts games. It is antisymmetric except for the side to move:
/// what one side's view has counts for it, and what the other side's view has counts against it with the same
/// weights. Each weight exists twice, for the opening and for the endgame; between them it is interpolated by the
/// number of pieces (tapered evaluation).
///
/// A Model has
///   term_names          names of groups of features, for people
///   feature_count       features; there are two weights for each
///   weights()           the weights, opening and endgame alternating
///   of_side(view, add)  calls add(term, number, amount) for what a side has
///   of_mover(view, add) the same for what only the side to move has
///   fixed(view)         centipawns for the side to move that are not learned
///   drawish(view)       the divisor of the sum where the position is likely to be drawn, else 1
/// and for the network, see networked.hpp,
///   clear_advantage     beyond these centipawns the network is not asked
///   network(), network_file()
template <class Model>
struct Learned {
  static constexpr std::size_t weight_count = 2 * Model::feature_count;

  /// Centipawns.
  [[nodiscard]] static int evaluate(const MoverView& view) {
    Sums sums;
    each_feature(view, [&](std::size_t, std::size_t number, int amount) { sums.add(number, amount); });
    return (sums.centipawns(fullness(view)) + Model::fixed(view)) / Model::drawish(view);
  }

  /// Terms of evaluate(). Each is what it adds to those before it, so that they add up in whole centipawns. They are
  /// computed without evaluate(), so that tests can hold one to the other.
  [[nodiscard]] static std::vector<std::pair<std::string, int>> terms(const MoverView& view) {
    std::vector<std::pair<std::string, int>> terms;
    int sum = 0;
    Sums sums;
    for (std::size_t wanted = 0; wanted < Model::term_names.size(); ++wanted) {
      each_feature(view, [&](std::size_t term, std::size_t number, int amount) {
        if (term == wanted) sums.add(number, amount);
      });
      const int before = std::exchange(sum, sums.centipawns(fullness(view)));
      terms.emplace_back(Model::term_names[wanted], sum - before);
    }
    const int driving = Model::fixed(view);
    terms.emplace_back("driving", driving);
    terms.emplace_back("drawn ending", (sum + driving) / Model::drawish(view) - (sum + driving));
    return terms;
  }

  /// See HasFeatures.
  static std::optional<int> features(const MoverView& view, std::vector<Feature>& list) {
    if (Model::drawish(view) != 1) return {};
    const int full = fullness(view);
    each_feature(view, [&](std::size_t, std::size_t number, int amount) {
      const auto first = static_cast<std::uint32_t>(2 * number);
      if (full != 0) list.push_back({first, amount * full});
      if (full != feature_unit) list.push_back({first + 1, amount * (feature_unit - full)});
    });
    return Model::fixed(view);
  }

 private:
  static constexpr int pieces_when_bare = 4;

  /// The share of the weights for the opening, of feature_unit.
  [[nodiscard]] static int fullness(const MoverView& view) {
    return std::clamp(count(pieces_of(view)) - pieces_when_bare, 0, feature_unit);
  }

  struct Sums {
    int full = 0;
    int bare = 0;

    void add(std::size_t number, int amount) {
      full += amount * Model::weights()[2 * number];
      bare += amount * Model::weights()[2 * number + 1];
    }
    [[nodiscard]] int centipawns(int fullness) const {
      return (full * fullness + bare * (feature_unit - fullness)) / (feature_unit * weights_a_centipawn);
    }
  };

  template <class Add>
  static void each_feature(const MoverView& view, Add add) {
    Model::of_side(view, add);
    Model::of_side(other_view(view),
                   [&](std::size_t term, std::size_t number, int amount) { add(term, number, -amount); });
    Model::of_mover(view, add);
  }
};

/// The features that all games have, and the numbers of all features of a game: the patterns of men come first.
/// `own_features`: how many a game has of its own, from number `own_number` on; `tempo_term`: the last term.
template <std::size_t own_features, std::size_t tempo_term>
struct CommonFeatures {
  enum Term : std::size_t { patterns, material, kings, mobility, own_term, tempo = tempo_term };

  static constexpr std::size_t men_number = large_regions.patterns();
  static constexpr std::size_t kings_number = men_number + 1;
  static constexpr std::size_t balance_number = kings_number + 1;
  static constexpr std::size_t king_square_number = balance_number + balance_count;
  static constexpr std::size_t own_number = king_square_number + places;
  static constexpr std::size_t to_move_number = own_number + own_features;
  static constexpr std::size_t the_move_number = to_move_number + pair_counts;
  static constexpr std::size_t with_kings_number = the_move_number + pair_counts;
  static constexpr std::size_t feature_count = with_kings_number + large_regions.patterns();

  /// See Learned.
  template <class Add>
  static void of_side(const MoverView& view, Add add) {
    large_regions.each_pattern(view.own_men, view.enemy_men, [&](std::size_t number) { add(patterns, number, 1); });
    add(material, men_number, count(view.own_men));
    add(material, balance_number + balance_of(view), 1);
    // Patterns of men say little where there are kings.
    if ((view.own_kings | view.enemy_kings) == 0) return;
    large_regions.each_pattern(own_of(view), enemies_of(view),
                               [&](std::size_t number) { add(kings, with_kings_number + number, 1); });
    add(material, kings_number, count(view.own_kings));
    for (Bits left = view.own_kings; left != 0; left &= left - 1) add(kings, king_square_number + lowest(left), 1);
  }

  /// See Learned.
  template <class Add>
  static void of_mover(const MoverView& view, Add add) {
    const std::size_t pairs = pairs_of(view);
    add(tempo, to_move_number + pairs, 1);
    if (has_the_move(view)) add(tempo, the_move_number + pairs, 1);
  }
};

}  // namespace crownd::draughts_family
