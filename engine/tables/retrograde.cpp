#include "tables/retrograde.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace crownd::tables {

Retrograde::Retrograde(std::size_t positions)
    : bounds_(positions + 1), open_(positions), longest_(positions), values_(positions, draw) {}

void Retrograde::add_move_to_known(Value value) {
  if (value == draw) {
    ++open_[at_];  // for good: this position is never lost
    return;
  }
  const int plies = value - 1;
  if (plies % 2 == 0) {
    ++open_[at_];
    shortest_loss_ = std::min(shortest_loss_, plies);
  } else {
    longest_[at_] = std::max(longest_[at_], static_cast<Value>(plies));
  }
}

void Retrograde::end_position() {
  const auto position = static_cast<Number>(at_);
  if (shortest_loss_ != no_loss)
    plan(position, shortest_loss_ + 1);
  else if (open_[at_] == 0)
    plan(position, longest_[at_] == 0 ? 0 : longest_[at_] + 1);  // 0: there was no move
  end_impossible_position();
}

void Retrograde::end_impossible_position() {
  shortest_loss_ = no_loss;
  bounds_[++at_] = moves_.size();
}

std::vector<Value> Retrograde::solve() {
  transpose();
  for (int plies = 0; plies <= most_plies; ++plies) {
    const auto due = std::exchange(due_[static_cast<std::size_t>(plies)], {});
    for (const Number position : due) decide(position, plies);
  }
  return std::move(values_);
}

/// From the moves that leave each position to those that lead to it.
void Retrograde::transpose() {
  const std::size_t positions = values_.size();
  std::vector<std::size_t> starts(positions + 1);
  for (const Number to : moves_) ++starts[to + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Number> sources(moves_.size());
  auto next = starts;
  for (std::size_t from = 0; from < positions; ++from)
    for (std::size_t i = bounds_[from]; i < bounds_[from + 1]; ++i)
      sources[next[moves_[i]]++] = static_cast<Number>(from);
  moves_ = std::move(sources);
  bounds_ = std::move(starts);
}

/// The position is due; it may have been decided by a shorter way already.
void Retrograde::decide(Number position, int plies) {
  if (values_[position] != draw) return;
  values_[position] = value_of_plies(plies);
  const bool lost = plies % 2 == 0;
  for (std::size_t i = bounds_[position]; i < bounds_[position + 1]; ++i) {
    const Number before = moves_[i];
    if (values_[before] != draw) continue;
    if (lost)
      plan(before, plies + 1);
    else if (--open_[before] == 0)
      plan(before, std::max<int>(plies, longest_[before]) + 1);
  }
}

void Retrograde::plan(Number position, int plies) {
  if (plies > most_plies) throw std::length_error("a game takes more plies to its end than a table can say");
  due_[static_cast<std::size_t>(plies)].push_back(position);
}

}  // namespace crownd::tables
