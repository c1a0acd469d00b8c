#pragma once

#include "core/rules.hpp"
#include "tables/parallel.hpp"
#include "tables/value.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace crownd::tables {

/// Works out the values of one ending, from the ends of the game backwards, ply by ply (retrograde analysis, Thompson
/// 1986): a position that one move leads from to a lost one is won; one that some move leads from to a won one is
/// looked at, and is lost if all its moves lead to won ones. Nothing is kept but a byte a position.
///
/// `E` is an Ending as core/rules.hpp describes it; `smaller(spot)` gives the Value of a position that a move out of
/// the ending leads to.
template <class E, class Smaller>
class Solver {
 public:
  /// `stop` may become true at any time.
  Solver(const E& ending, Smaller smaller, int threads, const std::atomic<bool>& stop)
      : ending_(ending), smaller_(std::move(smaller)), threads_(threads), stop_(stop), places_(ending.places()) {}

  /// The values of all places, those with the first army to move, then the others; impossible where there is no such
  /// position. None once `stop` is true. Throws std::length_error for a game of longest_game plies.
  [[nodiscard]] std::vector<Value> run() {
    values_.assign(2 * places_, open);
    in_parallel(2 * places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      for (std::size_t at = first; at < last; ++at)
        if (!ending_.is_possible(army_of(at), place_of(at))) set(at, impossible);
    });
    in_parallel(2 * places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      for (std::size_t at = first; at < last; ++at)
        if (value(at) != impossible && ending_.is_sharp(army_of(at), place_of(at))) look(at);
    });
    for (int plies = 0; plies < longest_game; ++plies) {
      for (const int army : {0, 1})
        if (decided_[army_index(army)][static_cast<std::size_t>(plies)]) spread(army, plies);
      look_again(plies);
    }
    if (stop_) return {};
    if (too_long_) throw std::length_error("a game takes more plies to its end than a table can say");
    values_.resize(ending_.table_places());
    std::replace(values_.begin(), values_.end(), open, draw);
    return std::move(values_);
  }

 private:
  // A smaller value is better known: an open one becomes a number of plies, which becomes smaller where moves out of
  // the ending promised more.
  static constexpr Value open = 254;
  static constexpr int longest_game = 252;
  static_assert(impossible > open);

  static std::size_t army_index(int army) { return static_cast<std::size_t>(army); }
  [[nodiscard]] int army_of(std::size_t at) const { return at < places_ ? 0 : 1; }
  [[nodiscard]] std::size_t place_of(std::size_t at) const { return at < places_ ? at : at - places_; }
  [[nodiscard]] std::size_t at(int army, std::size_t place) const { return army == 0 ? place : places_ + place; }

  [[nodiscard]] Value value(std::size_t at) { return std::atomic_ref(values_[at]).load(std::memory_order_relaxed); }
  void set(std::size_t at, Value value) { std::atomic_ref(values_[at]).store(value, std::memory_order_relaxed); }
  void decide(std::size_t at, int plies) {
    if (plies >= longest_game) {
      too_long_ = true;
      return;
    }
    set(at, value_of_plies(plies));
    auto& decided = decided_[army_index(army_of(at))][static_cast<std::size_t>(plies)];
    if (!decided.load(std::memory_order_relaxed)) decided.store(true, std::memory_order_relaxed);
  }

  static bool is_win(Value value) { return value != draw && value % 2 == 0; }

  /// What the rules, and moves out of the ending, say of a position.
  void look(std::size_t at) {
    const int army = army_of(at);
    int moves = 0, moves_inside = 0, best_win = none, longest_loss = none;
    bool may_be_lost = true;
    ending_.for_each_move(
        army, place_of(at),
        [&](std::size_t place) {
          const bool legal = value(this->at(1 - army, place)) != impossible;
          moves += legal;
          moves_inside += legal;
          return true;
        },
        [&](const TableSpot& spot) {
          ++moves;
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
    if (moves == 0 && ending_.is_lost_without_moves(army, place_of(at)))
      decide(at, 0);
    else if (best_win != none)
      decide(at, best_win);
    else if (moves_inside == 0)
      moves > 0 && may_be_lost ? decide(at, longest_loss) : set(at, draw);
  }

  [[nodiscard]] Value value_outside(const TableSpot& spot) const {
    if constexpr (requires { E::lost; })
      if (spot.ending == E::lost) return value_of_plies(0);
    return smaller_(spot);
  }

  /// At positions that only moves out of the ending kept from being lost until now.
  void look_again(int plies) {
    const auto waiting = std::exchange(again_[static_cast<std::size_t>(plies)], {});
    in_parallel(waiting.size(), threads_, stop_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        if (value(waiting[i]) > value_of_plies(plies + 1) && is_lost(waiting[i], plies)) decide(waiting[i], plies + 1);
    });
  }

  /// From the positions that are decided in so many plies, the army to move, to those that lead to them.
  void spread(int army, int plies) {
    const std::size_t first_place = at(army, 0);
    const Value wanted = value_of_plies(plies);
    const bool lost = plies % 2 == 0;
    // Only values of the other army's half change.
    in_parallel(places_, threads_, stop_, [&](std::size_t first, std::size_t last) {
      const Value* const half = values_.data() + first_place;
      for (std::size_t place = first; place < last; ++place) {
        const void* found = std::memchr(half + place, wanted, last - place);
        if (found == nullptr) return;
        place = static_cast<std::size_t>(static_cast<const Value*>(found) - half);
        ending_.for_each_predecessor(army, place, [&](std::size_t before) {
          const std::size_t there = at(1 - army, before);
          const Value known = value(there);
          if (known == impossible || known <= wanted + 1 || (known != open && is_closed(there))) return;
          if (lost || is_lost(there, plies)) decide(there, plies + 1);
        });
      }
    });
  }

  /// Whether no move that stays in the ending is legal, though others seem to lead here.
  [[nodiscard]] bool is_closed(std::size_t at) const {
    if constexpr (requires { ending_.is_closed(0, at); })
      return ending_.is_closed(army_of(at), place_of(at));
    else
      return false;
  }

  /// Whether all moves lead to positions that the opponent wins in at most so many plies. Where only moves out of the
  /// ending take longer, the position is looked at again when so many plies are known.
  [[nodiscard]] bool is_lost(std::size_t at, int plies) {
    const int army = army_of(at);
    int longest = none;
    const bool all = ending_.for_each_move(
        army, place_of(at),
        [&](std::size_t place) {
          const Value after = value(this->at(1 - army, place));
          if (after == impossible) return true;
          if (!is_win(after) || plies_of(after) > plies) return false;
          longest = std::max(longest, plies_of(after));
          return true;
        },
        [&](const TableSpot& spot) {
          const Value after = value_outside(spot);
          if (!is_win(after)) return false;
          longest = std::max(longest, plies_of(after));
          return true;
        });
    if (!all || longest == none) return false;
    if (longest <= plies) return true;
    const std::lock_guard lock(mutex_);
    again_[static_cast<std::size_t>(longest)].push_back(at);
    return false;
  }

  static constexpr int none = -1;

  const E& ending_;
  Smaller smaller_;
  int threads_;
  const std::atomic<bool>& stop_;
  std::size_t places_;
  std::vector<Value> values_;
  std::array<std::array<std::atomic<bool>, longest_game + 1>, 2> decided_{};  ///< any position, by army and plies
  std::array<std::vector<std::size_t>, most_plies + 1> again_;  ///< to be looked at when so many plies are known
  std::mutex mutex_;
  std::atomic<bool> too_long_{false};
};

/// The values of the ending with this code and, first, of those that its moves lead to, which `known` keeps by their
/// codes. None once `stop` is true.
template <class E>
[[nodiscard]] std::vector<Value> solve_ending(std::uint64_t code, int threads, const std::atomic<bool>& stop,
                                              std::map<std::uint64_t, std::vector<Value>>& known) {
  const E ending(code);
  for (const std::uint64_t other : ending.smaller()) {
    if (known.count(other) != 0) continue;
    auto values = solve_ending<E>(other, threads, stop, known);
    if (values.empty()) return {};
    known.emplace(other, std::move(values));
  }
  const auto value_in_smaller = [&](const TableSpot& spot) {
    const auto found = known.find(spot.ending);
    return found == known.end() ? draw : found->second[spot.place];
  };
  return Solver(ending, value_in_smaller, threads, stop).run();
}

template <class E>
[[nodiscard]] std::vector<Value> solve_ending(std::uint64_t code, int threads, const std::atomic<bool>& stop) {
  std::map<std::uint64_t, std::vector<Value>> known;
  return solve_ending<E>(code, threads, stop, known);
}

}  // namespace crownd::tables
