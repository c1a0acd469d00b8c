#include "session/limit_log.hpp"

#include <spdlog/spdlog.h>

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
  if (number == 1) {
    spdlog::warn("{} was sent: {}", client_.name(), what);
  } else {
    spdlog::warn("{} was sent: {} ({} times so far)", client_.name(), what, number);
  }
}

}  // namespace crownd::session
