#pragma once

#include "connection/link.hpp"
#include "match/game/player.hpp"

namespace crownd::match {

/// A value for one of the engine's options.
struct EngineOption {
  std::string name;
  std::string value;
  bool for_all = false;  ///< from the words after `--each`
  bool operator==(const EngineOption&) const = default;
};

/// One engine of the match, as the command line describes it.
struct EngineSpec {
  std::string name;
  std::vector<std::string> command;      ///< empty for an engine reached over TCP or TLS
  std::optional<std::string> directory;  ///< working directory
  std::optional<std::string> errors;     ///< file for its standard error
  connection::Remote remote;             ///< its address is empty for a local program
  std::vector<EngineOption> options;     ///< in the order given
  TimeControl time_control;
  int quiet_plies = 0;  ///< of the adjudication, for engines with an option for it
  bool ponder = false;
  bool restart = false;                    ///< before each game
  Milliseconds reconnect{0};               ///< how long to retry a lost connection
  std::vector<std::string> first_lines{};  ///< sent before anything else
  std::vector<int> cores{};                ///< cores it may use; empty: all
};

/// Reads the words after `--engine`, which override `common`, the words after `--each`. Throws std::invalid_argument.
[[nodiscard]] EngineSpec read_engine(const std::vector<std::string>& words, const std::vector<std::string>& common);

/// Splits a command line into words as a shell does, with single and double quotes and backslashes, but without other
/// features of a shell. Throws std::invalid_argument for an open quote.
[[nodiscard]] std::vector<std::string> split_command(const std::string& text);

/// Whether a value may contain blanks; `in_name`: unless another KEY= follows them.
enum class Blanks : std::uint8_t { refused, in_name, allowed };

/// A word KEY=VALUE of a flag.
struct Key {
  std::string name;
  std::function<void(const std::string&)> read;  ///< its value; throws std::invalid_argument
  Blanks blanks = Blanks::refused;
};

/// A key whose value is a whole number. `max` is not in messages if it is the default.
[[nodiscard]] Key whole_number(std::string name, std::int64_t min, std::function<void(std::int64_t)> set,
                               std::int64_t max = INT64_MAX);

/// Reads the words that follow a flag. Throws std::invalid_argument, also for several words in one argument.
void read_words(const std::string& flag, const std::vector<std::string>& words, const std::vector<Key>& keys);

}  // namespace crownd::match
