#pragma once

#include "connection/remote.hpp"
#include "match/limits.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::match {

/// One engine of the match, as the command line describes it.
struct EngineSpec {
  std::string name;
  std::vector<std::string> command;                          ///< empty for one that is reached over TCP or TLS
  std::optional<std::string> directory;                      ///< where it is started
  std::optional<std::string> errors;                         ///< the file for its standard error
  connection::Remote remote;                                 ///< its address is empty for a program
  std::vector<std::pair<std::string, std::string>> options;  ///< in the order given
  Limits limits;
  int quiet_plies =
      0;  ///< after so many the runner calls a game drawn, which engines are told that have an option for it
  bool ponder = false;
  bool restart = false;                    ///< before each game
  Milliseconds reconnect{0};               ///< for which a connection that is lost in a game is tried again
  std::vector<std::string> first_lines{};  ///< sent before anything else
  std::vector<int> cores{};                ///< that it may use; empty: all
};

/// Reads the words after `--engine`, each `key=value`; what `common` (the words after `--each`) says holds unless they
/// say otherwise. Throws std::invalid_argument with a message for people.
[[nodiscard]] EngineSpec read_engine(const std::vector<std::string>& words, const std::vector<std::string>& common);

/// Cuts a command line to words as a shell does, with single and double quotes and backslashes, and without anything
/// else that a shell does. Throws std::invalid_argument for an open quote.
[[nodiscard]] std::vector<std::string> split_command(const std::string& text);

}  // namespace crownd::match
