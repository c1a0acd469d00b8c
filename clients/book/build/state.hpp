#pragma once

#include "book/build/examine.hpp"
#include "files/line_log.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// A record of the state: a root that was looked at, or a position that was expanded.
struct Record {
  enum class Kind : std::uint8_t { root, expansion };
  Kind kind = Kind::root;
  std::string text;
  std::optional<book::Graph::Leaf> leaf{};  ///< of a root that was not known
  std::vector<Child> children{};            ///< of an expansion
};

/// What is done, in a file of a folder that only grows: a first line with the game and the nodes, then a line of JSON
/// for each record, in the order in which they came. Without a folder nothing is kept.
class State {
 public:
  /// Goes on with the file if it is there, and passes on its records. Throws files::FileError if it is of another
  /// game or other nodes, damaged, or in use.
  State(const std::string& folder, const std::string& game, std::int64_t nodes,
        const std::function<void(const Record&)>& on_record);

  /// The record is on disk when this returns.
  void add(const Record& record);

 private:
  std::optional<files::LineLog> log_;
};

}  // namespace crownd::crown_book
