#pragma once

#include "core/rules.hpp"
#include "tables/value.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <new>
#include <stdexcept>
#include <thread>

namespace crownd::tables {

/// Calls work(first, last) for all parts of [0, count), on `threads` threads including this one, until `stop` is true.
/// `work` must not throw.
template <class Work>
void in_parallel(std::size_t count, int threads, const std::atomic<bool>& stop, Work work) {
  constexpr std::size_t part = std::size_t{1} << 14;
  std::atomic<std::size_t> next{0};
  const auto take_parts = [&] {
    for (std::size_t first; !stop && (first = next.fetch_add(part)) < count;)
      work(first, first + part < count ? first + part : count);
  };
  struct Others {
    std::vector<std::thread> threads;
    ~Others() {
      for (auto& thread : threads) thread.join();
    }
  } others;
  const std::size_t parts = (count + part - 1) / part;
  for (std::size_t i = 1; i < static_cast<std::size_t>(threads) && i < parts; ++i)
    others.threads.emplace_back(take_parts);
  take_parts();
}

/// Whether to compute the plies to the end of the game, or only who wins.
enum class Lengths : std::uint8_t { exact, unknown };

/// Computes the values of one ending by retrograde analysis (Thompson 1986), backwards from the ends of the game, ply
/// by ply: a predecessor of a lost position is won; a predecessor of a won one is lost if all its moves lead to won
/// ones. Keeps one byte for each position.
///
/// `E` is an ending, see core/rules.hpp; `smaller(spot)` probes the tables of the smaller endings that moves lead to. A
/// byte cannot hold plies_limit plies or more. With Lengths::unknown, values say only who wins, without such a limit.
template <EndingOfTables E, class Smaller, int plies_limit = 252>
class Solver {
 public:
  /// `stop` may become true at any time. Throws std::bad_alloc if no memory could hold the values.
  Solver(const E& ending, Smaller smaller, int threads, const std::atomic<bool>& stop, Lengths lengths = Lengths::exact)
      : ending_(ending),
        smaller_(std::move(smaller)),
        threads_(threads),
        stop_(stop),
        lengths_(lengths),
        places_(places_in_memory(ending)) {}

  /// The memory that run() needs, besides the smaller tables.
  [[nodiscard]] static std::uint64_t bytes_of(const E& ending) { return 2 * ending.places(); }

  /// The values of all places, first those with the first army to move; `impossible` for impossible positions. None
  /// once `stop` is true. With Lengths::exact, throws std::length_error for a game of plies_limit plies.
  [[nodiscard]] std::vector<Value> run() {
    values_.assign(2 * places_, open);
    in_parallel(2 * places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      for (std::size_t at = first; at < last; ++at)
        if (!ending_.is_possible(army_of(at), place_of(at))) set(at, impossible);
    });
    in_parallel(2 * places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      for (std::size_t at = first; at < last; ++at)
        if (value(at) != impossible && ending_.may_leave(army_of(at), place_of(at))) initialise(at);
    });
    for (int plies = 0; plies < plies_limit; ++plies) {
      for (const int army : {0, 1})
        if (decided_[army_index(army)][static_cast<std::size_t>(plies)]) propagate(army, plies);
      if (lengths_ == Lengths::exact || plies + 2 != last_ply) continue;
      if (!any_decided(plies + 1)) break;
      plies = reduce_lengths();
    }
    if (stop_) return {};
    if (too_long_) throw std::length_error("a win is longer than a table of distances can store");
    values_.resize(static_cast<std::size_t>(ending_.table_places()));
    std::replace(values_.begin(), values_.end(), open, draw);
    return std::move(values_);
  }

 private:
  // Values only decrease: `open` becomes a number of plies, which decreases if a move out of the ending gave a longer
  // win.
  static constexpr Value open = 254;
  static constexpr int plies_of_won_end = 1;  ///< see plies_added
  static_assert(impossible > open && value_of_plies(plies_limit) < open);
  static constexpr int last_ply = plies_limit - plies_limit % 2;  ///< a multiple of 2

  static std::size_t places_in_memory(const E& ending) {
    if (bytes_of(ending) > std::vector<Value>().max_size()) throw std::bad_alloc();
    return static_cast<std::size_t>(ending.places());
  }
  static std::size_t army_index(int army) { return static_cast<std::size_t>(army); }
  [[nodiscard]] int army_of(std::size_t at) const { return at < places_ ? 0 : 1; }
  [[nodiscard]] std::size_t place_of(std::size_t at) const { return at < places_ ? at : at - places_; }
  [[nodiscard]] std::size_t at(int army, std::uint64_t place) const {
    return (army == 0 ? 0 : places_) + static_cast<std::size_t>(place);
  }

  // Not std::atomic_ref, which clang's library lacks until version 19.
  [[nodiscard]] Value value(std::size_t at) { return __atomic_load_n(&values_[at], __ATOMIC_RELAXED); }
  void set(std::size_t at, Value value) { __atomic_store_n(&values_[at], value, __ATOMIC_RELAXED); }
  void decide(std::size_t at, int plies) {
    if (plies >= plies_limit) {
      too_long_ = true;
      return;
    }
    set(at, value_of_plies(plies));
    auto& decided = decided_[army_index(army_of(at))][static_cast<std::size_t>(plies)];
    if (!decided.load(std::memory_order_relaxed)) decided.store(true, std::memory_order_relaxed);
  }

  [[nodiscard]] bool any_decided(int plies) const {
    const auto wanted = static_cast<std::size_t>(plies);
    return decided_[0][wanted] || decided_[1][wanted];
  }

  static bool is_win(Value value) { return value != draw && value % 2 == 0; }

  /// Sets the value of a position by the rules and its moves out of the ending.
  void initialise(std::size_t at) {
    const int army = army_of(at);
    int moves_outside = 0, moves_inside = 0, best_win = none, longest_loss = none;
    bool may_be_lost = true;
    ending_.for_each_move(
        army, place_of(at),
        [&](std::uint64_t place) {
          moves_inside += value(this->at(1 - army, place)) != impossible;
          return true;
        },
        [&](const TableIndex& spot) {
          ++moves_outside;
          const Value after = value_outside(spot);
          may_be_lost = may_be_lost && is_win(after);
          if (after == draw) return true;
          const int plies = plies_of(after) + 1;
          if (is_win(after))
            longest_loss = std::max(longest_loss, plies);
          else if (best_win == none || plies < best_win)
            best_win = plies;
          return true;
        });
    if (moves_inside + moves_outside == 0) {
      const Score result = ending_.end_without_moves(army, place_of(at));
      result.is_decided() ? decide(at, result.is_win() ? plies_of_won_end : 0) : set(at, draw);
    } else if (best_win != none) {
      decide(at, best_win);
    } else if (moves_inside == 0) {
      may_be_lost ? decide(at, longest_loss) : set(at, draw);
    }
  }

  [[nodiscard]] Value value_outside(const TableIndex& spot) const {
    if constexpr (requires { E::lost; }) {
      if (spot.ending == E::lost) return value_of_plies(0);
      if (spot.ending == E::won) return value_of_plies(plies_of_won_end);
    }
    const Value value = smaller_(spot);
    return lengths_ == Lengths::exact ? value : shortest_like(value);
  }

  /// The shortest win or loss of the same result.
  static Value shortest_like(Value value) { return value == draw ? draw : value_of_plies(plies_of(value) % 2); }

  /// Makes room for more plies: reduces decided positions to their results, except those still to propagate. Returns
  /// the new number of propagated plies.
  int reduce_lengths() {
    constexpr int kept = 2, shift = last_ply - 2 - kept;
    in_parallel(2 * places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      for (std::size_t at = first; at < last; ++at) {
        const Value known = value(at);
        if (known == draw || known == open || known == impossible) continue;
        set(at, plies_of(known) <= shift + kept - 1 ? shortest_like(known) : static_cast<Value>(known - shift));
      }
    });
    for (auto& decided : decided_)
      for (int plies = 0; plies < last_ply; ++plies)
        decided[static_cast<std::size_t>(plies)] =
            plies >= kept && plies + shift < last_ply && decided[static_cast<std::size_t>(plies + shift)];
    return kept;
  }

  /// Propagates from the positions decided in `plies`, with `army` to move, to their predecessors.
  void propagate(int army, int plies) {
    const std::size_t first_place = at(army, 0);
    const Value wanted = value_of_plies(plies);
    const bool lost = plies % 2 == 0;
    // Only values of the other army's half are written.
    in_parallel(places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      const Value* const half = values_.data() + first_place;
      for (std::size_t place = first; place < last; ++place) {
        const void* found = std::memchr(half + place, wanted, last - place);
        if (found == nullptr) return;
        place = static_cast<std::size_t>(static_cast<const Value*>(found) - half);
        ending_.for_each_predecessor(army, place, [&](std::uint64_t before) {
          const std::size_t there = at(1 - army, before);
          const Value known = value(there);
          if (known == impossible || known <= wanted + 1 || (known != open && must_leave(there))) return;
          const int length = lost ? plies + 1 : lost_in(there, plies);
          if (length != none) decide(there, length);
        });
      }
    });
  }

  /// Whether all moves leave the ending because a capture is mandatory: then it precedes no position here.
  [[nodiscard]] bool must_leave(std::size_t at) const {
    if constexpr (requires { ending_.must_leave(0, at); })
      return ending_.must_leave(army_of(at), place_of(at));
    else
      return false;
  }

  /// The plies to the end if all moves lead to wins of the opponent, moves in the ending within `plies`; otherwise
  /// none.
  [[nodiscard]] int lost_in(std::size_t at, int plies) {
    const int army = army_of(at);
    int longest = none;
    const auto is_won = [&](Value after, int limit) {
      if (!is_win(after) || plies_of(after) > limit) return false;
      longest = std::max(longest, plies_of(after));
      return true;
    };
    const bool all = ending_.for_each_move(
        army, place_of(at),
        [&](std::uint64_t place) {
          const Value after = value(this->at(1 - army, place));
          return after == impossible || is_won(after, plies);
        },
        [&](const TableIndex& spot) { return is_won(value_outside(spot), max_plies); });
    return all && longest != none ? longest + 1 : none;
  }

  static constexpr int none = -1;

  const E& ending_;
  Smaller smaller_;
  int threads_;
  const std::atomic<bool>& stop_;
  Lengths lengths_;
  std::size_t places_;
  std::vector<Value> values_;
  std::array<std::array<std::atomic<bool>, plies_limit + 1>, 2> decided_{};  ///< any position, by army and plies
  std::atomic<bool> too_long_{false};
};

/// Solves the ending with this code after those that its moves lead to; `known` keeps all their values by code. None
/// once `stop` is true.
template <EndingOfTables E>
[[nodiscard]] std::vector<Value> solve_ending(std::uint64_t code, int threads, const std::atomic<bool>& stop,
                                              std::map<std::uint64_t, std::vector<Value>>& known) {
  const E ending(code);
  for (const std::uint64_t other : ending.smaller()) {
    if (known.count(other) != 0) continue;
    auto values = solve_ending<E>(other, threads, stop, known);
    if (values.empty()) return {};
    known.emplace(other, std::move(values));
  }
  const auto value_in_smaller = [&](const TableIndex& spot) {
    const auto found = known.find(spot.ending);
    return found == known.end() ? draw : found->second[static_cast<std::size_t>(spot.place)];
  };
  return Solver(ending, value_in_smaller, threads, stop).run();
}

template <EndingOfTables E>
[[nodiscard]] std::vector<Value> solve_ending(std::uint64_t code, int threads, const std::atomic<bool>& stop) {
  std::map<std::uint64_t, std::vector<Value>> known;
  return solve_ending<E>(code, threads, stop, known);
}

}  // namespace crownd::tables
