#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// The Polyglot key of a position of chess on 8x8 that has kings, rooks and bishops only, and
/// neither castling nor en passant. `fen` is the position.
[[nodiscard]] std::uint64_t polyglot_key(std::string_view fen);

/// A book move in UCI notation, and its weight.
struct WeightedMove {
  std::string move;
  std::uint16_t weight = 0;
  bool operator==(const WeightedMove&) const = default;
};

/// An opening book in Polyglot format (`.bin`): maps the keys of chess positions to moves with weights.
class PolyglotBook {
 public:
  /// `bytes` is the file's contents. Throws std::invalid_argument if its size is not that of a book.
  explicit PolyglotBook(std::string_view bytes);

  /// The moves in a position, except promotions and moves with weight 0, which must not be played. Two positions can
  /// have the same key, so the caller must check that the moves are legal.
  [[nodiscard]] std::vector<WeightedMove> moves(std::string_view fen) const;

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
  };

  std::vector<Entry> entries_;  ///< sorted by key
};

}  // namespace crownd::match
