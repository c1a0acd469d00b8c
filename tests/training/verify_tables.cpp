#include "games/english/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"
#include "tables/solver.hpp"
#include "tables/verify.hpp"
#include "training/table_positions.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace crownd;
using namespace crownd::training;
using tables::TableResult;
using tables::Value;

constexpr int pieces_of_test = 3;

/// All tables of up to three pieces.
template <HasEndings R>
std::map<std::uint64_t, std::vector<Value>> small_tables_of() {
  const std::atomic<bool> stop{false};
  std::map<std::uint64_t, std::vector<Value>> known;
  for (int pieces = 2; pieces <= pieces_of_test; ++pieces)
    for (const std::uint64_t code : draughts_family::slices_of(pieces)) {
      auto values = tables::solve_ending<typename R::Ending>(code, 1, stop, known);
      known.emplace(code, std::move(values));
    }
  return known;
}

TableResult result_of(Value value) {
  if (value == tables::draw) return {};
  const int plies = tables::plies_of(value);
  return {plies % 2 != 0 ? TableResult::Outcome::won : TableResult::Outcome::lost, plies};
}

template <HasEndings R>
tables::Verifier<R> verifier_of(const std::map<std::uint64_t, std::vector<Value>>& known) {
  return tables::Verifier<R>([&known](const typename R::Position& position) -> std::optional<TableResult> {
    const TableSpot spot = R::ending_spot(position);
    const auto found = known.find(spot.ending);
    if (found == known.end()) return {};
    return result_of(found->second.at(spot.place));
  });
}

template <class R, class Visit>
void for_each_position(Visit visit) {
  for (int pieces = 2; pieces <= pieces_of_test; ++pieces)
    for (unsigned part = 0; part < TablePositions<R>::parts; ++part) TablePositions<R>::for_each(pieces, part, visit);
}

template <class R>
std::size_t faults_in(const std::map<std::uint64_t, std::vector<Value>>& known) {
  const auto verifier = verifier_of<R>(known);
  std::size_t faults = 0;
  for_each_position<R>([&](const auto& position) { faults += verifier.check(position).has_value(); });
  return faults;
}

}  // namespace

TEMPLATE_TEST_CASE("all values follow from the rules, and a changed one is found out", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  auto known = small_tables_of<R>();
  CHECK(faults_in<R>(known) == 0);
  std::mt19937 random(20'261'122);
  for (int i = 0; i < 6; ++i) {
    auto table = known.begin();
    std::advance(table, random() % known.size());
    const std::size_t place = random() % table->second.size();
    Value& value = table->second[place];
    const Value before = value;
    value = i % 2 == 0 && value > 2 ? static_cast<Value>(value - 2) : static_cast<Value>(value + 1);
    INFO(draughts_family::Slice(table->first).name() << ' ' << place << ' ' << +before << ' ' << +value);
    CHECK(faults_in<R>(known) > 0);
    value = before;
  }
}

TEMPLATE_TEST_CASE("won endings are won in as many plies as the tables say, against any defence", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  auto known = small_tables_of<R>();
  const auto verifier = verifier_of<R>(known);
  std::mt19937_64 random(20'261'122);
  std::size_t played = 0;
  for (int i = 0; i < 2'000; ++i) {
    const auto position = TablePositions<R>::random(random, pieces_of_test);
    const TableSpot spot = R::ending_spot(position);
    const Value value = known.at(spot.ending).at(spot.place);
    if (R::result(position).over() || result_of(value).outcome != TableResult::Outcome::won) continue;
    ++played;
    const auto fault = verifier.play_out(position, [&](std::size_t moves) { return random() % moves; });
    INFO(fault.value_or(""));
    CHECK(!fault);
  }
  CHECK(played > 400);
}

TEST_CASE("a win that a table says to be too short is not played out") {
  using R = english::Rules;
  auto known = small_tables_of<R>();
  const auto verifier = verifier_of<R>(known);
  std::size_t failed = 0, tried = 0;
  const auto always_first = [](std::size_t) { return std::size_t{0}; };
  for_each_position<R>([&](const R::Position& position) {
    const TableSpot spot = R::ending_spot(position);
    Value& value = known.at(spot.ending).at(spot.place);
    if (value < 30 || tables::plies_of(value) % 2 == 0) return;
    const Value before = value;
    value = static_cast<Value>(value - 2);
    ++tried;
    failed += verifier.play_out(position, always_first).has_value();
    value = before;
  });
  CHECK(tried > 0);
  CHECK(failed == tried);
}
