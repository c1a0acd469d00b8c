// A game of this folder only, played by programs that know nothing but its row.

#include "connection/child_process.hpp"
#include "foreign_games/programs.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"
#include "search/move_picker.hpp"
#include "support/catch.hpp"
#include "support/pages.hpp"
#include "support/read_transcript.hpp"
#include "support/timeouts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

using namespace crownd;
using namespace crownd::testing;
using namespace crownd::connection;

namespace {

const std::string name{breakthrough::Rules::name};
using R = breakthrough::Rules;

}  // namespace

TEST_CASE("breakthrough has its known counts") {
  const auto game = games::find(name)->make();
  play::Control control;
  const std::uint64_t counts[] = {22, 484, 11132, 256036, 6182818};
  for (int depth = 1; depth <= 5; ++depth) CHECK(game->perft(depth, control)->total == counts[depth - 1]);
}

TEST_CASE("the search distinguishes captures from quiet moves without an order_hint") {
  STATIC_REQUIRE_FALSE(HasOrderHint<R>);
  const auto position = R::parse_position("8/3P4/8/2p5/3P4/8/8/8 w");
  const search::MoveGains<R> gains(position);
  int noisy = 0, quiet = 0;
  for (const auto move : legal_moves<R>(position)) {
    const auto text = R::format_move(position, move);
    const bool counts = text == "d4c5" || text.starts_with("d7");
    CHECK((gains.of(move) > 0) == counts);
    ++(counts ? noisy : quiet);
  }
  CHECK(noisy == 4);
  CHECK(quiet == 2);
}

TEST_CASE("breakthrough's transcript comes true, bench has its positions") {
  const auto transcript =
      read_transcript(CROWND_SOURCE_DIR "/tests/foreign_games/breakthrough.txt", "breakthrough.txt");
  ChildProcess daemon({foreign_daemon}, Errors::captured);
  CHECK(TranscriptRun(transcript, daemon, test_timeout).run() == "");
  const TemporaryFolder folder;
  const auto bench = run(folder, "echo bench depth 2 | crownd");
  CHECK(contains(bench.text, "info string " + name + " race depth 2"));
}

TEST_CASE("crown plays breakthrough, and reports the end in the game's own words") {
  const TemporaryFolder folder;
  const auto crown = [&](const std::string& arguments) { return run(folder, "crown " + arguments); };
  CHECK(contains(run(folder, "crown --help").text, name));
  std::ofstream(folder.path("moves")) << "d7 d8\n";
  const auto won = crown(name + " --black human --position \"8/3P4/8/8/8/8/3p4/8 w\" < moves");
  CHECK(won.code == 0);
  CHECK(won.text.ends_with("White wins: White has reached the far row.\n"));
  CHECK(contains(won.text, " 7  .     .  P  .     .     7\n"));
  std::ofstream(folder.path("moves")) << "moves d2\nd2d3\nsave game.txt\nresign\n";
  const auto saved = crown(name + " --white human --black human < moves");
  CHECK(contains(saved.text, "d2c3  d2d3  d2e3\n"));
  CHECK(contains(saved.text, "Black has resigned."));
  CHECK(contains(read_file(folder.path("game.txt")), "game " + name + "\n"));
  const auto engine = crown(name + " --white engine --black engine --depth 3 --file game.txt");
  CHECK(contains(engine.text, " wins: "));
}

TEST_CASE("crown-match plays breakthrough, and records reasons that it does not know") {
  const TemporaryFolder folder;
  const auto player = [](const std::string& of) { return " --engine name=" + of + " cmd=crownd depth=2"; };
  const auto match = run(folder, "crown-match --game " + name + " --games 4 --random-plies 4 --quiet" + player("A") +
                                     player("B") + " --json match.json --games-file games.txt");
  INFO(match.text);
  CHECK(match.code == 0);
  CHECK(contains(read_file(folder.path("match.json")), "\"verdict\":\"far-row\""));
  CHECK(contains(read_file(folder.path("games.txt")), "[Game \"" + name + "\"]"));
}

TEST_CASE("breakthrough is fuzzed as the others are") {
  const std::vector<std::string> inputs{
      "",
      "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w\na2a3 b7-b6 a3b4 B2B9 i1a1 x \xff\xfe",
      "8/3P4/8/8/8/8/3p4/8 w\nd7d8 d2d1",
      "9/8 w",
      "////////",
      "P7/8/8/8/8/8/8/7p b\nh1h2"};
  for (const auto& input : inputs)
    CHECK(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()) == 0);
}

TEST_CASE("the program of PROTOCOL.md draws breakthrough") {
  const TemporaryFolder folder;
  (void)folder.write("draw.py", program_in("PROTOCOL.md", "### Drawing a board"));
  const auto drawn = run(folder, "python3 draw.py " + foreign_daemon + " " + name);
  INFO(drawn.text);
  CHECK(drawn.code == 0);
  CHECK(contains(drawn.text, "p p p p p p p p\n"));
}

TEST_CASE("the commands of the page about adding a game work for breakthrough") {
  std::istringstream document(read_file(CROWND_SOURCE_DIR "/engine/ADDING_A_GAME.md"));
  const TemporaryFolder folder;
  bool in_commands = false;
  int commands = 0;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("```")) in_commands = line == "```sh";
    if (!in_commands || line.starts_with("```")) continue;
    for (auto at = line.find("GAME"); at != std::string::npos; at = line.find("GAME")) line.replace(at, 4, name);
    const auto ran = run(folder, line);
    INFO(line << '\n' << ran.text);
    CHECK(ran.code == 0);
    CHECK_FALSE(contains("\n" + ran.text, "\nerror "));
    ++commands;
  }
  CHECK(commands >= 6);  // without those of the satellites, which `scripts/check core` removes
}

TEST_CASE("only the folders of foreign games name breakthrough") {
  const TemporaryFolder folder;
  const auto found = run(folder, "cd " CROWND_SOURCE_DIR " && grep -rilI --exclude-dir=.git --exclude-dir=build " +
                                     name + " . | grep -v ^./tests/.*foreign_games/");
  CHECK(found.text == "");
}
