// node_counts.txt pins the nodes of `bench` for each game, so that every change of the search is noticed.
// This source is several programs: each has the vector loops of one instruction set (see CMakeLists.txt), and all
// search the same.

#include "games/catalogue.hpp"
#include "network/accumulate.hpp"
#include "search/control.hpp"
#include "session/bench.hpp"
#include "session/scheduler.hpp"
#include "support/catch.hpp"

#include <iostream>
#include <span>

using namespace crownd;

namespace {

using Counts = std::map<std::string, std::uint64_t>;

const std::string file_name = "tests/node_counts/node_counts.txt";
const std::string advice = "if that is meant, scripts/bench pin writes " + file_name +
                           ", and the commit's message gets the line 'Bench: N' that it prints";

Counts read_counts(std::istream& text) {
  Counts counts;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t nodes = 0;
    if (!line.starts_with('#') && words >> name >> nodes) counts[name] = nodes;
  }
  return counts;
}

/// The pinned counts, from the file.
Counts pinned_counts() {
  std::ifstream file(CROWND_SOURCE_DIR "/" + file_name);
  return read_counts(file);
}

/// A description of the differences; empty if there are none.
std::string difference(const Counts& pinned, const Counts& searched) {
  std::ostringstream text;
  for (const auto& [name, nodes] : searched) {
    const auto found = pinned.find(name);
    if (found == pinned.end())
      text << name << " has no line, and should have '" << name << ' ' << nodes << "': " << advice << '\n';
    else if (found->second != nodes)
      text << name << " searches " << nodes << " nodes, not " << found->second << ": " << advice << '\n';
  }
  for (const auto& [name, nodes] : pinned)
    if (!searched.contains(name)) text << name << " is no game any more: " << advice << '\n';
  return text.str();
}

std::optional<session::BenchResult> bench(std::span<const games::Entry> games, std::optional<int> depth = {}) {
  search::Control control;
  session::SearchScheduler scheduler(1);
  return session::run_bench(games, depth, control, scheduler, [](const std::string&) {});
}

/// Whether the loops are those that this program is for. A machine without these instructions has others, never better
/// ones. "EMU128" is plain code, which every machine runs: older Highways have no loops for SSE2.
bool has_its_vectors() {
#ifdef CROWND_VECTORS
  constexpr std::array<std::string_view, 6> worst_first{"EMU128", "SSE2", "SSSE3", "SSE4", "AVX2", "AVX3"};
  const auto rank = [&](std::string_view name) {
    return std::find(worst_first.begin(), worst_first.end(), name) - worst_first.begin();
  };
  const auto used = network::usable_kernels().front().instructions;
  INFO(used);
  REQUIRE(rank(used) <= rank(CROWND_VECTORS));
  return used == CROWND_VECTORS || rank(CROWND_VECTORS) <= rank("SSE2");
#else
  return true;
#endif
}

}  // namespace

TEST_CASE("Each game searches as many nodes in bench as are pinned") {
  if (!has_its_vectors()) {
    std::cout << "skipped: not on this machine\n";
    return;
  }
  Counts searched;
  for (const auto& entry : games::catalogue()) searched[std::string(entry.name)] = bench({&entry, 1})->nodes;
  INFO(network::usable_kernels().front().instructions);
  CHECK(difference(pinned_counts(), searched) == "");
}

TEST_CASE("A wrong, missing or superfluous count is reported with the remedy") {
  std::istringstream text("# a comment 5\n\nenglish 10\ntowers 20\n");
  const auto pinned = read_counts(text);
  CHECK(pinned == Counts{{"english", 10}, {"towers", 20}});
  CHECK(difference(pinned, pinned) == "");
  CHECK(difference(pinned, {{"english", 11}, {"towers", 20}}) == "english searches 11 nodes, not 10: " + advice + '\n');
  CHECK(difference(pinned, {{"english", 10}, {"towers", 20}, {"new-game", 3}}) ==
        "new-game has no line, and should have 'new-game 3': " + advice + '\n');
  CHECK(difference(pinned, {{"english", 10}}) == "towers is no game any more: " + advice + '\n');
}

TEST_CASE("bench repeats its results, and its signature depends on the depth") {
  constexpr int depth = 3;
  const auto once = bench(games::catalogue(), depth), again = bench(games::catalogue(), depth);
  CHECK(once->nodes == again->nodes);
  CHECK(once->signature == again->signature);
  CHECK(bench(games::catalogue(), depth + 1)->signature != once->signature);
}
