#include "games/catalogue.hpp"
#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "training/data_folder.hpp"
#include "training/self_play.hpp"

using namespace crownd;
using namespace crownd::training;
namespace fs = std::filesystem;

namespace {

template <Rules R>
Chunk chunk_of(const PlaySettings& settings, std::uint64_t number) {
  const auto engine = games::find(R::name)->make();
  return SelfPlay<R>(*engine, settings).play_chunk(number);
}

std::string name_of(std::uint64_t number) { return "test " + std::to_string(number); }

/// A chunk of two samples.
Chunk small_chunk(std::uint64_t number) { return {name_of(number), {{"one", 12, 1}, {"two", -300, -1}}}; }

}  // namespace

TEMPLATE_TEST_CASE("A chunk depends only on seed and number, and holds stable positions", "", english::Rules,
                   spanish::Rules, towers::Rules, reduced_chess::Rules<2>) {
  PlaySettings settings;
  settings.nodes = 200;
  settings.games = 6;
  const Chunk chunk = chunk_of<TestType>(settings, 3);
  REQUIRE(chunk.samples.size() > 20);
  CHECK(chunk == chunk_of<TestType>(settings, 3));
  CHECK(chunk.samples != chunk_of<TestType>(settings, 4).samples);
  settings.seed = 2;
  CHECK(chunk.samples != chunk_of<TestType>(settings, 3).samples);

  for (const Sample& sample : chunk.samples) {
    const auto position = decode<TestType>(sample.position);
    CHECK(encode<TestType>(position) == sample.position);
    CHECK_FALSE(TestType::result(position).over());
    CHECK(std::abs(sample.outcome) <= 1);
    if (TestType::must_capture) {
      MovesOf<TestType> captures;
      TestType::noisy_moves(position, captures);
      CHECK(captures.empty());
    }
  }
}

TEST_CASE("A side that is far ahead in the data has mostly won") {
  PlaySettings settings;
  settings.nodes = 300;
  settings.games = 40;
  int ahead = 0, points = 0;
  for (const Sample& sample : chunk_of<towers::Rules>(settings, 0).samples) {
    if (std::abs(sample.score) < 300) continue;
    ++ahead;
    points += sample.score > 0 ? sample.outcome : -sample.outcome;
  }
  REQUIRE(ahead > 20);
  CHECK(points * 2 > ahead);
}

TEST_CASE("Results of games come from endgame tables, whatever was played at the end") {
  const testing::TemporaryFolder folder;
  REQUIRE(
      testing::run_program({program_path("crown-tables"), "english", "--pieces", "3", "--dir", folder.path("")}).code ==
      0);
  using R = english::Rules;
  PlaySettings settings;
  settings.nodes = 20;  // too few to win what is won
  settings.games = 200;
  settings.tables = std::make_shared<const TableSet>(folder.path() / "english", "english", 0);
  CHECK(settings.tables->max_pieces() == 3);
  CHECK(made_by("english", settings, 7).ends_with(" tables 3 chunk 7"));

  int known = 0, won = 0;
  const Chunk chunk = chunk_of<R>(settings, 0);
  for (const Sample& sample : chunk.samples) {
    const auto position = decode<R>(sample.position);
    if (R::piece_count(position) <= 3) {
      const auto value = settings.tables->score_of(R::table_index(position));
      REQUIRE(value.has_value());
      CHECK(sample.outcome == (*value > Score::draw()) - (*value < Score::draw()));
      ++known;
      won += sample.outcome != 0;
    }
  }
  CHECK(known > 20);
  CHECK(won > 5);

  // The engine does not know the tables.
  settings.tables = nullptr;
  const Chunk without = chunk_of<R>(settings, 0);
  CHECK(without.samples.front().position == chunk.samples.front().position);
  CHECK(without.samples.front().score == chunk.samples.front().score);
  CHECK(without.samples != chunk.samples);
}

TEST_CASE("A chunk is read back from its file, and a damaged file is refused") {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "chunk";
  CHECK_FALSE(read_chunk(path).has_value());
  write_chunk(path, small_chunk(0));
  CHECK(read_chunk(path) == small_chunk(0));
  fs::resize_file(path, fs::file_size(path) - 1);
  CHECK_THROWS_AS(read_chunk(path), std::runtime_error);
}

TEST_CASE("A folder is filled until it has enough, and finished chunks are kept") {
  const testing::TemporaryFolder place;
  const DataFolder folder(place.path());
  std::atomic<int> made = 0;
  int reports = 0;
  const auto fill = [&](std::size_t wanted, unsigned threads) {
    reports = 0;
    folder.fill(
        {}, wanted, threads,
        [&] {
          return [&](std::uint64_t number) {
            ++made;
            return small_chunk(number);
          };
        },
        name_of, [&](std::uint64_t, std::size_t) { ++reports; });
  };
  fill(5, 2);
  CHECK(reports == 3);
  CHECK(folder.read(5).size() == 3);
  CHECK(folder.read(5)[2] == small_chunk(2));
  CHECK(folder.read(100).size() == 3);
  const int before = made;
  fill(5, 1);
  CHECK(made == before);
  CHECK(reports == 1);
  fs::remove(place.path() / "chunk-000001");
  CHECK(folder.read(5).size() == 1);
  fill(5, 1);
  CHECK(made == before + 1);
  CHECK(folder.read(5).size() == 3);
}

TEST_CASE("The number of threads does not change the chunks of a folder") {
  // Chunk 0 is finished last.
  const auto make = [] {
    return [](std::uint64_t number) {
      std::this_thread::sleep_for(std::chrono::milliseconds(number == 0 ? 50 : 0));
      return small_chunk(number);
    };
  };
  for (const unsigned threads : {1U, 4U}) {
    const testing::TemporaryFolder place;
    const DataFolder folder(place.path());
    folder.fill({}, 5, threads, make, name_of, [](std::uint64_t, std::size_t) {});
    CHECK(folder.read(100).size() == 3);
  }
}

TEST_CASE("Data made with other settings is refused") {
  const testing::TemporaryFolder place;
  const DataFolder folder(place.path());
  const auto make = [] { return small_chunk; };
  folder.fill({}, 2, 1, make, name_of, [](std::uint64_t, std::size_t) {});
  const auto other_name = [](std::uint64_t) { return std::string("something else"); };
  CHECK_THROWS_AS(folder.fill({}, 2, 1, make, other_name, [](std::uint64_t, std::size_t) {}), std::runtime_error);
}

TEST_CASE("Parts made on several machines equal the folder made on one") {
  const testing::TemporaryFolder together, alone;
  const auto make = [] { return small_chunk; };
  const auto fill = [&](const testing::TemporaryFolder& place, Part part, std::size_t wanted) {
    DataFolder(place.path()).fill(part, wanted, 1, make, name_of, [](std::uint64_t, std::size_t) {});
  };
  for (std::uint64_t i = 0; i < 3; ++i) fill(together, {i, 3}, 4);
  fill(alone, {}, 12);
  CHECK(DataFolder(together.path()).read(100) == DataFolder(alone.path()).read(100));
  CHECK(DataFolder(alone.path()).read(100).size() == 6);
}
