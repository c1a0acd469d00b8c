#include "games/text/fen_rows.hpp"

#include "support/catch.hpp"

#include <string>

using namespace crownd::text;

namespace {

/// The row as letters, dots for empty squares; "no" if it does not fill the columns.
std::string row_of(const std::string& text, int columns) {
  std::string row(static_cast<std::size_t>(columns), '.');
  const bool fits =
      read_fen_row(text, columns, [&](int column, char letter) { row[static_cast<std::size_t>(column)] = letter; });
  return fits ? row : "no";
}

}  // namespace

TEST_CASE("a row of a FEN is letters and runs of empty squares") {
  CHECK(row_of("8", 8) == "........");
  CHECK(row_of("P2p1k", 6) == "P..p.k");
  CHECK(row_of("12k13", 26) == "............k.............");
  CHECK(row_of("kr", 2) == "kr");
}

TEST_CASE("a row of a FEN fills all columns, and no more") {
  for (const std::string text : {"", "7", "9", "8k", "k8", "4k4", "08", "80", "108", "1x0x6", "99999999999999999999"}) {
    INFO(text);
    CHECK(row_of(text, 8) == "no");
  }
}

TEST_CASE("the rows of a FEN begin with the highest") {
  CHECK(format_fen_rows(3, 12, [](int row, int column) {
          return row == 2 && column == 11 ? 'k' : row == 0 && column == 0 ? 'P' : '\0';
        }) == "11k/12/P11");
}
