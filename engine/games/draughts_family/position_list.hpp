#pragma once

#include "games/draughts_family/position.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace crownd::draughts_family {

// Vectors of sets, for perft: each lane has a set of squares of another position.

#if defined(__AVX512F__)
inline constexpr std::size_t lanes = 16;
#elif defined(__AVX2__)
inline constexpr std::size_t lanes = 8;
#else
inline constexpr std::size_t lanes = 4;
#endif

using Lanes [[gnu::vector_size(lanes * sizeof(Bits))]] = Bits;
using LaneWords = std::array<std::uint64_t, sizeof(Lanes) / sizeof(std::uint64_t)>;

/// std::bit_cast, which libc++ 14 does not have.
[[nodiscard]] inline LaneWords words_of(Lanes sets) {
  LaneWords words;
  std::memcpy(&words, &sets, sizeof words);
  return words;
}

/// Sums of squares over the lanes.
class SquareCount {
 public:
  void add(Lanes sets) {
    const auto words = words_of(sets);
    for (std::size_t i = 0; i < words.size(); ++i) counts_[i] += static_cast<std::uint64_t>(std::popcount(words[i]));
  }
  [[nodiscard]] std::uint64_t total() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  }

 private:
  LaneWords counts_{};
};

[[nodiscard]] inline bool any(Lanes sets) {
  std::uint64_t all = 0;
  for (const std::uint64_t word : words_of(sets)) all |= word;
  return all != 0;
}

/// All squares in the lanes with an empty set, and none in the others.
[[nodiscard]] inline Lanes where_empty(Lanes sets) { return reinterpret_cast<Lanes>(sets == 0); }

/// Positions with the same side to move, for perft. `max_moves`: of one position.
template <std::size_t max_moves>
class PositionList {
 public:
  explicit PositionList(Side to_move) : to_move_(to_move) {}

  /// With this many positions the list is worth counting; it has room for the moves of one more position.
  static constexpr std::size_t batch = 8 * lanes;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Side to_move() const { return to_move_; }
  [[nodiscard]] Position operator[](std::size_t i) const {
    return to_move_ == Side::first ? Position{{own_[i], enemies_[i]}, kings_[i], Side::first}
                                   : Position{{enemies_[i], own_[i]}, kings_[i], Side::second};
  }

  /// Adds a position; `own`: the pieces of the side to move.
  void add(Bits own, Bits enemies, Bits kings) {
    own_[size_] = own;
    enemies_[size_] = enemies;
    kings_[size_] = kings;
    ++size_;
  }
  void add(const Position& position) { add(position.own(), position.enemy(), position.kings); }

  /// Adds the positions after steps in two directions; `left` and `right`: the men that can step.
  template <Direction L, Direction R>
  void add_men_steps(const Position& position, Bits left, Bits right) {
    add_steps<L, R>(position, left, right, last_row(position.to_move));
  }
  /// The same for kings.
  template <Direction L, Direction R>
  void add_king_steps(const Position& position, Bits left, Bits right) {
    add_steps<L, R>(position, left, right, ~Bits{0});
  }

  /// Adds the positions after jumps over one piece in direction D; `men`, `kings`: those that can jump.
  template <Direction D>
  void add_men_jumps(const Position& position, Bits men) {
    add_jumps<D>(position, men, last_row(position.to_move));
  }
  template <Direction D>
  void add_king_jumps(const Position& position, Bits kings) {
    add_jumps<D>(position, kings, ~Bits{0});
  }

  /// Removes all positions. Returns the number of their moves: count_lanes(own, enemies, kings, count) adds those of
  /// several positions to `count`. It leaves out the lanes for which it returns some square; count_one(position)
  /// returns the moves of these.
  template <class CountLanes, class CountOne>
  [[nodiscard]] std::uint64_t take_moves(CountLanes count_lanes, CountOne count_one) {
    for (std::size_t i = 0; i < lanes; ++i) own_[size_ + i] = 0;  // has no moves
    SquareCount count;
    std::uint64_t others = 0;
    for (std::size_t first = 0; first < size_; first += lanes) {
      const Lanes left_out = count_lanes(load(own_, first), load(enemies_, first), load(kings_, first), count);
      if (!any(left_out)) [[likely]]
        continue;
      for (std::size_t i = 0; i < lanes; ++i)
        if (left_out[i] != 0) others += count_one((*this)[first + i]);
    }
    size_ = 0;
    return count.total() + others;
  }

 private:
  static constexpr std::size_t steps_at_a_time = 4;
  using Sets = std::array<Bits, batch + max_moves + std::max(lanes, steps_at_a_time)>;

  /// Always adds several at a time: a loop for each would cost a mispredicted branch. `kings`: the changed squares
  /// there change kings, too.
  template <Direction L, Direction R>
  void add_steps(const Position& position, Bits left, Bits right, Bits kings) {
    const Bits own = position.own(), enemies = position.enemy();
    std::uint64_t both = left | std::uint64_t{right} << places;
    const std::size_t end = size_ + static_cast<std::size_t>(std::popcount(both));
    while (both != 0) {
      for (std::size_t i = 0; i < steps_at_a_time; ++i) {
        const Bits changed = changed_by_step<L, R>[static_cast<std::size_t>(std::countr_zero(both))];
        add(enemies, own ^ changed, position.kings ^ (changed & kings));
        both &= both - 1;
      }
    }
    size_ = end;
  }

  template <Direction D>
  void add_jumps(const Position& position, Bits movers, Bits kings) {
    for (; movers != 0; movers &= movers - 1) {
      const Bits from = bit(lowest(movers)), over = rotated(from, rotation(D)),
                 changed = from | rotated(over, rotation(D));
      add(position.enemy() ^ over, position.own() ^ changed, (position.kings & ~over) ^ (changed & kings));
    }
  }

  /// The squares that a step from each square changes, to the left and to the right; none for square 64.
  template <Direction L, Direction R>
  static constexpr auto changed_by_step = [] {
    std::array<Bits, 2 * std::size_t{places} + 1> changed{};
    for (std::size_t square = 0; square < places; ++square) {
      const Bits from = bit(static_cast<Square>(square));
      changed[square] = from | step<L>(from);
      changed[square + places] = from | step<R>(from);
    }
    return changed;
  }();

  [[nodiscard]] static Lanes load(const Sets& sets, std::size_t first) {
    Lanes loaded;
    std::memcpy(&loaded, &sets[first], sizeof loaded);
    return loaded;
  }

  Sets own_;
  Sets enemies_;
  Sets kings_;
  std::size_t size_ = 0;
  const Side to_move_;
};

}  // namespace crownd::draughts_family
