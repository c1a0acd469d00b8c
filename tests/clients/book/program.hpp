#pragma once

#include "book/book.hpp"
#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// Runs the program crown-book in tests.
namespace crownd::crown_book::test {

using crownd::testing::Arguments;
using crownd::testing::comes_true;
using crownd::testing::contains;
using crownd::testing::extended;
using crownd::testing::Outcome;
using crownd::testing::read_file;
using crownd::testing::TemporaryFolder;

/// Of english.
inline constexpr auto start = "aaaaaaaaaaaa........bbbbbbbbbbbb:b";

inline Arguments command(const Arguments& more) {
  return extended({crownd::testing::program_path("crown-book")}, more);
}

inline Outcome run(const Arguments& more) { return crownd::testing::run_program(command(more)); }

/// Runs the program, which must succeed without a message.
inline Outcome succeed(const Arguments& more) {
  auto outcome = run(more);
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  return outcome;
}

inline std::string refusal(const Arguments& more, int code = 1) {
  return crownd::testing::refusal(command(more), code);
}

inline std::vector<std::uint8_t> bytes_of(const std::string& file) {
  const auto text = read_file(file);
  return {text.begin(), text.end()};
}

/// All entries of a book; they do not include its facts, such as its day.
inline std::vector<book::Entry> entries_of(const std::string& file) {
  const auto bytes = bytes_of(file);
  std::vector<book::Entry> entries;
  book::Book(bytes).for_each([&](const book::Entry& entry) { entries.push_back(entry); });
  return entries;
}

/// The moves of a position in a book.
inline std::vector<book::BookMove> moves_in(const std::string& file, const std::string& position) {
  const auto bytes = bytes_of(file);
  return book::Book(bytes).find(position);
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

}  // namespace crownd::crown_book::test
