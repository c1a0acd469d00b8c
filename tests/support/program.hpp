#pragma once

#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/program_path.hpp"
#include "support/text.hpp"
#include "support/timeouts.hpp"

#include <string>
#include <vector>

namespace crownd::testing {

using Arguments = std::vector<std::string>;

struct Outcome {
  int code = -1;  ///< -1: it was ended by a signal, or does not end
  std::string output;
  std::string errors;
};

/// On a very busy machine a program may be silent for this long.
inline constexpr auto longest_silence = 5 * test_timeout;

/// Runs a command with this standard input.
inline Outcome run_program(const Arguments& command, const std::string& input = "") {
  connection::ChildProcess process(command, connection::Errors::captured);
  if (!input.empty()) process.send_bytes(input, connection::within(test_timeout));
  process.close_input();
  Outcome outcome;
  while (const auto line = process.receive(connection::within(longest_silence))) outcome.output += *line + '\n';
  const auto status = process.wait(connection::within(test_timeout));
  if (status && status->exited) outcome.code = status->code;
  outcome.errors = process.errors();
  return outcome;
}

/// Runs a command that must fail with this code; returns its errors.
inline std::string refusal(const Arguments& command, int code) {
  const auto outcome = run_program(command);
  CHECK(outcome.code == code);
  return outcome.errors;
}

/// The command with more arguments.
[[nodiscard]] inline Arguments extended(Arguments command, const Arguments& more) {
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

/// Process ids of the running children of a process.
[[nodiscard]] inline std::vector<pid_t> children_of(const connection::ChildProcess& process) {
  const auto pid = std::to_string(process.pid());
  std::ifstream file("/proc/" + pid + "/task/" + pid + "/children");
  return {std::istream_iterator<pid_t>(file), {}};
}

/// Whether the condition holds before a timeout.
template <class Condition>
[[nodiscard]] bool comes_true(const Condition& condition) {
  for (const auto deadline = connection::within(test_timeout); connection::Clock::now() < deadline;
       std::this_thread::sleep_for(std::chrono::milliseconds(2)))
    if (condition()) return true;
  return false;
}

}  // namespace crownd::testing
