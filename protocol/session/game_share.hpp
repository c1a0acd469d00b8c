#pragma once

#include "session/hash_budget.hpp"

#include <cstddef>
#include <utility>

namespace crownd::session {

/// RAII: what a game takes of a memory budget.
class GameShare {
 public:
  explicit GameShare(HashBudget& budget) : budget_(budget) {}
  GameShare(const GameShare&) = delete;
  GameShare& operator=(const GameShare&) = delete;
  ~GameShare() { set(0); }

  void set(std::size_t bytes) { budget_.resize_game(std::exchange(bytes_, bytes), bytes); }

 private:
  HashBudget& budget_;
  std::size_t bytes_ = 0;
};

}  // namespace crownd::session
