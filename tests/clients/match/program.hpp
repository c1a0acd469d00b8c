#pragma once

#include "clients/match/support.hpp"
#include "match/report/json.hpp"
#include "support/catch.hpp"
#include "support/program.hpp"

// Runs the program crown-match in tests.
namespace crownd::match::test {

using crownd::testing::Arguments;
using crownd::testing::count;
using crownd::testing::longest_silence;
using crownd::testing::Outcome;

inline std::string match_program() { return crownd::testing::program_path("crown-match"); }

/// Two engines in a match of english, from four random plies.
inline Arguments match_arguments(const Arguments& more) {
  return crownd::testing::extended({match_program(), "--game", "english", "--random-plies", "4", "--engine", "name=A",
                                    "cmd=" + daemon(), "depth=2", "--engine", "name=B", "cmd=" + daemon(), "depth=1"},
                                   more);
}

inline Outcome run(const Arguments& arguments) { return crownd::testing::run_program(arguments); }
inline Outcome merge(const Arguments& more) { return run(crownd::testing::extended({match_program(), "merge"}, more)); }

inline std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(Json::parse(line));
  return result;
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
