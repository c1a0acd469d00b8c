#pragma once

#include "clients/match/support.hpp"
#include "connection/child_process.hpp"
#include "match/report/json.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"

#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// Runs the program crown-match in tests.
namespace crownd::match::test {

using Arguments = std::vector<std::string>;

inline std::string match_program() { return std::string(CROWND_BIN_DIR) + "/crown-match"; }

/// Two engines in a match of english, from four random plies.
inline Arguments match_arguments(const Arguments& more) {
  Arguments arguments{match_program(), "--game",          "english",         "--random-plies", "4",
                      "--engine",      "name=A",          "cmd=" + daemon(), "depth=2",        "--engine",
                      "name=B",        "cmd=" + daemon(), "depth=1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// On a very busy machine a match may be silent for this long.
constexpr auto longest_silence = 5 * crownd::testing::long_enough;

struct Outcome {
  int code = -1;
  std::string output;
  std::string errors;
};

inline Outcome run(const Arguments& arguments) {
  connection::ChildProcess process(arguments, connection::Errors::captured);
  Outcome outcome;
  while (const auto line = process.receive(connection::within(longest_silence))) outcome.output += *line + '\n';
  const auto status = process.wait(connection::within(crownd::testing::long_enough));
  if (status && status->exited) outcome.code = status->code;
  outcome.errors = process.errors();
  return outcome;
}

inline Outcome merge(const Arguments& more) {
  Arguments arguments{match_program(), "merge"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

inline std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(Json::parse(line));
  return result;
}

inline int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The games of a state file by index, without what differs between runs: clock times and dates.
inline std::map<std::size_t, Json> games_of(const std::string& file) {
  std::map<std::size_t, Json> games;
  for (auto& line : lines_of(read_file(file))) {
    if (!line.contains("index")) continue;
    line.erase("began");
    for (auto& move : line["moves"])
      for (const std::string key : {"us", "late-us", "nps", "told-ms", "ready-us", "left-us"}) move.erase(key);
    const auto index = line["index"].get<std::size_t>();
    REQUIRE(!games.contains(index));
    games[index] = line;
  }
  return games;
}

}  // namespace crownd::match::test
