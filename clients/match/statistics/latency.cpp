#include "match/statistics/latency.hpp"

#include <algorithm>

namespace crownd::match {

void Times::add(Microseconds time) {
  ++count;
  sum += time;
  longest = std::max(longest, time);
}

void Times::add(const Times& times) {
  count += times.count;
  sum += times.sum;
  longest = std::max(longest, times.longest);
}

void Latency::add(const Latency& other) {
  ready.add(other.ready);
  beyond.add(other.beyond);
  late.add(other.late);
}

Latency latency_of(const GameRecord& game, int side) {
  Latency latency;
  int mover = game.to_move;
  for (const auto& move : game.moves) {
    if (mover == side && move.ready_after) latency.ready.add(*move.ready_after);
    if (mover == side && move.reported_time)
      latency.beyond.add(std::max(Microseconds{0}, move.time - Microseconds(*move.reported_time)));
    if (mover == side && move.late.count() > 0) latency.late.add(move.late);
    mover = 1 - mover;
  }
  return latency;
}

}  // namespace crownd::match
