#pragma once

#include "book/writer.hpp"
#include "connection/child_process.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

// Runs the program crown-book in tests.
namespace crownd::crown_book::test {

using Arguments = std::vector<std::string>;
using crownd::testing::TemporaryFolder;

/// Of english.
inline constexpr auto start = "aaaaaaaaaaaa........bbbbbbbbbbbb:b";

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

inline std::vector<std::uint8_t> bytes_of(const std::string& file) {
  const auto text = read_file(file);
  return {text.begin(), text.end()};
}

/// How many lines a file has, as long as it grows.
inline std::size_t lines_in(const std::string& file) {
  const auto text = read_file(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Writes a book of these entries, in the order of their positions; returns the file's path.
inline std::string write_book(const TemporaryFolder& folder, const std::string& name, const std::string& game,
                              const book::Facts& facts, std::vector<book::Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
  book::Writer writer(game, facts);
  for (const auto& entry : entries) writer.add(entry.position, entry.moves);
  const auto bytes = std::move(writer).finish();
  return folder.write(name, {bytes.begin(), bytes.end()});
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace crownd::crown_book::test
