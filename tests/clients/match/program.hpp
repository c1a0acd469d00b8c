#pragma once

#include "clients/match/support.hpp"
#include "match/report/json.hpp"
#include "support/catch.hpp"
#include "support/program.hpp"

// Runs the program crown-match in tests.
namespace crownd::match::test {

using crownd::testing::count;
using crownd::testing::has_text;
using crownd::testing::longest_silence;
using crownd::testing::Outcome;
using crownd::testing::test_timeout;

/// Command-line arguments, also from a text that is split as by a shell.
struct Arguments : std::vector<std::string> {
  using vector::vector;
  Arguments(const char* text) : vector(split_command(text)) {}
  Arguments(const std::string& text) : vector(split_command(text)) {}

  Arguments& operator+=(const Arguments& more) {
    insert(end(), more.begin(), more.end());
    return *this;
  }
  friend Arguments operator+(Arguments one, const Arguments& more) { return one += more; }
};

inline std::string match_program() { return crownd::testing::program_path("crown-match"); }

/// An engine with this name that thinks for a short time, as words of the command line.
inline std::string engine_flag(const std::string& name, const std::string& words = "depth=1") {
  return " --engine name=" + name + " cmd=" + daemon() + ' ' + words + ' ';
}

/// bad_engine.sh in a mode, as a word of the command line.
inline std::string bad_command(const std::string& mode, const std::string& pipe = "none") {
  return "'cmd=sh " + data("bad_engine.sh") + ' ' + mode + ' ' + daemon() + ' ' + pipe + "'";
}

/// Two engines in a match of english, from four random plies.
inline Arguments match_arguments(const Arguments& more) {
  return match_program() + " --game english --random-plies 4" + engine_flag("A", "depth=2") + engine_flag("B") + more;
}

inline Outcome run(const Arguments& arguments) { return crownd::testing::run_program(arguments); }
inline Outcome run_match(const Arguments& more) { return run(match_arguments(more)); }
inline Outcome merge(const Arguments& more) { return run(Arguments{match_program(), "merge"} + more); }
inline Outcome resume(const std::string& state_and_flags) {
  return run(match_program() + " --resume " + state_and_flags);
}

/// Checks that the text has all parts.
inline void check_texts(const std::string& text, const std::vector<std::string>& parts) {
  for (const auto& part : parts) CHECK_THAT(text, has_text(part));
}

inline void check_output(const Outcome& outcome, int code, const std::vector<std::string>& parts) {
  CHECK(outcome.code == code);
  check_texts(outcome.output, parts);
}
inline void check_errors(const Outcome& outcome, int code, const std::vector<std::string>& parts) {
  CHECK(outcome.code == code);
  check_texts(outcome.errors, parts);
}

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
