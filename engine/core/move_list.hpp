#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace crownd {

/// A list of at most `Capacity` moves, without heap allocation: move generation runs millions of times a second.
/// Capacity is the most moves that a position of the game can have.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  using value_type = Move;

  MoveList() {}  // leaves the storage uninitialised on purpose: only size_ elements are ever read

  void push_back(Move move) {
    assert(size_ < Capacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }
  /// Removes the moves from `first` on; `last` is end(), as in std::vector.
  void erase(const Move* first, [[maybe_unused]] const Move* last) {
    assert(begin() <= first && first <= last && last == end());
    size_ = static_cast<std::size_t>(first - begin());
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move& operator[](std::size_t i) { return moves_[i]; }
  [[nodiscard]] const Move& operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] Move* begin() { return moves_.data(); }
  [[nodiscard]] Move* end() { return moves_.data() + size_; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Move, Capacity> moves_;
};

}  // namespace crownd
