#pragma once

#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"
#include "support/temporary_folder.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// Runs the program crown-book in tests.
namespace crownd::crown_book::test {

using Arguments = std::vector<std::string>;
using crownd::testing::TemporaryFolder;

struct Outcome {
  int code = -1;
  std::string output;
  std::string errors;
};

inline Arguments command(const Arguments& more) {
  Arguments arguments{std::string(CROWND_BIN_DIR) + "/crown-book"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

inline Outcome run(const Arguments& more) {
  connection::ChildProcess process(command(more), connection::Errors::captured);
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

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace crownd::crown_book::test
