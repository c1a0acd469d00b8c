#pragma once

#include <set>
#include <string>
#include <string_view>

namespace crownd::match {

/// A set of lines, to test whether another text consists of these only.
class LineSet {
 public:
  void add(std::string_view text);
  /// Whether each line of the text is in the set. A last line without its end may be a prefix of one of them.
  [[nodiscard]] bool holds(std::string_view text) const;

 private:
  std::set<std::string, std::less<>> lines_;
};

}  // namespace crownd::match
