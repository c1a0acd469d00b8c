#pragma once

#include <sched.h>
#include <cstddef>
#include <string>
#include <vector>

namespace crownd::match {

/// The numbers of the processor cores in this process's affinity mask.
[[nodiscard]] std::vector<int> usable_cores();

/// Reads a list such as `0-3,6`; throws std::invalid_argument with a message for people.
[[nodiscard]] std::vector<int> read_cores(const std::string& text);

/// While it lives, the thread that made it is pinned to these cores (if none, to all usable ones), and processes it
/// starts inherit that. Cores that are not available are skipped.
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
