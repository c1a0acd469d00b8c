#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace crownd::match {

enum class Format : std::uint8_t {
  round_robin,
  gauntlet,  ///< the first engines against each of the others
  pyramid,   ///< each engine against all before it, one pairing after another
  knockout,  ///< the loser of a match is out
};

[[nodiscard]] std::string_view word(Format format);
[[nodiscard]] std::optional<Format> read_format(std::string_view text);

/// One of several parts of a match, made of whole pairs.
struct Shard {
  std::size_t number = 1;  ///< from 1
  std::size_t count = 1;
  [[nodiscard]] bool plays(std::size_t game) const { return (game / 2) % count == number - 1; }
  /// How many of the first `games` games it plays.
  [[nodiscard]] std::size_t part_of(std::size_t games) const {
    const auto pairs = games / 2;
    return 2 * (pairs / count + (number <= pairs % count ? 1 : 0));
  }
  bool operator==(const Shard&) const = default;
};

/// Numbers all games from 0. 2k and 2k+1 are a pair: the same engines and opening with swapped sides. A round has a
/// pair for each pairing, all from one opening. A knockout has the pairings of a round robin; results decide which are
/// played.
struct Schedule {
  std::size_t engines = 2;
  Format format = Format::round_robin;
  std::size_t rounds = 1;
  std::size_t seeds = 1;  ///< of a gauntlet: how many engines play all the others

  [[nodiscard]] std::size_t pairings() const;
  /// The number of all games, numbered from 0.
  [[nodiscard]] std::size_t games() const { return pairs_per_pairing() * pairings() * 2; }
  /// The number of games that will be played if no knockout match is level and no SPRT ends one early.
  [[nodiscard]] std::size_t expected_games() const;
  [[nodiscard]] std::size_t round_of(std::size_t game) const;
  [[nodiscard]] std::size_t pairing_of(std::size_t game) const;
  /// The game with the first of the two engines on side 0.
  [[nodiscard]] std::size_t game_of(std::size_t pairing, std::size_t round) const;
  [[nodiscard]] std::array<std::size_t, 2> pairing(std::size_t number) const;
  /// The engines of a game: which plays side 0 and which side 1.
  [[nodiscard]] std::array<std::size_t, 2> sides(std::size_t game) const;

 private:
  /// A level match of a knockout is extended by up to as many pairs again.
  [[nodiscard]] std::size_t pairs_per_pairing() const { return format == Format::knockout ? 2 * rounds : rounds; }
  [[nodiscard]] bool is_one_pairing_after_another() const {
    return format == Format::pyramid || format == Format::knockout;
  }
};

}  // namespace crownd::match
