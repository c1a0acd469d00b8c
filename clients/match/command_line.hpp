#pragma once

#include "help/program.hpp"
#include "match/tournament/results.hpp"
#include "match/tournament/settings.hpp"

namespace CLI {
class App;
}

namespace crownd::match {

using ArgumentWords = std::vector<std::string>;

using help::UsageError;

/// Parses arguments without the program's name. Answers --help and --version, and then returns false. Throws
/// UsageError.
[[nodiscard]] bool parse(CLI::App& app, const ArgumentWords& arguments);

/// Throws UsageError if a file that cannot be standard output is `-`.
void refuse_standard_output(const Settings& settings);

/// The state file to resume from; empty if none.
[[nodiscard]] std::string resumed_file(const ArgumentWords& arguments);

/// Reads the arguments of a match, and the openings file. The last of repeated flags counts. `version` is the output of
/// --version. Returns nothing after --help or --version. Throws UsageError.
[[nodiscard]] std::optional<Settings> read_command_line(const ArgumentWords& arguments, const std::string& version);

/// The numbers of the processor cores in this process's affinity mask.
[[nodiscard]] std::vector<int> usable_cores();

/// Reads a list such as `0-3,6`; throws std::invalid_argument.
[[nodiscard]] std::vector<int> read_cores(const std::string& text);

/// Default referee: the crownd next to this program, else the one in PATH.
[[nodiscard]] std::string default_referee();

/// The program's exit code, unless the command line is wrong.
enum class Exit : int {
  finished = 0,  ///< all games were played, or the SPRT accepted H1
  error = 1,
  rejected = 10,     ///< the SPRT accepted H0
  undecided = 11,    ///< all games were played, or some are missing, before the SPRT decided
  interrupted = 12,  ///< by a signal; a saved match can be resumed
};

/// The exit code for the results, if nothing failed.
[[nodiscard]] Exit outcome(const Results& results, const MatchRules& rules);

/// Plays a match and prints the results. Throws UsageError and other exceptions.
[[nodiscard]] Exit play_match(const ArgumentWords& arguments, const std::string& version);

/// `crown-match merge FILES...`: statistics of all games of the state files.
[[nodiscard]] Exit merge_state_files(const ArgumentWords& arguments);

/// `crown-match compliance CMD`: checks whether an engine follows UCI, and PROTOCOL.md if it has crownd's commands.
[[nodiscard]] Exit check_compliance(const ArgumentWords& arguments);

}  // namespace crownd::match
