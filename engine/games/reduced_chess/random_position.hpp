#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"
#include "games/reduced_chess/moves.hpp"
#include "games/reduced_chess/notation.hpp"
#include "games/reduced_chess/position.hpp"
#include "network/abilities.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace crownd::reduced_chess {

/// All training games begin at a random_position: there is no standard start. A piece's value on a full board shows
/// only if one side is ahead by one, and chess pieces need many moves to win an ending.
inline constexpr TrainingGames training_games{.random_percent = 100, .most_unbalanced = 1500, .ending_effort = 8};

/// The text of a position with pieces anywhere on a board of 4x4 to `largest_size`, in most cases 8x8 or 10x10.
[[nodiscard]] std::string random_position_text(Random& random, int largest_size);

/// Nothing if a king stands in check.
template <std::size_t Words>
[[nodiscard]] std::optional<Position<Words>> random_position(Random& random) {
  constexpr int largest_size = std::min(static_cast<int>(stride<Words>), largest_board);
  const auto position = parse_position<Words>(random_position_text(random, largest_size));
  auto turned = position;
  turned.side = opponent(position.side);
  if (in_check(position) || in_check(turned)) return {};
  return position;
}

}  // namespace crownd::reduced_chess
