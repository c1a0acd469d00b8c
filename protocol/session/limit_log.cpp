#include "session/limit_log.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace crownd::session {

namespace {

constexpr std::size_t most_kinds = 32;  // more than there are; bounds the memory that one client can use up

std::string without_digits(std::string_view text) {
  std::string rest;
  std::copy_if(text.begin(), text.end(), std::back_inserter(rest), [](char c) { return c < '0' || c > '9'; });
  return rest;
}

}  // namespace

void LimitLog::write(std::string_view what) {
  std::string kind = without_digits(what);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (counts_.size() >= most_kinds && !counts_.contains(kind)) kind.clear();
    number = ++counts_[kind];
  }
  if (!std::has_single_bit(number)) return;
  auto text = std::string(client_.name()) + " was sent: " + std::string(what);
  if (number > 1) text += " (" + std::to_string(number) + " times so far)";
  log_.warn(text);
}

}  // namespace crownd::session
