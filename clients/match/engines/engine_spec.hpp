#pragma once

#include "connection/remote.hpp"
#include "match/game/limits.hpp"

#include <optional>
#include <string>
#include <vector>

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
  Limits limits;
  int quiet_plies =
      0;  ///< after this many the runner adjudicates a draw; the number is sent to engines that have an option for it
  bool ponder = false;
  bool restart = false;                    ///< before each game
  Milliseconds reconnect{0};               ///< how long to retry a connection that is lost in a game
  std::vector<std::string> first_lines{};  ///< sent before anything else
  std::vector<int> cores{};                ///< cores it may use; empty: all
};

/// Reads the words after `--engine`, each `key=value`; they override `common` (the words after
/// `--each`). Throws std::invalid_argument with a message for people.
[[nodiscard]] EngineSpec read_engine(const std::vector<std::string>& words, const std::vector<std::string>& common);

/// Splits a command line into words as a shell does, with single and double quotes and backslashes, but without other
/// features of a shell. Throws std::invalid_argument for an open quote.
[[nodiscard]] std::vector<std::string> split_command(const std::string& text);

/// The message for several words KEY=VALUE in one argument, as in --draw 'plies=30 score=15'.
[[nodiscard]] std::string advice_on_quoted_words(const std::string& flag, const std::string& argument);

}  // namespace crownd::match
