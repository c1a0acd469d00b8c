#pragma once

#include "match/compliance/trial.hpp"

#include <functional>
#include <string>
#include <vector>

namespace crownd::match {

/// One requirement on engines.
struct Check {
  std::string name;
  /// Throws Fault if the engine fails it, and NotTried if that cannot be checked.
  std::function<void(const Candidate&)> look;
};

/// What UCI requires of every engine.
[[nodiscard]] std::vector<Check> uci_checks();
/// Odd input that no engine should crash on.
[[nodiscard]] std::vector<Check> odd_input_checks();

}  // namespace crownd::match
