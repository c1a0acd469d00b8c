#pragma once

#include "match/compliance_trial.hpp"

#include <functional>
#include <string>
#include <vector>

namespace crownd::match {

/// One thing that an engine should do.
struct Check {
  std::string name;
  /// Throws Fault if it does not, and NotTried if that cannot be seen.
  std::function<void(const Candidate&)> look;
};

/// What UCI asks of every engine.
[[nodiscard]] std::vector<Check> uci_checks();
/// What no engine should be harmed by.
[[nodiscard]] std::vector<Check> odd_input_checks();

}  // namespace crownd::match
