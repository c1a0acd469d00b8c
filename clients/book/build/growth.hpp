#pragma once

#include "batch/progress.hpp"
#include "book/build/settings.hpp"
#include "book/build/state.hpp"
#include "book/expansion/graph.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::crown_book {

/// The book that grows, shared by the workers: hands out what is to be done next, and keeps what was found. All members
/// may be called by several threads, except those that say otherwise.
class Growth {
 public:
  /// Goes on with the state if there is one.
  explicit Growth(const BuildSettings& settings);

  /// Nothing was done yet.
  [[nodiscard]] bool is_new() const { return graph_.size() == 0; }
  /// Takes records as if they had been found, before the workers begin.
  void take_over(const std::vector<Record>& records);
  /// The positions that the book begins from, before the workers begin.
  void set_roots(const std::vector<std::string>& texts);

  struct Job {
    Record::Kind kind = Record::Kind::root;
    std::string text;
  };
  /// None when the book is done. Blocks while others work and nothing is left for this worker.
  [[nodiscard]] std::optional<Job> take();
  [[nodiscard]] bool knows(const std::string& text);
  /// For the progress: a position was looked at.
  void leaf_done();
  void finish(const Record& record);
  /// Somebody else does it.
  void put_back(const Job& job);
  /// Ends all workers.
  void fail(std::exception_ptr failure);
  void report(const std::string& line) { progress_.report("crown-book: " + line); }

  // After the workers have ended.

  /// Throws what ended them, or std::runtime_error if no daemon was left before the book was done.
  void check_done();
  [[nodiscard]] const book::Graph& graph() const { return graph_; }
  [[nodiscard]] const std::vector<book::Graph::Id>& roots() const { return roots_; }
  /// Leads the values back.
  void settle() { graph_.lead_back(); }

 private:
  [[nodiscard]] bool full() const { return graph_.size() >= settings_.positions; }
  void take_in(const Record& record);
  void choose();
  void show(bool now);

  const BuildSettings& settings_;
  batch::Progress progress_;
  std::mutex mutex_;
  std::condition_variable changed_;
  book::Graph graph_;
  std::vector<book::Graph::Id> roots_;
  State state_;
  std::deque<std::string> seeds_;        ///< roots that are not known
  std::deque<book::Graph::Id> waiting_;  ///< leaves to expand, the best first
  std::set<book::Graph::Id> chosen_;     ///< whatever was ever waiting
  std::size_t running_ = 0;
  std::size_t before_ = 0;     ///< positions that the state had
  std::size_t looked_at_ = 0;  ///< positions since then, also of expansions that are not finished
  bool exhausted_ = false;     ///< nothing is left to expand
  std::exception_ptr failure_;
};

}  // namespace crownd::crown_book
