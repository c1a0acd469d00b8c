#pragma once

#include "search/control.hpp"

#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>

namespace crownd::session {

/// Lets many searches share a few processor cores fairly: at most `slots` of them run at a time, each for a quantum,
/// then the next in line. Of those that wait, searches with a clock (Control::due; the earliest first) and searches
/// without (who has waited longest first) are served turn and turn about, so that neither kind starves the other. A
/// search whose answer is due goes on at once, slot or not. Thread-safe.
/// At most `most` of them are under way, running or waiting: who wants to begin another asks to be admitted first.
class SearchTurns {
  struct Waiter;
  struct Shared;

 public:
  explicit SearchTurns(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(10),
                       int most = std::numeric_limits<int>::max(), search::Now now = search::SteadyClock::now);
  SearchTurns(const SearchTurns&) = delete;
  SearchTurns& operator=(const SearchTurns&) = delete;
  ~SearchTurns();

  /// Other numbers from now on. Searches that are under way stay so.
  void set_limits(int slots, int most);

  /// Whether one more may be under way; if so, dismiss must follow when it no longer is.
  [[nodiscard]] bool admit();
  void dismiss();
  [[nodiscard]] int most() const;

  /// One search's place among the others; lives as long as the search runs and is used by its thread alone.
  class Place {
   public:
    /// From `latest` on the search waits for no turn, so that it can be ended.
    Place(SearchTurns& turns, const search::Control& control,
          search::SteadyClock::time_point latest = search::SteadyClock::time_point::max());
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

    /// For Control::take_turn. Blocks until this search may run; returns at once when it is stopped or due, and after a
    /// ponderhit, so that the search can tell when its answer is due before it waits again.
    void take();
    /// The search has its answer and needs no turn any more, even if the answer has to wait.
    void give_up();

   private:
    Shared& shared_;
    const std::unique_ptr<Waiter> waiter_;
  };

  /// To be called after Control::stop or ponderhit: a search that waits for its turn looks again.
  void wake();

  /// More threads than that never run at once.
  [[nodiscard]] int slots() const;
  /// How many there are between admit and dismiss.
  [[nodiscard]] int under_way() const;
  /// How many threads of searches have the turn, and how many wait for it.
  [[nodiscard]] int running() const;
  [[nodiscard]] std::size_t waiting() const;
  /// By the clock of all these searches.
  [[nodiscard]] search::SteadyClock::time_point now() const;

 private:
  const std::unique_ptr<Shared> shared_;
};

}  // namespace crownd::session
