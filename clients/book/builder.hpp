#pragma once

#include "batch/daemons.hpp"
#include "book/commands.hpp"
#include "book/expansion.hpp"
#include "files/files.hpp"

#include <set>

namespace crownd::crown_book {

/// A legal move of an expanded position.
struct Child {
  std::string move;
  std::string text;                       ///< of the position after it
  std::optional<book::Graph::Leaf> leaf;  ///< none if that position was known
};

/// A line of the state file: a root, or an expanded position.
struct Record {
  enum class Kind : std::uint8_t { root, expansion };
  Kind kind = Kind::root;
  std::string text;
  std::optional<book::Graph::Leaf> leaf{};  ///< of a root, unless it was known
  std::vector<Child> children{};            ///< of an expansion
};

/// The file of --state; empty without that flag.
[[nodiscard]] std::string state_file(const BuildSettings& settings);

/// The book during a build: lists the work for batch::Daemons and stores its results. Thread-safe, except where
/// stated otherwise.
class Builder {
 public:
  /// Resumes from the state, if there is one. Throws files::FileError if that has another game or number of nodes, is
  /// damaged, or is in use.
  explicit Builder(const BuildSettings& settings);

  // Before the work begins.

  /// Whether the state was empty.
  [[nodiscard]] bool is_new() const { return graph_.size() == 0; }
  /// Adds the records of an existing book.
  void import_records(const std::vector<Record>& records);
  /// Sets different positions as roots, and returns the work items to evaluate the new ones.
  [[nodiscard]] std::deque<std::size_t> set_roots(const std::vector<std::string>& texts);

  /// A work item: to evaluate a root, or to expand a position.
  struct Job {
    Record::Kind kind = Record::Kind::root;
    std::string text;
  };
  [[nodiscard]] Job job(std::size_t item);
  /// The next leaves to expand, as work items, the best first; none if the book is full.
  [[nodiscard]] std::deque<std::size_t> choose_leaves();
  [[nodiscard]] bool is_full();
  [[nodiscard]] bool knows(const std::string& text);
  /// Counts an evaluated position, for the progress display.
  void count_evaluation();
  void finish(const Record& record);
  void report(const std::string& line) { progress_.report("crown-book: " + line); }

  // After the work has ended.

  [[nodiscard]] const book::Graph& graph() const { return graph_; }
  [[nodiscard]] const std::vector<book::Graph::Id>& roots() const { return roots_; }
  void back_up() { graph_.back_up(); }

 private:
  void apply(const Record& record);
  /// Stores the record in the state and applies it. Returns when it is on disk.
  void store(const Record& record);
  void show(bool now);

  const BuildSettings& settings_;
  batch::Progress progress_;
  std::mutex mutex_;
  book::Graph graph_;
  std::vector<book::Graph::Id> roots_;
  std::optional<files::LineLog> state_;  ///< a header, then a line of JSON for each record
  std::vector<std::string> new_roots_;   ///< roots outside the graph
  std::set<book::Graph::Id> chosen_;     ///< all leaves chosen so far
  std::size_t before_ = 0;               ///< positions in the state
  std::size_t evaluated_ = 0;            ///< since then
};

/// The records of a build that would give the book of --grow. Positions with all legal moves count as expanded. Throws
/// std::runtime_error if the book cannot be read, has another game or number of nodes, or is invalid.
[[nodiscard]] std::vector<Record> records_of_book(const BuildSettings& settings, batch::Daemons& daemons);

}  // namespace crownd::crown_book
