#pragma once

#include "search/control.hpp"

#include <memory>

namespace crownd::search {

/// A scheduler of searches that share processor cores, as a search sees it. Thread-safe.
class Turns {
 public:
  /// The place of one searching thread among all others, used by that thread alone until it has its result.
  class Place {
   public:
    Place() = default;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    virtual ~Place() = default;

    /// Called before the thread begins and then about every millisecond. Blocks until it may run. Returns at once when
    /// its search is stopped or must answer, and after a ponderhit, so that the search can tell when its answer is due
    /// before it waits again.
    virtual void take() = 0;
  };

  Turns() = default;
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  virtual ~Turns() = default;

  /// The place of a thread of the search that `control` controls, which outlives it.
  [[nodiscard]] virtual std::unique_ptr<Place> enter(const Control& control) = 0;
  /// How many threads run at once. A search starts no more than this.
  [[nodiscard]] virtual int slots() const = 0;
  /// To be called after Control::stop or ponderhit, in case the search waits for its turn.
  virtual void wake() = 0;
};

/// What a searching thread does about every millisecond: it takes its turn, if it has to, and reports its progress.
class Look {
 public:
  Look(Turns* turns, Control& control)
      : control_(control), place_(turns != nullptr ? turns->enter(control) : nullptr) {}

  /// `nodes`: positions that the whole search has looked at. May block.
  void operator()(std::uint64_t nodes) const {
    if (place_) place_->take();
    if (control_.on_progress) control_.on_progress(nodes);
  }

 private:
  Control& control_;
  std::unique_ptr<Turns::Place> place_;
};

}  // namespace crownd::search
