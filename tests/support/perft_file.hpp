#pragma once

#include "search/exhaustive.hpp"
#include "support/catch.hpp"
#include "support/fields.hpp"

namespace crownd::testing {

/// Checks the perft counts of a file up to `largest`; deeper ones are for the benchmark, not for a test run. The file
/// has the fields `POSITION ; COUNT COUNT … ; SOURCE`, depth 1 first; `startpos` is the start position.
template <Rules R>
void check_perft_file(const std::string& path, std::uint64_t largest = 20'000'000) {
  search::Control control;
  for (const auto& fields : read_fields(path)) {
    REQUIRE(fields.size() == 3);
    REQUIRE((!fields[1].empty() && fields[1].find_first_not_of("0123456789 ") == std::string::npos));
    REQUIRE(!fields[2].empty());
    const auto position = fields[0] == "startpos" ? R::start() : R::parse_position(fields[0]);
    std::istringstream counts(fields[1]);
    int depth = 0;
    for (std::uint64_t count = 0; counts >> count && count <= largest;) {
      INFO(fields[0] << " depth " << depth + 1);
      CHECK(search::Perft<R>(control).count(position, ++depth) == count);
    }
  }
}

}  // namespace crownd::testing
