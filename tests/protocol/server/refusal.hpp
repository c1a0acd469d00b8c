#pragma once

#include "protocol/server/daemon.hpp"

#include <optional>
#include <string>
#include <vector>

namespace crownd::testing {

struct Refusal {
  std::optional<ExitStatus> status;
  std::string message;
};

/// crownd's error message when it does not start.
inline Refusal refused(const std::vector<std::string>& flags) {
  ChildProcess process(crownd_command(flags), crownd::connection::Errors::captured);
  const auto status = process.wait(within(long_enough));
  return {status, process.errors()};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace crownd::testing
