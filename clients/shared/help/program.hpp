#pragma once

#include "platform/system.hpp"

#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

namespace crownd::help {

/// An invalid command line; what() is a message for people.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The main function of the program `name`. Returns the result of `run`, 2 for a UsageError, or 1 for another exception
/// or if standard output cannot be written. Prints the message.
[[nodiscard]] inline int run_program(const std::string& name, const std::function<int()>& run) {
  constexpr int error_code = 1, usage_code = 2;
  platform::prepare_process();
  try {
    const int code = run();
    if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
    return code;
  } catch (const UsageError& error) {
    std::cerr << name << ": " << error.what() << "\nTry --help.\n";
    return usage_code;
  } catch (const std::exception& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return error_code;
  }
}

}  // namespace crownd::help
