#pragma once

#include "match/opening.hpp"
#include "match/polyglot_book.hpp"
#include "match/referee.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

enum class Order : std::uint8_t { sequential, random };

/// Reads openings. A file with `[Tag "…"]` lines holds games (PDN, PGN, the plain form): where they begin, and their
/// moves. In other files each line is an opening, except empty ones and those that begin with '#': a position in any
/// form that the referee reads, an EPD (its operations are left out), moves from the start position, or a position, the
/// word `moves`, and moves. Of all no more than the first `plies` moves are taken, unless that is 0. The referee judges
/// every one; throws std::invalid_argument that names the line and tells its reasons.
[[nodiscard]] std::vector<Opening> read_openings(std::string_view text, Referee& referee, std::size_t plies = 0);

/// Which opening is played in which round.
class OpeningBook {
 public:
  /// `first` is the number, from 0, at which to begin; there must be at least one opening. `moves`, if given, is to be
  /// played on with.
  OpeningBook(std::vector<Opening> openings, Order order, std::uint64_t seed, std::size_t first,
              std::optional<PolyglotBook> moves = std::nullopt)
      : openings_(std::move(openings)), order_(order), seed_(seed), first_(first), moves_(std::move(moves)) {}

  /// The number of the opening of a round. All are played before one comes again; each time round a random order is a
  /// new one.
  [[nodiscard]] std::size_t number(std::size_t round) const;
  [[nodiscard]] const Opening& at(std::size_t number) const { return openings_[number]; }
  [[nodiscard]] const std::vector<Opening>& all() const { return openings_; }
  [[nodiscard]] const std::optional<PolyglotBook>& moves() const { return moves_; }

 private:
  std::vector<Opening> openings_;
  Order order_;
  std::uint64_t seed_;
  std::size_t first_;
  std::optional<PolyglotBook> moves_;
};

/// The moves of the book that the referee allows where it stands.
[[nodiscard]] std::vector<WeightedMove> playable_moves(Referee& referee, const PolyglotBook& book);

/// The opening and then moves of the book, chosen at random by their weights, until it has none, a position comes
/// again, the next one would end the game, or `plies` moves are there in all (0: no limit); the same for the same seed
/// and round.
[[nodiscard]] Opening with_book_moves(Referee& referee, const Opening& opening, const PolyglotBook& book,
                                      std::size_t plies, std::uint64_t seed, std::size_t round);

/// The opening and then `plies` moves chosen at random among the legal ones, so that the game is not over; the same for
/// the same seed and round. Throws RefereeError if hundreds of attempts all end the game.
[[nodiscard]] Opening with_random_plies(Referee& referee, const Opening& opening, int plies, std::uint64_t seed,
                                        std::size_t round);

}  // namespace crownd::match
