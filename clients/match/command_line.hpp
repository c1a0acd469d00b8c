#pragma once

#include "match/argument_groups.hpp"
#include "match/settings.hpp"

#include <string>

namespace crownd::match {

/// What the command line asks for.
struct Request {
  std::string answer;  ///< to print before exiting, for --help and the like; empty: a match is to be played
  Settings settings;
};

/// The state file to resume from; empty if none.
[[nodiscard]] std::string resumed_file(const ArgumentWords& arguments);

/// Reads the arguments of a match, without the program's name, and the openings file, not yet validated. Throws
/// UsageError. If a flag is given twice the last one wins, so arguments can be appended to those of a saved match.
/// `version` is the text that --version prints.
[[nodiscard]] Request read_command_line(const ArgumentWords& arguments, const std::string& version);

/// Default referee: the crownd next to this program, else the one in PATH.
[[nodiscard]] std::string default_referee();

}  // namespace crownd::match
