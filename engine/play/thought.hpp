#pragma once

#include "search/memory.hpp"
#include "search/question.hpp"
#include "search/search.hpp"

#include <utility>

namespace crownd::play {

/// A search with all that it refers to, so that it may be left and go on later.
template <Rules R>
class Thought {
 public:
  using Move = typename R::Move;

  /// The question's history, the memory and the control outlive it.
  Thought(search::Question<R> question, const search::Limits& limits, search::Memory& memory, search::Control& control,
          search::OnCurrentMove<Move> on_current_move)
      : question_(std::move(question)),
        limits_(limits),
        search_(question_, limits_, memory.table(), memory.histories(), control, on_line_, std::move(on_current_move)) {
  }
  Thought(const Thought&) = delete;
  Thought& operator=(const Thought&) = delete;
  ~Thought() = default;

  /// See Search::run. Lines go to `on_line`.
  search::Answer<Move> go_on(search::OnLine<Move> on_line) {
    on_line_ = std::move(on_line);
    return search_.run();
  }

 private:
  const search::Question<R> question_;
  const search::Limits limits_;
  search::OnLine<Move> on_line_;
  search::Search<R> search_;  // last: it refers to the others
};

}  // namespace crownd::play
