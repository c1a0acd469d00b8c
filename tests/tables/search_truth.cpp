#include "support/catch.hpp"
#include "tables/examination.hpp"
#include "tables/known_positions.hpp"
#include "tables/small_tables.hpp"

#include <cstddef>
#include <string>
#include <vector>

using namespace crownd;
using namespace crownd::testing;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

struct Resources {
  std::size_t hash_bytes;
  int threads;
};
// scripts/prove mates tests many more positions, also with 64 MB.
constexpr Resources all_resources[] = {{mebibyte, 1}, {mebibyte, 2}, {16 * mebibyte, 1}};

/// At least one in this many of the lines must have been decided: otherwise nothing was tested.
constexpr std::size_t searches_a_decided_line = 4;

template <Rules R, class Exact>
void examine_all(const std::vector<typename R::Position>& positions, Exact exact, int depth) {
  for (const auto& [hash_bytes, threads] : all_resources) {
    INFO("hash " << hash_bytes << ", threads " << threads);
    Examination<R> examination(exact, hash_bytes, threads);
    for (const auto& position : positions) examination.examine(position, depth);
    INFO((examination.faults().empty() ? std::string("no faults") : examination.faults().front()));
    CHECK(examination.faults().empty());
    CHECK(examination.decided() * searches_a_decided_line > examination.searches());
  }
}

}  // namespace

TEMPLATE_TEST_CASE("a search without tables reports no win or loss that is not there, nor one sooner than it is", "",
                   english::Rules, spanish::Rules, towers::Rules) {
  using R = TestType;
  const auto exact = [](const auto& position) { return exact_score<R>(small_tables<R>(), position); };
  examine_all<R>(random_positions<R>(few_pieces, 200), exact, 10);
}

TEST_CASE("reduced chess without tables reports no mate that is not there, nor one sooner than it is") {
  const KnownChess known({"5 Ka1,Rb1 Kc3 w", "5 Ka1,Bb1,Bb2 Kd4 w", "4 Ka1,Rb1 Kc3,Bd4 w", "4 Ka1,Rb1 Kc3,Rd4 w"});
  examine_all<KnownChess<>::R>(
      known.some(240), [&](const auto& position) { return known.exact(position); }, 8);
}
