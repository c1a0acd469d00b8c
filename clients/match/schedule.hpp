#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace crownd::match {

enum class Format : std::uint8_t {
  round_robin,
  gauntlet,  ///< the first engine against each other one
};

/// One part of a match that is played in several parts, of whole opening pairs.
struct Shard {
  std::size_t number = 1;  ///< from 1
  std::size_t count = 1;
  [[nodiscard]] bool plays(std::size_t game) const { return (game / 2) % count == number - 1; }
  bool operator==(const Shard&) const = default;
};

/// Who meets whom in which game. Games are numbered from 0; 2k and 2k+1 are a pair: the same two engines and opening
/// with the sides swapped. A round is a pair for each pairing, all from one opening.
struct Schedule {
  std::size_t engines = 2;
  Format format = Format::round_robin;
  std::size_t rounds = 1;

  [[nodiscard]] std::size_t pairings() const;
  [[nodiscard]] std::size_t games() const { return rounds * pairings() * 2; }
  [[nodiscard]] std::size_t round_of(std::size_t game) const { return game / 2 / pairings(); }
  [[nodiscard]] std::size_t pairing_of(std::size_t game) const { return game / 2 % pairings(); }
  /// The two engines of a pairing.
  [[nodiscard]] std::array<std::size_t, 2> pairing(std::size_t number) const;
  /// The engines of a game: which plays side 0 and which side 1.
  [[nodiscard]] std::array<std::size_t, 2> sides(std::size_t game) const;
};

}  // namespace crownd::match
