#pragma once

#include "core/mix.hpp"
#include "core/rules.hpp"
#include "search/abilities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace crownd::search {

/// The Elo of the highest step, and from step to step: 200 Elo are 76 %. Each game has a scale of its own; it says
/// nothing of other games and of ratings of people.
inline constexpr int most_elo = 2600;
inline constexpr int elo_a_step = 200;
inline constexpr int least_elo = most_elo - elo_a_step * (static_cast<int>(std::tuple_size_v<StrengthScale>) - 1);
/// From here on a player sees every win in one move.
inline constexpr int least_elo_to_see_wins = 1800;

/// The skill level that plays as well as the engine can; those below divide the scale from 800 on into equal steps.
inline constexpr int full_skill = 20;
inline constexpr int least_elo_of_skill = 800;
/// The Elo of a skill level from 0 to full_skill - 1.
[[nodiscard]] constexpr int elo_of_skill(int level) {
  return least_elo_of_skill + (most_elo - least_elo_of_skill) * level / (full_skill - 1);
}

/// For games that have no scale of their own.
inline constexpr StrengthScale common_scale{{{20, 1000, 300},
                                             {20, 1000, 100},
                                             {20, 960},
                                             {20, 920},
                                             {20, 880},
                                             {20, 840},
                                             {20, 800},
                                             {30, 650},
                                             {45, 520},
                                             {70, 410},
                                             {110, 310},
                                             {180, 220},
                                             {320, 140},
                                             {650, 80},
                                             {1500, 35},
                                             {4000, 0}}};

/// The scale that a game has chosen for a position, else the common one.
template <Rules R>
[[nodiscard]] const StrengthScale& scale_of([[maybe_unused]] const typename R::Position& position) {
  if constexpr (HasStrengthScale<R>)
    return R::strength_scale(position);
  else
    return common_scale;
}

/// A player weaker than the engine can be.
struct Strength {
  std::uint64_t node_budget = 0;  ///< nodes searched for a move, at most
  int blunder_rate = 0;           ///< permille of the moves that it overlooks
  bool sees_wins_in_one = false;  ///< never overlooks a move that wins at once
  std::uint64_t seed = 0;         ///< another one overlooks other moves
  int careless_rate = 0;          ///< permille of the turns in which it plays the move that looks worst
};

/// Between two steps the numbers are interpolated; an Elo beyond the scale means its end.
[[nodiscard]] Strength strength_of(const StrengthScale& scale, int elo, std::uint64_t seed);

/// Which moves a weaker player overlooks. People seldom play at random: they play well enough for what they see, and
/// lose to the capture that they did not expect, or because they had not seen their own. So an overlooked move is left
/// out of the search, at the root as below it, for both sides alike. Position and seed alone decide which ones: a
/// threat that is overlooked now stays overlooked while the position lasts, and may be seen one move later.
class Blunders {
 public:
  Blunders() = default;
  explicit Blunders(const Strength& strength) : rate_(strength.blunder_rate), seed_(mix(strength.seed)) {}

  [[nodiscard]] bool any() const { return rate_ != 0; }

  /// How easily a move of the position with this key is seen: a random number from 0 to 999. The moves below the
  /// blunder rate are overlooked.
  [[nodiscard]] int visibility(std::uint64_t key, std::uint32_t move_id) const {
    return static_cast<int>(mix(key ^ seed_ ^ mix(move_id)) % 1000);
  }

  /// Removes the overlooked moves from a list. `keep_one`: the most visible move stays in any case, since the list has
  /// all moves, and a player always sees one.
  template <Rules R, class Moves>
  void remove_overlooked(const typename R::Position& position, Moves& moves, bool keep_one) const {
    const std::uint64_t key = R::key(position);
    const auto visibility_of = [&](const auto& move) { return visibility(key, R::move_id(move)); };
    int seen_from = rate_;
    if (keep_one) {
      int most = 0;
      for (const auto& move : moves) most = std::max(most, visibility_of(move));
      seen_from = std::min(seen_from, most);
    }
    const auto end =
        std::remove_if(moves.begin(), moves.end(), [&](const auto& move) { return visibility_of(move) < seen_from; });
    moves.erase(end, moves.end());
  }

 private:
  int rate_ = 0;
  std::uint64_t seed_ = 0;
};

/// Whether a player of this strength is careless this turn: position and seed alone decide.
template <Rules R>
[[nodiscard]] bool is_careless(const typename R::Position& position, const Strength& strength) {
  constexpr std::uint64_t turn = 0x7475726e;
  return static_cast<int>(mix(R::key(position) ^ mix(strength.seed ^ turn)) % 1000) < strength.careless_rate;
}

/// The moves of the root that a player of this strength considers. In a solved game answer_solved decides what is
/// overlooked.
template <Rules R>
[[nodiscard]] std::vector<typename R::Move> considered(const typename R::Position& position,
                                                       std::vector<typename R::Move> moves, const Strength& strength) {
  if (strength.sees_wins_in_one) {
    const auto wins = [&](const auto& move) {
      const Result result = R::result(R::after(position, move));
      return result.outcome == Outcome::win && result.winner == R::side_to_move(position);
    };
    if (const auto win = std::find_if(moves.begin(), moves.end(), wins); win != moves.end()) return {*win};
  }
  if constexpr (!HasSolution<R>) {
    const Blunders blunders(strength);
    if (blunders.any()) blunders.template remove_overlooked<R>(position, moves, true);
  }
  return moves;
}

}  // namespace crownd::search
