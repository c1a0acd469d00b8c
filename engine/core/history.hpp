#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownd {

/// The keys of the positions of one game, to detect repetition. A search pushes and pops its line on a copy.
class History {
 public:
  /// Starts with one position, after `reversible_plies` unknown plies.
  void begin(std::uint64_t key, int reversible_plies) { entries_ = {{key, reversible_plies}}; }
  /// Adds a position. `reversible`: positions from before the ply that led to it may occur again.
  void push(std::uint64_t key, bool reversible) {
    const int before = entries_.empty() ? 0 : entries_.back().reversible_plies;
    entries_.push_back({key, reversible && !entries_.empty() ? before + 1 : 0});
  }
  void pop() { entries_.pop_back(); }
  /// Keeps the first `size` positions.
  void cut(std::size_t size) { entries_.resize(size); }

  /// A copy without positions that cannot occur again. `room`: positions to reserve memory for.
  [[nodiscard]] History since_irreversible(std::size_t room) const {
    const auto count = std::min(entries_.size(), static_cast<std::size_t>(reversible_plies()) + 1);
    History copy;
    copy.entries_.reserve(count + room);
    copy.entries_.insert(copy.entries_.end(), entries_.end() - static_cast<std::ptrdiff_t>(count), entries_.end());
    return copy;
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Memory allocated.
  [[nodiscard]] std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }
  /// The key of the newest position; there must be one.
  [[nodiscard]] std::uint64_t newest_key() const { return entries_.back().key; }
  /// Plies since the last irreversible one; 0 for an empty history.
  [[nodiscard]] int reversible_plies() const { return entries_.empty() ? 0 : entries_.back().reversible_plies; }

  /// How often the newest position has occurred before.
  [[nodiscard]] int earlier_occurrences() const {
    int count = 0;
    any_earlier([&](std::size_t) {
      ++count;
      return false;
    });
    return count;
  }

  /// Whether a search should score the newest position as a draw: it occurred before at or after the root (index
  /// `root`), or twice in all. A single repetition of a position before the root may be the opponent's mistake.
  [[nodiscard]] bool is_repetition(std::size_t root) const {
    int count = 0;
    return any_earlier([&](std::size_t i) { return i >= root || ++count >= 2; });
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    int reversible_plies = 0;
  };

  /// Whether matches(index) holds for an earlier occurrence of the newest position, the latest first.
  template <class Matches>
  bool any_earlier(Matches matches) const {
    if (entries_.empty()) return false;
    const std::size_t last = entries_.size() - 1;
    const auto reach = static_cast<std::size_t>(entries_[last].reversible_plies);
    for (std::size_t back = 2; back <= reach && back <= last; back += 2)
      if (entries_[last - back].key == entries_[last].key && matches(last - back)) return true;
    return false;
  }

  std::vector<Entry> entries_;
};

}  // namespace crownd
