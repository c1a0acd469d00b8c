#pragma once

#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"
#include "support/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

// Runs the program crown-annotate in tests.
namespace crownd::annotate::test {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;
using crownd::testing::TemporaryFolder;

inline std::string daemon() { return std::string(CROWND_BIN_DIR) + "/crownd"; }
inline std::string program() { return std::string(CROWND_BIN_DIR) + "/crown-annotate"; }

struct Outcome {
  int code = -1;
  std::string output;
  std::string errors;
};

/// `input` is its standard input.
inline Outcome run(const Arguments& more, const std::string& input = "") {
  Arguments arguments{program()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  connection::ChildProcess process(arguments, connection::Errors::captured);
  if (!input.empty()) process.send_bytes(input, connection::within(crownd::testing::long_enough));
  process.close_input();
  Outcome outcome;
  while (const auto line = process.receive(connection::within(5 * crownd::testing::long_enough)))
    outcome.output += *line + '\n';
  const auto status = process.wait(connection::within(crownd::testing::long_enough));
  if (status && status->exited) outcome.code = status->code;
  outcome.errors = process.errors();
  return outcome;
}

inline std::string read_file(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(Json::parse(line));
  return result;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// In the second one White gives a man away with his second move, and people have written into it.
inline constexpr auto two_games =
    "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n"
    "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *\n\n"
    "[Event \"Club\"]\n[White \"Cy\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\n"
    "{played at night} 1. 11-15! {the usual} 23-19 2. 8-11 19-16? {why?} (2... 22-17 3. 4-8 {calm}) 3. 12x19 22-17 "
    "*\n\n";

}  // namespace crownd::annotate::test
