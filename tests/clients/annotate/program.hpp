#pragma once

#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

#include <nlohmann/json.hpp>

// Runs the program crown-annotate in tests.
namespace crownd::annotate::test {

using Json = nlohmann::json;
using crownd::testing::Arguments;
using crownd::testing::contains;
using crownd::testing::extended;
using crownd::testing::Outcome;
using crownd::testing::read_file;
using crownd::testing::TemporaryFolder;

inline std::string daemon() { return crownd::testing::program_path("crownd"); }
inline std::string program() { return crownd::testing::program_path("crown-annotate"); }

/// `input` is its standard input.
inline Outcome run(const Arguments& more, const std::string& input = "") {
  return crownd::testing::run_program(extended({program()}, more), input);
}

/// Runs the program, which must succeed without a message.
inline Outcome succeed(const Arguments& more, const std::string& input = "") {
  auto outcome = run(more, input);
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  return outcome;
}

inline std::string refusal(const Arguments& more, int code = 1) {
  return crownd::testing::refusal(extended({program()}, more), code);
}

inline std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(Json::parse(line));
  return result;
}

/// In the second one White gives a man away with his second move, and people have written into it.
inline constexpr auto two_games =
    "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n"
    "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *\n\n"
    "[Event \"Club\"]\n[White \"Cy\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\n"
    "{played at night} 1. 11-15! {the usual} 23-19 2. 8-11 19-16? {why?} (2... 22-17 3. 4-8 {calm}) 3. 12x19 22-17 "
    "*\n\n";

}  // namespace crownd::annotate::test
