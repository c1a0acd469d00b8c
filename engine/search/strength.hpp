#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"

#include <algorithm>

namespace crownd::search {

/// The Elo of the highest step, and between two steps: 200 Elo are 76 %. The scales of games are unrelated to each
/// other and to ratings of people.
inline constexpr int max_elo = 2600;
inline constexpr int elo_per_step = 200;
inline constexpr int min_elo = max_elo - elo_per_step * (static_cast<int>(StrengthScale::steps) - 1);
/// From this Elo on, a player sees every win in one move.
inline constexpr int sees_wins_from_elo = 1800;

/// The level of full strength.
inline constexpr int full_skill = 20;
/// The Elo of a skill level from 0 to full_skill - 1: equal steps from 800 on.
[[nodiscard]] constexpr int elo_of_skill(int level) {
  constexpr int lowest = 800;
  return lowest + (max_elo - lowest) * level / (full_skill - 1);
}

/// The scale of games without a measured one.
inline constexpr StrengthScale common_scale{
    .node_budget = {20, 20, 20, 20, 20, 20, 20, 30, 45, 70, 110, 180, 320, 650, 1500, 4000},
    .blunder_rate = {1000, 1000, 960, 920, 880, 840, 800, 650, 520, 410, 310, 220, 140, 80, 35, 0},
    .careless_rate = {300, 100}};

/// The scale of the game for a position, otherwise the common one.
template <Rules R>
[[nodiscard]] const StrengthScale& scale_of([[maybe_unused]] const typename R::Position& position) {
  if constexpr (requires { R::strength_scale(position); })
    return R::strength_scale(position);
  else
    return common_scale;
}

/// A player weaker than the engine can be.
struct Strength {
  std::uint64_t node_budget = 0;  ///< nodes searched for a move, at most
  int blunder_rate = 0;           ///< permille of overlooked moves
  bool sees_wins_in_one = false;  ///< never overlooks a move that wins at once
  std::uint64_t seed = 0;         ///< determines the overlooked moves
  int careless_rate = 0;          ///< permille of the turns with the worst-looking move
};

/// Interpolates between two steps; clamps `elo` to the scale.
[[nodiscard]] inline Strength strength_of(const StrengthScale& scale, int elo, std::uint64_t seed) {
  const int above = std::clamp(elo, min_elo, max_elo) - min_elo;
  const auto step = static_cast<std::size_t>(above / elo_per_step);
  const int share = above % elo_per_step;
  const auto at_elo = [&](const StrengthScale::Numbers& numbers) {
    const int low = numbers[step], high = numbers[std::min(step + 1, StrengthScale::steps - 1)];
    return low + (high - low) * share / elo_per_step;
  };
  return {static_cast<std::uint64_t>(at_elo(scale.node_budget)), at_elo(scale.blunder_rate), elo >= sees_wins_from_elo,
          seed, at_elo(scale.careless_rate)};
}

/// The moves that a weaker player overlooks, as people overlook captures: they are missing from the search, in all
/// nodes and for both sides. They depend only on position and seed: an overlooked threat may be seen one move later.
class Blunders {
 public:
  Blunders() = default;
  explicit Blunders(const Strength& strength) : rate_(strength.blunder_rate), seed_(mix(strength.seed)) {}

  [[nodiscard]] bool any() const { return rate_ != 0; }

  /// A random number from 0 to 999 for a move in the position with this key. Moves below the blunder rate are
  /// overlooked.
  [[nodiscard]] int visibility(std::uint64_t key, std::uint32_t move_id) const {
    return static_cast<int>(mix(key ^ seed_ ^ mix(move_id)) % 1000);
  }

  /// Removes the overlooked moves from a list. `keep_one`: the list has all legal moves, so the most visible one stays.
  template <Rules R, class Moves>
  void remove_overlooked(const typename R::Position& position, Moves& moves, bool keep_one) const {
    const std::uint64_t key = R::key(position);
    const auto visibility_of = [&](const auto& move) { return visibility(key, R::move_id(move)); };
    int max = keep_one ? 0 : rate_;
    if (keep_one)
      for (const auto& move : moves) max = std::max(max, visibility_of(move));
    const int seen_from = std::min(rate_, max);
    const auto end =
        std::remove_if(moves.begin(), moves.end(), [&](const auto& move) { return visibility_of(move) < seen_from; });
    moves.erase(end, moves.end());
  }

 private:
  int rate_ = 0;
  std::uint64_t seed_ = 0;
};

/// Whether a player of this strength is careless this turn; depends only on position and seed.
template <Rules R>
[[nodiscard]] bool is_careless(const typename R::Position& position, const Strength& strength) {
  constexpr std::uint64_t turn = 0x7475726e;
  return static_cast<int>(mix(R::key(position) ^ mix(strength.seed ^ turn)) % 1000) < strength.careless_rate;
}

/// The root moves that a player of this strength considers. In a solved game solved_best_move removes overlooked moves.
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
