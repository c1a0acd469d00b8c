#include "match/output/line_set.hpp"

namespace crownd::match {

void LineSet::add(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines_.emplace(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

bool LineSet::holds(std::string_view text) const {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) {
      const auto found = lines_.lower_bound(text);
      return found != lines_.end() && found->starts_with(text);
    }
    if (!lines_.contains(text.substr(0, end))) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace crownd::match
