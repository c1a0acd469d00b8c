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

/// The Elo of the lowest step, and from step to step: 200 Elo are 76 %. Each game has a scale of its own, on which the
/// lowest step is called 800; it says nothing of other games and of ratings of people.
inline constexpr int least_elo = 800;
inline constexpr int elo_a_step = 200;
inline constexpr int most_elo = least_elo + elo_a_step * (static_cast<int>(std::tuple_size_v<StrengthScale>) - 1);

/// For games that have no scale of their own.
inline constexpr StrengthScale common_scale{
    {{20, 800}, {30, 650}, {45, 520}, {70, 410}, {110, 310}, {180, 220}, {320, 140}, {650, 80}, {1500, 35}, {4000, 0}}};

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
  std::uint64_t nodes = 0;        ///< looked at for a move, at most
  int overlooked = 0;             ///< permille of the moves
  bool sees_wins_in_one = false;  ///< never overlooks a move that wins at once
  std::uint64_t seed = 0;         ///< another one overlooks other moves
};

/// Between two steps the numbers are between theirs; beyond the last the last is meant. The upper five steps see every
/// win in one move.
[[nodiscard]] Strength strength_of(const StrengthScale& scale, int elo, std::uint64_t seed);

/// Which moves a player of limited strength does not see. A person seldom plays at random: he plays well enough for
/// what he sees, and loses to the capture that he did not expect, or because he had not seen his own. So a move that is
/// overlooked is left out of the search, at the root as below it, for both sides alike. Which ones depends on position
/// and seed alone: a threat that is overlooked now stays so as long as the position does, and may be seen one move
/// later.
class Attention {
 public:
  Attention() = default;
  explicit Attention(const Strength& strength) : overlooked_(strength.overlooked), seed_(mix(strength.seed)) {}

  [[nodiscard]] bool is_whole() const { return overlooked_ == 0; }

  /// What a move of the position with this key attracts of attention: from 0 to 999.
  [[nodiscard]] int notice(std::uint64_t key, std::uint32_t move_id) const {
    return static_cast<int>(mix(key ^ seed_ ^ mix(move_id)) % 1000);
  }

  /// Takes the overlooked moves out of a list. `keep_one`: the most noticeable move stays in any case, since the list
  /// has all moves, and a player always sees one.
  template <Rules R, class Moves>
  void drop_overlooked(const typename R::Position& position, Moves& moves, bool keep_one) const {
    const std::uint64_t key = R::key(position);
    const auto notice_of = [&](const auto& move) { return notice(key, R::move_id(move)); };
    int seen_from = overlooked_;
    if (keep_one) {
      int most = 0;
      for (const auto& move : moves) most = std::max(most, notice_of(move));
      seen_from = std::min(seen_from, most);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (notice_of(moves[i]) >= seen_from) moves[kept++] = moves[i];
    resize_down(moves, kept);
  }

 private:
  template <class Moves>
  static void resize_down(Moves& moves, std::size_t size) {
    if constexpr (requires { moves.resize_down(size); })
      moves.resize_down(size);
    else
      moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(size), moves.end());
  }

  int overlooked_ = 0;
  std::uint64_t seed_ = 0;
};

/// Of these moves of the root, those that a player of this strength considers. What is overlooked in a solved game is
/// decided where it is answered.
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
    const Attention attention(strength);
    if (!attention.is_whole()) attention.template drop_overlooked<R>(position, moves, true);
  }
  return moves;
}

}  // namespace crownd::search
