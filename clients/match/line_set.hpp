#pragma once

#include <set>
#include <string>
#include <string_view>

namespace crownd::match {

/// The lines of some texts, to ask whether another text has only such lines.
class LineSet {
 public:
  void add(std::string_view text);
  /// Whether each line of the text is among them. A last line without its end may be the beginning of one of them.
  [[nodiscard]] bool holds(std::string_view text) const;

 private:
  std::set<std::string, std::less<>> lines_;
};

}  // namespace crownd::match
