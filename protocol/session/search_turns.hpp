#pragma once

#include "search/control.hpp"

#include <chrono>
#include <memory>

namespace crownd::session {

/// Lets many searches share a few processor cores fairly: at most `slots` of them run at a time, each for a quantum, then
/// the next in line. A search whose answer is due (Control::due) goes on at once, slot or not. Thread-safe.
class SearchTurns {
 public:
  SearchTurns(int slots, std::chrono::milliseconds quantum);
  ~SearchTurns();

  /// One search's place among the others; lives as long as the search runs and is used by its thread alone.
  class Place {
   public:
    Place(SearchTurns& turns, const search::Control& control);
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

    /// For Control::take_turn. Blocks until this search may run; returns at once when it is stopped or due.
    void take();

   private:
    SearchTurns& turns_;
    const search::Control& control_;
    struct State;
    std::unique_ptr<State> state_;
  };

  /// To be called after Control::stop or ponderhit: a search that waits for its turn looks again.
  void wake();

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace crownd::session
