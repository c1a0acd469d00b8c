#pragma once

#include "match/argument_groups.hpp"
#include "match/settings.hpp"

#include <string>

namespace crownd::match {

/// What the command line asks for.
struct Request {
  std::string answer;  ///< to print and be done, for --help and the like; empty: a match is to be played
  Settings settings;
};

/// The state file that the arguments say to go on with; empty if none.
[[nodiscard]] std::string resumed_file(const ArgumentWords& arguments);

/// Reads the arguments of a match, without the program's name, and the openings file, which is not judged yet. Throws
/// UsageError. Of a flag given twice the last one counts, so that arguments can be added to those of a saved match.
/// `version` is the answer to --version.
[[nodiscard]] Request read_command_line(const ArgumentWords& arguments, const std::string& version);

/// Where the referee is unless told: the crownd beside this program, else the one in PATH.
[[nodiscard]] std::string default_referee();

}  // namespace crownd::match
