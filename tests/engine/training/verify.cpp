#include "engine/training/verifying.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "tables/table_file.hpp"
#include "training/table_maker.hpp"
#include "training/table_output.hpp"

#include <atomic>
#include <random>

namespace {

using namespace crownd;
using namespace crownd::training;
using namespace crownd::testing;
using tables::Value;
namespace fs = std::filesystem;

template <class R>
std::size_t faults_in(const SolvedTables& known) {
  const auto verifier = verifier_of<R>(known);
  std::size_t faults = 0;
  for_each_position<R>([&](const auto& position) { faults += verifier.check(position).has_value(); });
  return faults;
}

/// Runs a program of the build with its flags, and those for the folder.
testing::Outcome run(const std::string& command, const fs::path& folder) {
  return run_program({"sh", "-c", program_path(command) + " --dir " + folder.string() + " 2>&1"});
}

/// Rewrites the table with a different value at that index.
void change_value(const fs::path& folder, const std::string& name, std::size_t place, std::uint8_t change) {
  const training::TableSet set(folder / "english", "english", 0);
  for (const auto& [code, table] : set.tables()) {
    if (table.about.name != name) continue;
    auto values = table.numbers;
    values.at(place) = static_cast<std::uint8_t>(values[place] + change);
    training::TableOutput output(folder / "english" / (name + ".table"));
    tables::TableWriter writer(table.about, [&](tables::Bytes bytes) { output.write(bytes); });
    writer.write(values);
    writer.finish();
    output.finish();
  }
}

}  // namespace

TEMPLATE_TEST_CASE("all values follow from the rules, and a changed one is detected", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  auto known = solved_tables<R>(few_pieces);
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
  auto known = solved_tables<R>(few_pieces);
  const auto verifier = verifier_of<R>(known);
  std::mt19937_64 random(20'261'122);
  std::size_t played = 0;
  for (int i = 0; i < 2'000; ++i) {
    const auto position = TablePositions<R>::random(random, few_pieces);
    const TableIndex spot = R::table_index(position);
    const Value value = known.at(spot.ending).at(spot.place);
    if (R::result(position).over() || !tables::score_of(value).is_win()) continue;
    ++played;
    const auto fault = verifier.play_out(position, [&](std::size_t moves) { return random() % moves; });
    INFO(fault.value_or(""));
    CHECK(!fault);
  }
  CHECK(played > 400);
}

TEST_CASE("a win that takes longer than its table says is detected") {
  using R = english::Rules;
  auto known = solved_tables<R>(few_pieces);
  const auto verifier = verifier_of<R>(known);
  std::size_t failed = 0, tried = 0;
  const auto always_first = [](std::size_t) { return std::size_t{0}; };
  for_each_position<R>([&](const R::Position& position) {
    const TableIndex spot = R::table_index(position);
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

// The programs crown-tables and crown-verify on the same folder.

TEST_CASE("a changed value is detected even if the checksums are right") {
  const TemporaryFolder folder;
  REQUIRE(run("crown-tables english --pieces 3", folder.path()).code == 0);
  const auto good = run("crown-verify english --random 1000 --games 100", folder.path());
  CHECK(good.code == 0);
  CHECK_THAT(good.output, has_text("3 pieces, all"));
  CHECK_THAT(good.output, has_text(" 0 faults"));

  constexpr std::size_t any_place = 12'345;
  change_value(folder.path(), "mkvk", any_place, 1);
  const auto bad = run("crown-verify english --random 1000 --games 100", folder.path());
  CHECK(bad.code == 1);
  CHECK_THAT(bad.output, has_text("by its moves"));
}

TEST_CASE("a folder without tables, or with damaged ones, is not verified") {
  const TemporaryFolder folder;
  CHECK(run("crown-verify english", folder.path()).code == 1);
  CHECK(run("crown-verify chess", folder.path()).code == 2);
  REQUIRE(run("crown-tables english --pieces 2", folder.path()).code == 0);
  fs::resize_file(folder.path() / "english" / "kvk.table", 100);
  const auto cut = run("crown-verify english", folder.path());
  CHECK(cut.code == 1);
  CHECK_THAT(cut.output, has_text("kvk.table"));
}

TEST_CASE("a plan lists tables after those that they need, and each can be made alone") {
  const TemporaryFolder folder;
  const auto plan = run("crown-tables plan english --pieces 2", folder.path());
  CHECK(plan.output == "1 kvk\n2 kvm\n3 mvm\n");
  CHECK(run("crown-tables english --pieces 2 --only kvm", folder.path()).code == 1);
  CHECK(run("crown-tables english --pieces 2 --only kkvk", folder.path()).code == 2);
  CHECK(run("crown-tables english --pieces 2 --only kvk", folder.path()).code == 0);
  CHECK(run("crown-tables english --pieces 2 --only kvm", folder.path()).code == 0);
  CHECK(fs::exists(folder.path() / "english" / "kvm.table"));
  CHECK_FALSE(fs::exists(folder.path() / "english" / "mvm.table"));
}

TEST_CASE("statistics have the number of won positions and the longest win") {
  const TemporaryFolder folder;
  REQUIRE(run("crown-tables english --pieces 2", folder.path()).code == 0);
  const auto said = run("crown-tables statistics english --each-table yes", folder.path());
  CHECK(said.code == 0);
  // A lone king wins against another only by the opposition in a single corner, or by an immediate capture.
  CHECK_THAT(said.output, has_text("| kvk | 992 |"));
  CHECK_THAT(said.output, has_text("| 2 pieces | 3488 | 25.9 % | 67.9 % | 6.1 % | 13 |"));
}

TEST_CASE("statistics leave out tables of more pieces than --pieces") {
  const TemporaryFolder folder;
  REQUIRE(run("crown-tables english --pieces 3", folder.path()).code == 0);
  CHECK_THAT(run("crown-tables statistics english", folder.path()).output, has_text("| 3 pieces |"));
  CHECK_THAT(run("crown-tables statistics english --pieces 2", folder.path()).output, !has_text("| 3 pieces |"));
}

TEST_CASE("the verification of a table without legal positions ends") {
  namespace chess = reduced_chess;
  const TemporaryFolder folder;
  const std::vector<chess::Man> men{{0, chess::Kind::king, {}}, {1, chess::Kind::king, {}}, {0, chess::Kind::rook, {}}};
  constexpr int size = 2;
  constexpr std::size_t memory = std::size_t{1} << 26;
  const std::atomic<bool> stop{false};
  fs::create_directories(folder.path() / "reduced-chess");
  const TableOrder order{folder.path() / "reduced-chess", 1, memory, 6, stop};
  TableMaker<chess::Rules<1>>(order, [](const TableProgress&) {}).make(chess::Ending::spot_of(size, men, 0).ending);
  const auto verified = run("crown-verify reduced-chess", folder.path());
  CHECK(verified.code == 0);
  CHECK_THAT(verified.output, has_text("KRvK-2, all: 0 positions, 0 games, 0 faults"));
}
