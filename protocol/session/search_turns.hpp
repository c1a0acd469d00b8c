#pragma once

#include "search/control.hpp"

#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>

namespace crownd::session {

/// A fair scheduler that lets many searches share a few processor cores: at most `slots` run at a time, each for a
/// quantum, then the next in the queue. Of those waiting, searches with a deadline (Control::due; earliest first) and
/// searches without (the longest waiting first) are served alternately, so that neither kind starves the other. A
/// search whose answer is due continues at once, slot or not. Thread-safe.
/// At most `most` searches are under way, running or waiting: each must be admitted first.
class SearchTurns {
  struct Waiter;
  struct Shared;

 public:
  explicit SearchTurns(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(10),
                       int most = std::numeric_limits<int>::max(), search::Now now = search::SteadyClock::now);
  SearchTurns(const SearchTurns&) = delete;
  SearchTurns& operator=(const SearchTurns&) = delete;
  ~SearchTurns();

  /// Changes the limits. Searches that are under way continue.
  void set_limits(int slots, int most);

  /// Admits one more search if there is room; if so, dismiss must be called when it has ended.
  [[nodiscard]] bool admit();
  void dismiss();
  [[nodiscard]] int most() const;

  /// The place of one search among the others; lives as long as the search runs and is used by its thread alone.
  class Place {
   public:
    /// From `latest` on the search no longer waits for its turn, so that it can be stopped.
    Place(SearchTurns& turns, const search::Control& control,
          search::SteadyClock::time_point latest = search::SteadyClock::time_point::max());
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

    /// For Control::take_turn. Blocks until this search may run; returns at once when it is stopped or due, and after a
    /// ponderhit, so that the search can tell when its answer is due before it waits again.
    void take();
    /// The search has its result and needs no more turns, even if the answer must be held back.
    void give_up();

   private:
    Shared& shared_;
    const std::unique_ptr<Waiter> waiter_;
  };

  /// Call after Control::stop or ponderhit: wakes a search that waits for its turn.
  void wake();

  /// No more threads than this run at once.
  [[nodiscard]] int slots() const;
  /// The number of searches between admit and dismiss.
  [[nodiscard]] int under_way() const;
  /// The number of search threads that run, and that wait for their turn.
  [[nodiscard]] int running() const;
  [[nodiscard]] std::size_t waiting() const;
  /// The clock of all these searches.
  [[nodiscard]] search::SteadyClock::time_point now() const;

 private:
  const std::unique_ptr<Shared> shared_;
};

}  // namespace crownd::session
