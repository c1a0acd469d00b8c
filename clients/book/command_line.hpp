#pragma once

#include "book/build/settings.hpp"
#include "book/tools/tools.hpp"

#include <stdexcept>
#include <string>
#include <variant>

namespace crownd::crown_book {

/// A command line that cannot be used: a sentence for people.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What --help or --version print.
struct Answer {
  std::string text;
};

struct StatsRequest {
  std::string file;
};
struct ExportRequest {
  std::string file;
  LineLimits lines;  ///< of games
  GameStyle style;
  batch::Daemons daemons;  ///< for games
};
struct VerifyRequest {
  std::string file;
  batch::Daemons daemons;
};

using Request = std::variant<Answer, BuildSettings, MergeSettings, StatsRequest, ExportRequest, VerifyRequest>;

/// What is asked for. `version` is printed by --version, `number` the program's version. Throws UsageError.
[[nodiscard]] Request read_command_line(int argc, const char* const* argv, const std::string& version,
                                        const std::string& number);

}  // namespace crownd::crown_book
