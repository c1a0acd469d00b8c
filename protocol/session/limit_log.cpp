#include "session/limit_log.hpp"

#include <spdlog/spdlog.h>

#include <bit>

namespace crownd::session {

void LimitLog::write(std::string_view what) {
  const auto number = ++count_;
  if (!std::has_single_bit(number)) return;
  if (number == 1) {
    spdlog::warn("{} was told: {}", client_.name(), what);
  } else {
    spdlog::warn("{} was told: {} ({} refusals so far)", client_.name(), what, number);
  }
}

}  // namespace crownd::session
