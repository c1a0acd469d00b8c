#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// The key under which Polyglot's books keep a position of chess on 8x8 that has kings, rooks and bishops only, and
/// neither castling nor en passant. `fen` is the position.
[[nodiscard]] std::uint64_t polyglot_key(std::string_view fen);

/// A move of a book, as UCI writes it, and how often it is to be played against the others.
struct WeightedMove {
  std::string move;
  std::uint16_t weight = 0;
  bool operator==(const WeightedMove&) const = default;
};

/// An opening book in the form of Polyglot (`.bin`): for positions of chess, known by their keys, moves with weights.
class PolyglotBook {
 public:
  /// `bytes` is the file. Throws std::invalid_argument if it has not the size of a book.
  explicit PolyglotBook(std::string_view bytes);

  /// The moves in a position. Those with the weight 0, which are not to be played, and promotions are left out. Keys of
  /// two positions can be equal, so the referee must have the last word.
  [[nodiscard]] std::vector<WeightedMove> moves(std::string_view fen) const;

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
  };

  std::vector<Entry> entries_;  ///< ordered by key
};

}  // namespace crownd::match
