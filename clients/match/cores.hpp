#pragma once

#include <sched.h>
#include <cstddef>
#include <string>
#include <vector>

namespace crownd::match {

/// The numbers of the processor cores that this program may use.
[[nodiscard]] std::vector<int> usable_cores();

/// Reads a list such as `0-3,6`; throws std::invalid_argument with a message for people.
[[nodiscard]] std::vector<int> read_cores(const std::string& text);

/// While it lives, the thread that made it runs on these cores only (on all it may use, if there are none), and what it
/// starts goes on doing so. Cores that cannot be had are passed over.
class OnCores {
 public:
  explicit OnCores(const std::vector<int>& cores);
  OnCores(const OnCores&) = delete;
  OnCores& operator=(const OnCores&) = delete;
  ~OnCores();

 private:
  bool changed_ = false;
  cpu_set_t before_{};
};

}  // namespace crownd::match
