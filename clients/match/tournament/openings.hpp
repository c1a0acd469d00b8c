#pragma once

#include "match/game/referee.hpp"

namespace crownd::match {

/// SplitMix64 (Steele, Lea, Flood 2014): small, good enough for shuffling, and the same on every machine, unlike the
/// standard library's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// A number below `bound`; for the bounds used here the bias is below one in 2^40.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  double fraction() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

enum class Order : std::uint8_t { sequential, random };

/// Reads openings, with at most `plies` moves unless that is 0, from games (PDN, PGN, the plain form, saved by crown)
/// or a list (notation::is_list). Each line of a list is an opening, except empty lines and comments (`#`): a position,
/// an EPD, moves from the start position, or `POSITION moves MOVES`. Skips positions where the game is over. The
/// referee validates every opening. Throws std::invalid_argument with the line number and the reason, or if all are
/// skipped.
[[nodiscard]] std::vector<Opening> read_openings(std::string_view text, Referee& referee, std::size_t plies = 0);

/// Chooses the opening of each round.
class OpeningBook {
 public:
  /// `first` is the index of the opening to begin with; there must be at least one opening.
  OpeningBook(std::vector<Opening> openings, Order order, std::uint64_t seed, std::size_t first)
      : openings_(std::move(openings)), order_(order), seed_(seed), first_(first) {}

  /// The index of the opening of a round. Each pass through all openings has a new random order.
  [[nodiscard]] std::size_t number(std::size_t round) const;
  [[nodiscard]] const Opening& at(std::size_t number) const { return openings_[number]; }
  [[nodiscard]] const std::vector<Opening>& all() const { return openings_; }

 private:
  std::vector<Opening> openings_;
  Order order_;
  std::uint64_t seed_;
  std::size_t first_;
};

/// The opening and up to `plies` moves from the referee's book, chosen with probabilities proportional to their visits;
/// deterministic for a seed and round.
[[nodiscard]] Opening with_book_plies(Referee& referee, Opening opening, int plies, std::uint64_t seed,
                                      std::size_t round);

/// The opening and `plies` random legal moves after which the game is not over; deterministic for a seed and round.
/// Throws RefereeError if hundreds of attempts end the game.
[[nodiscard]] Opening with_random_plies(Referee& referee, const Opening& opening, int plies, std::uint64_t seed,
                                        std::size_t round);

[[nodiscard]] std::optional<std::string> default_openings_file(const std::string& game);

}  // namespace crownd::match
