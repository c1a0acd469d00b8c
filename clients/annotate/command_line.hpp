#pragma once

#include "annotate/settings.hpp"

#include <stdexcept>
#include <string>
#include <variant>

namespace crownd::annotate {

/// A command line that cannot be used: a sentence for people.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The settings, or what --help or --version print. Throws UsageError.
[[nodiscard]] std::variant<Settings, std::string> read_command_line(int argc, const char* const* argv,
                                                                    const std::string& version);

}  // namespace crownd::annotate
