#pragma once

#include "match/game/referee.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

enum class Order : std::uint8_t { sequential, random };

/// Reads openings. A file with `[Tag "…"]` lines holds games (PDN, PGN, the plain form): their start positions and
/// moves. In other files each line is an opening, except empty ones and those that begin with '#': a position in any
/// form that the referee reads, an EPD (its operations are ignored), moves from the start position, or a position, the
/// word `moves`, and moves. Of each, only the first `plies` moves are used, unless that is 0. The referee validates
/// every opening; throws std::invalid_argument with the line number and the referee's reason.
[[nodiscard]] std::vector<Opening> read_openings(std::string_view text, Referee& referee, std::size_t plies = 0);

/// Chooses the opening of each round.
class OpeningBook {
 public:
  /// `first` is the index of the opening to begin with; there must be at least one opening.
  OpeningBook(std::vector<Opening> openings, Order order, std::uint64_t seed, std::size_t first)
      : openings_(std::move(openings)), order_(order), seed_(seed), first_(first) {}

  /// The index of the opening of a round. All are played before any is repeated; each pass has a new random
  /// order.
  [[nodiscard]] std::size_t number(std::size_t round) const;
  [[nodiscard]] const Opening& at(std::size_t number) const { return openings_[number]; }
  [[nodiscard]] const std::vector<Opening>& all() const { return openings_; }

 private:
  std::vector<Opening> openings_;
  Order order_;
  std::uint64_t seed_;
  std::size_t first_;
};

/// The opening and then up to `plies` moves of the referee's opening book, each as likely as it has visits, as far as
/// the book knows them and the game is not over; deterministic for a seed and round.
[[nodiscard]] Opening with_book_plies(Referee& referee, Opening opening, int plies, std::uint64_t seed,
                                      std::size_t round);

/// The opening and then `plies` random legal moves after which the game is not over; deterministic for a seed and
/// round. Throws RefereeError if hundreds of attempts all end the game.
[[nodiscard]] Opening with_random_plies(Referee& referee, const Opening& opening, int plies, std::uint64_t seed,
                                        std::size_t round);

}  // namespace crownd::match
