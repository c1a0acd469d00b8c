// The games that are being played, as others see them beside the file of --json.
#include "match/report/live_file.hpp"
#include "clients/match/program.hpp"
#include "support/catch.hpp"

#include <signal.h>

#include <chrono>
#include <optional>
#include <thread>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;
using crownd::testing::long_enough;
namespace connection = crownd::connection;

namespace {

/// What is in the file now; none if it is not there.
std::optional<Json> live_now(const std::string& file) {
  const auto text = read_file(file);
  if (text.empty()) return std::nullopt;
  REQUIRE(text.back() == '\n');
  return Json::parse(text);
}

/// The first content of the file that fits.
template <class Fits>
Json wait_for_live(const std::string& file, Fits fits) {
  const auto end = connection::within(long_enough);
  while (connection::Clock::now() < end) {
    if (auto live = live_now(file); live && fits(*live)) return *live;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  FAIL("it never came to this: " + read_file(file));
  return {};
}

/// A match whose games last longer than a test looks at them.
Arguments long_games(const Arguments& more) {
  auto arguments = match_arguments({"--games", "2"});
  for (auto& each : arguments)
    if (each.starts_with("depth=")) each = "tc=20+0.1";
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::size_t moves_of(const Json& game) { return game["moves"].size(); }

}  // namespace

TEST_CASE("moves are told while the game is played, and a killed match leaves whole files") {
  const TemporaryDirectory directory;
  const auto file = directory.file("json");
  const auto live_file = file + ".live";
  connection::ChildProcess process(long_games({"--concurrency", "2", "--json", file}), connection::Errors::discarded);
  const auto early = wait_for_live(
      live_file, [](const Json& live) { return live["playing"].size() == 2 && moves_of(live["playing"][0]) > 4; });
  CHECK(read_file(file).empty());  // no game has ended
  CHECK(early["type"] == "live");
  CHECK(early["game"] == "english");
  CHECK(early["games"] == 0);
  CHECK(early["scheduled"] == 2);
  const auto& game = early["playing"][0];
  CHECK(game["index"] == 0);
  CHECK(game["first"] == "A");
  CHECK(game["second"] == "B");
  CHECK(early["playing"][1]["first"] == "B");
  CHECK(game["opening"] == 1);
  CHECK(game["to-move"] == 0);
  CHECK(game["left-us"][0].get<std::int64_t>() > 1'000'000);
  CHECK(game["since-ms"].get<std::int64_t>() <= early["written-ms"].get<std::int64_t>());
  // Four random moves came first: who moved last is not who is to move now.
  const auto turn = game["turn"].get<std::size_t>();
  CHECK(turn == moves_of(game) % 2);
  CHECK(game["last"][1 - turn]["move"] == game["moves"].back());
  CHECK(game["last"][1 - turn].contains("depth"));

  const auto later =
      wait_for_live(live_file, [&](const Json& live) { return moves_of(live["playing"][0]) > moves_of(game); });
  for (std::size_t i = 0; i < moves_of(game); ++i) CHECK(later["playing"][0]["moves"][i] == game["moves"][i]);
  process.signal(SIGKILL);
  process.wait(connection::within(long_enough));
  const auto left = live_now(live_file);
  REQUIRE(left);
  CHECK((*left)["playing"].size() == 2);
  CHECK(read_file(file).empty());
}

TEST_CASE("whoever reads finds whole live games, and a finished match leaves none") {
  const TemporaryDirectory directory;
  const auto file = directory.file("json");
  const auto live_file = file + ".live";
  // As after a kill.
  std::ofstream(live_file) << R"({"type":"live","playing":[{"index":7}]})" << '\n';
  connection::ChildProcess process(match_arguments({"--games", "60", "--concurrency", "2", "--quiet", "--json", file}),
                                   connection::Errors::discarded);
  std::int64_t finished = 0;
  while (!process.wait(connection::within(std::chrono::milliseconds(1)))) {
    const auto live = live_now(live_file);
    if (!live || !live->contains("games")) continue;
    CHECK((*live)["games"] >= finished);
    finished = (*live)["games"];
    CHECK((*live)["playing"].size() <= 2);
  }
  CHECK(!std::filesystem::exists(live_file));
  CHECK(!std::filesystem::exists(live_file + ".new"));
  CHECK(lines_of(read_file(file)).size() == 61);
}

TEST_CASE("a match that is interrupted leaves no live games either") {
  const TemporaryDirectory directory;
  const auto file = directory.file("json");
  connection::ChildProcess process(long_games({"--json", file}), connection::Errors::discarded);
  (void)wait_for_live(file + ".live", [](const Json& live) { return live["playing"].size() == 1; });
  process.signal(SIGTERM);
  CHECK(process.wait(connection::within(long_enough)) == connection::ExitStatus{true, 12});
  CHECK(!std::filesystem::exists(file + ".live"));
}

TEST_CASE("live games overwrite nothing of others, and need a file of --json that is one") {
  const TemporaryDirectory directory;
  const auto file = directory.file("json");
  std::ofstream(file + ".live") << "mine\n";
  const auto refused = run(match_arguments({"--games", "2", "--json", file, "--append"}));
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("'" + file + ".live'"));
  CHECK(read_file(file + ".live") == "mine\n");
  CHECK(!std::filesystem::exists(file));
  CHECK(live_file_of("/dev/null").empty());
  CHECK(live_file_of("-").empty());
  CHECK(live_file_of("").empty());
  CHECK(live_file_of(file) == file + ".live");
}

TEST_CASE("a folder that cannot be written to costs the live games alone") {
  const TemporaryDirectory directory;
  const auto file = directory.file("json");
  std::filesystem::create_directory(file + ".live");
  const auto outcome = run(match_arguments({"--games", "2", "--json", file}));
  CHECK(outcome.code == 0);
  CHECK(count(outcome.errors, "the file '" + file + ".live' cannot be written") == 1);
  CHECK(lines_of(read_file(file)).size() == 3);
}
