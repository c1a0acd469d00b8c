#pragma once

#include "core/rules.hpp"
#include "support/catch.hpp"

namespace crownd::testing {

/// Known perft counts of a position. The file has one line each: `POSITION ; COUNT COUNT … ; SOURCE`, depth 1 first;
/// `startpos` is the start position; lines that begin with # are comments.
struct PerftCase {
  std::string position;
  std::vector<std::uint64_t> counts;
  std::string source;
};

inline std::vector<PerftCase> read_perft_file(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file.is_open());
  const auto trimmed = [](const std::string& text) {
    const auto from = text.find_first_not_of(' ');
    return from == std::string::npos ? std::string() : text.substr(from, text.find_last_not_of(' ') - from + 1);
  };
  std::vector<PerftCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    std::string position, counts, source;
    std::getline(fields, position, ';');
    std::getline(fields, counts, ';');
    std::getline(fields, source, ';');
    PerftCase entry{trimmed(position), {}, trimmed(source)};
    std::istringstream numbers(counts);
    for (std::uint64_t count = 0; numbers >> count;) entry.counts.push_back(count);
    INFO(line);
    REQUIRE(!entry.counts.empty());
    REQUIRE(!entry.source.empty());
    cases.push_back(entry);
  }
  REQUIRE(!cases.empty());
  return cases;
}

template <Rules R>
std::uint64_t count_lines(const typename R::Position& position, int depth) {
  if constexpr (HasQuickCount<R>) {
    if (depth == 1) return R::count_moves(position);
  }
  const auto moves = legal_moves<R>(position);
  if (depth == 1) return moves.size();
  std::uint64_t total = 0;
  for (const auto& move : moves) total += count_lines<R>(R::after(position, move), depth - 1);
  return total;
}

/// Checks every count of the file up to `largest`; deeper ones are for the benchmark, not for a test run.
template <Rules R>
void check_perft_file(const std::string& path, std::uint64_t largest = 20'000'000) {
  for (const auto& entry : read_perft_file(path)) {
    const auto position = entry.position == "startpos" ? R::start() : R::parse_position(entry.position);
    for (std::size_t i = 0; i < entry.counts.size() && entry.counts[i] <= largest; ++i) {
      INFO(entry.position << " depth " << i + 1);
      CHECK(count_lines<R>(position, static_cast<int>(i) + 1) == entry.counts[i]);
    }
  }
}

}  // namespace crownd::testing
