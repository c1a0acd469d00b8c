// What happens if the output files of a match exist already.
#include "clients/match/program.hpp"
#include "match/output/output_file.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

void write_file(const std::string& name, const std::string& text) { std::ofstream(name, std::ios::binary) << text; }

}  // namespace

TEST_CASE("lines are known, and the beginning of one at the end of a text") {
  LineSet lines;
  lines.add("one\ntwo\n\n");
  CHECK(lines.holds(""));
  CHECK(lines.holds("two\none\n"));
  CHECK(lines.holds("two\n\non"));
  CHECK(!lines.holds("three\n"));
  CHECK(!lines.holds("on\ntwo\n"));
  CHECK(!lines.holds("two\nones"));
}

TEST_CASE("a file of games that is there already is not overwritten, but added to if that is asked for") {
  const TemporaryDirectory directory;
  const auto flag = GENERATE(as<std::string>(), "--games-file", "--json");
  const auto file = directory.file("file");
  write_file(file, "mine\n");
  const auto refused = run(match_arguments({"--games", "2", flag, file, "--state", directory.file("state")}));
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text(flag + ": '" + file + "' is there already"));
  CHECK(read_file(file) == "mine\n");
  CHECK(!std::filesystem::exists(directory.file("state")));

  CHECK(run(match_arguments({"--games", "2", flag, file, "--append"})).code == 0);
  const auto text = read_file(file);
  CHECK(text.starts_with("mine\n"));
  const std::string game = flag == "--json" ? R"("type":"game")" : "[Round ";
  CHECK(count(text, game) == 2);
  CHECK(run(match_arguments({"--games", "2", "--seed", "2", flag, file, "--append"})).code == 0);
  CHECK(read_file(file).starts_with(text));
  CHECK(count(read_file(file), game) == 4);

  write_file(file, "");
  CHECK(run(match_arguments({"--games", "2", flag, file})).code == 0);
  CHECK(count(read_file(file), game) == 2);
}

TEST_CASE("a match that goes on writes its files whole again, and adds to others no game twice") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto games = directory.file("games");
  const auto json = directory.file("json");
  const Arguments files{"--games-file", games, "--json", json};
  auto first = match_arguments({"--games", "4", "--state", state});
  first.insert(first.end(), files.begin(), files.end());
  REQUIRE(run(first).code == 0);
  const auto all_games = read_file(games);
  const auto all_json = read_file(json);
  // As after a kill.
  write_file(games, all_games.substr(0, all_games.size() * 2 / 3));
  write_file(json, all_json.substr(0, all_json.size() / 2));
  REQUIRE(run({match_program(), "--resume", state}).code == 0);
  CHECK(read_file(games) == all_games);
  CHECK(read_file(json) == all_json);
  REQUIRE(run({match_program(), "--resume", state}).code == 0);
  CHECK(read_file(json) == all_json);

  write_file(games, "mine\n" + all_games.substr(0, all_games.find("[Round \"2.1\"]")));
  const auto refused = run({match_program(), "--resume", state});
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("--games-file: '" + games + "' is there already"));
  REQUIRE(run({match_program(), "--resume", state, "--append"}).code == 0);
  CHECK(read_file(games).starts_with("mine\n"));
  for (const std::string round : {"1.1", "1.2", "2.2"})
    CHECK(count(read_file(games), "[Round \"" + round + "\"]") == 1);
  CHECK(count(read_file(json), R"("type":"game")") == 4);
}

TEST_CASE("the sum of several parts is written as JSON to a file, and to no state file") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto json = directory.file("json");
  REQUIRE(run(match_arguments({"--games", "4", "--state", state})).code == 0);
  for (int time = 0; time < 2; ++time) {  // a merge may be repeated when there are more games
    const auto merged = merge({state, "--json", json});
    CHECK(merged.code == 0);
    CHECK_THAT(merged.output, has_text("english: 4 of 4 games"));
    CHECK(read_file(json) == merge({state, "--json"}).output);
  }
  CHECK(lines_of(read_file(json)).back()["games"] == 4);
  const auto before = read_file(state);
  const auto refused = merge({state, "--json", state});
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("'" + state + "' is one of the files that are read"));
  CHECK(read_file(state) == before);
  CHECK(merge({"--json", "-", state}).output == read_file(json));
}
