#include "annotate/game_notes.hpp"
#include "batch/daemons.hpp"
#include "batch/score_text.hpp"
#include "clients/annotate/program.hpp"
#include "notation/game.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace crownd::annotate::test;
using namespace crownd::annotate;
namespace notation = crownd::notation;
namespace wire = crownd::wire;

namespace {

int chance_in(const nlohmann::json& score) {
  if (score.contains("wdl")) {
    const auto& wdl = score["wdl"];
    return chance_of({}, wire::WinDrawLoss{wdl[0], wdl[1], wdl[2]});
  }
  const bool mate = score.contains("mate");
  return chance_of(wire::Score{mate, score[mate ? "mate" : "cp"]}, std::nullopt);
}

struct Text {
  std::string about;
  std::string games;
  std::vector<std::string> kept;  ///< texts of every round
};

const std::vector<Text> texts{
    {"PDN with all that PDN has",
     "[Event \"a \\\"b\\\" \\\\ c\"]\n[White \"A\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n{start {brace} 1. "
     "11-15 "
     "{a [%eval 1,2] b [%clk 1:00]} 23-19 $9999999999 2. 8-11 $4294967297 19-16 $300 $255 (22-18 {calm} (26-23 $1) "
     "15x22) 3. 12x19 {a comment that is longer than a line of this file and also has several words at its end %one} "
     "22-17 0-2 {after}\n",
     {"{start {brace}", "a b [%clk 1:00]", "{$9999999999}", "{$4294967297}", "{$300}", "$255", "{calm}", "(26-23!)",
      "{after}"}},
    {"PDN without tags",
     "{hi} 1. 11-15! {one} {two  three} 23-19 ; to the end\n2. 8-11 19-16 3. 12x19 $5 $7 22-17* *\n",
     {"{hi}", "{one}", "{two three}", "{to the end}", "12x19!?", "$7"}},
    {"sentences of people that begin as those of the program do",
     "1. 11-15 23-19 2. 8-11 19-16 {[%eval -1.5,5] Mistake: I was tired} 3. 12x19 {Blunder: winning chance of nobody.} "
     "*\n",
     {"Mistake: I was tired", "Blunder: winning chance of nobody."}},
    {"NAGs before moves", "[GameType \"21\"]\n\n$1 1. 11-15 ($2 9-14) 23-19 *\n", {"{$1}", "({$2} 1. 9-14)"}},
    {"lists of moves", "11-15 23-19 8-11 19-16 12x19 22-17\n9-14 22-18\n", {}},
    {"a list from a position", "B:W18,19,26,27:BK22 moves 22x15x24x31x22\n", {}},
    {"Spanish draughts", "[GameType \"24\"]\n\n1. 10-14 23-19 {x} 2. 14x23 *\n", {"{x}"}},
    {"PGN",
     "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3Kr3/7R w - - 0 0\"]\n[Result \"1-0\"]\n\n1. Kc3 $9999999999 Re3+ {[%engine] "
     "x} "
     "(1... Re4 $1) 2. Kd2 (2. Kb2) Re7 1-0\n",
     {"{$9999999999}", "[%engine] x", "1... Re4 $1"}},
    {"PGN that Black begins",
     "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3Kr3/7R b - - 0 7\"]\n\n7... Re7 {x} 8. Kd3 1-0\n",
     {"7... Re7", "{x}"}},
    {"plain games with comments",
     "[Game \"towers\"]\r\n[First \"A\"]\r\n\r\n1 first G6-F5 book  and more\r\n2 second H3-G4 +0.12/9 "
     "0.034s\r\n3 first F5-H3 nice, \"really\"! [50 %]\r\n",
     {"1 first G6-F5 book and more", "H3-G4?? +0.12/9 0.034s", "nice, \"really\"! [50 %]"}},
    {"plain games with sentences of people",
     "[Game \"towers\"]\n\n1 first G6-F5 Mistake: I was tired.\n2 second H3-G4 [%eval +1.00,3] Blunder: winning chance "
     "9 % to "
     "1 %; better is B3-A4. [%why 2] H3-G4 loses a tower: F5-H3. It is bad. but why?\n",
     {"Mistake: I was tired.", "H3-G4?? but why? [%eval "}},
    {"a game without a notation of its own, in the form of PDN",
     "[Game \"towers\"]\n\n{before} 1. G6-F5 {hello} H3-G4? $14 {why} (B3-A4 {calm} 2. F5-E4) 2. F5-H3 {x} {y} 1-0\n",
     {"{before}", "{hello}", "$14", "{why}", "{calm}", "{x} {y}", "[Result \"1-0\"]"}},
    {"the same, with no more than a list has",
     "[Game \"stupid\"]\n\n{before} 1. A1B1 {hello} B8A8 1-0\n",
     {"{before}\n", "hello [%eval ", "[Result \"1-0\"]"}},
    {"reduced chess of another size",
     "[Game \"reduced-chess\"]\n[Start \"5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w\"]\n\n1 first a1b2 x\n2 second e4c4\n",
     {"a1b2?? x"}},
    {"lists of a game without a notation of its own", "G6-F5 H3-G4 F5-H3\nG6-F5 B3-A4\n", {"[Game \"towers\"]"}},
    {"several forms in one file",
     "[GameType \"21\"]\n\n1. 11-15 *\n\n[Game \"towers\"]\n\n1 first G6-F5 c\n",
     {"c [%eval"}},
};

}  // namespace

// Winning chances, what a loss is called, and what people read of them.

TEST_CASE("a winning chance is the expected score, from wdl if known") {
  CHECK(chance_of(wire::Score{false, 300}, wire::WinDrawLoss{200, 600, 200}) == 500);
  CHECK(chance_of(wire::Score{}, wire::WinDrawLoss{1000, 0, 0}) == 1000);
  CHECK(chance_of(wire::Score{true, 3}, std::nullopt) == 1000);
  CHECK(chance_of(wire::Score{true, -3}, std::nullopt) == 0);
  CHECK(chance_of(wire::Score{true, 0}, std::nullopt) == 0);
  CHECK(chance_of(wire::Score{false, 0}, std::nullopt) == 500);
  CHECK(chance_of(wire::Score{false, 150}, std::nullopt) == 731);
  CHECK(chance_of(wire::Exact{wire::Verdict::draw}) == 500);
  CHECK(!chance_of(wire::Exact{}));
}

TEST_CASE("the page and the Python package judge these games identically") {
  const auto games = nlohmann::json::parse(
      test::read_file(std::string(CROWND_SOURCE_DIR) + "/tests/clients/shared/data/judged_games.json"));
  for (const auto& game : games) {
    INFO(game["name"].get<std::string>());
    GameNotes notes;
    for (const auto& move : game["moves"]) {
      MoveNote note;
      note.side = move["side"];
      note.legal = move["forced"] ? 1 : 2;
      note.loss = move["forced"] ? 0 : std::max(0, chance_in(move["before"]) - chance_in(move["after"]));
      note.judgement = judge(note.loss, {});
      CHECK(note.loss == move["loss"]);
      CHECK(notation::sign_of(nag(note.judgement)) == move["sign"].get<std::string>());
      notes.moves.push_back(note);
    }
    for (const int side : {0, 1}) {
      const auto tally = tally_of(notes, side);
      const auto& expected = game["accuracy"][static_cast<std::size_t>(side)];
      CHECK((tally.choices == 0) == expected.is_null());
      if (!expected.is_null()) CHECK(tally.tenths() == std::lround(10 * expected.get<double>()));
    }
  }
}

TEST_CASE("scores, durations and verdicts are written for people") {
  using crownd::batch::score_text;
  CHECK(score_text({false, 35}) == "+0.35");
  CHECK(score_text({false, -120}) == "-1.20");
  CHECK(score_text({false, 0}) == "0.00");
  CHECK(score_text({true, -2}) == "#-2");
  CHECK(crownd::batch::duration_text(std::chrono::seconds(40)) == "40 s");
  CHECK(crownd::batch::duration_text(std::chrono::seconds(95)) == "2 min");
  CHECK(crownd::batch::duration_text(std::chrono::seconds(11'100)) == "3 h 5 min");
  MoveNote note;
  CHECK(mistake_text(note).empty());
  note.judgement = Judgement::mistake;
  note.before = 621;
  note.after = 414;
  note.better = {"22-18"};
  CHECK(mistake_text(note) == "Mistake: winning chance 62 % to 41 %; better is 22-18");
  note.exact_before = {wire::Verdict::win, 13};
  note.exact_after = {wire::Verdict::draw};
  CHECK(mistake_text(note) == "Mistake: a win in 13 plies becomes a draw; better is 22-18");
}

// The output is input again: from the second round on it stays the same, byte for byte, and nothing that people wrote
// is lost.

TEST_CASE("output in each notation can be input again, and stays the same") {
  for (const auto& text : texts) {
    INFO(text.about);
    const Arguments arguments{"-", "--nodes", "300", "--workers", "1"};
    const auto first = succeed(arguments, text.games);
    for (const auto& part : text.kept) {
      INFO(part << "\nin\n" << first.output);
      CHECK(contains(first.output, part));
    }
    auto before = first.output;
    for (int round = 2; round <= 4; ++round) {
      INFO("round " << round);
      const auto outcome = succeed(arguments, before);
      CHECK(outcome.output == first.output);
      before = outcome.output;
    }
  }
}

// The sample of clients/annotate/README.md.

TEST_CASE("the README shows the program's output") {
  const auto page = read_file(std::string(CROWND_SOURCE_DIR) + "/clients/annotate/README.md");
  constexpr std::string_view indent = "    ", command = "scripts/crown-annotate ";
  std::istringstream lines(page);
  std::string shell, sample;
  for (std::string line; sample.empty() && std::getline(lines, line);) {
    if (line.starts_with("    printf ")) {
      shell = line;
      shell.replace(shell.find(command), command.size(), program() + " --workers 1 ");
    }
    if (!line.ends_with("prints, on this version:")) continue;
    std::getline(lines, line);  // empty
    while (std::getline(lines, line) && line.starts_with(indent)) sample += line.substr(indent.size()) + '\n';
  }
  REQUIRE_FALSE(shell.empty());
  crownd::connection::ChildProcess process({"sh", "-c", shell}, crownd::connection::Errors::captured);
  process.close_input();
  std::string printed;
  while (const auto line = process.receive(crownd::connection::within(crownd::testing::test_timeout)))
    printed += *line + '\n';
  CHECK(process.errors() == "");
  const auto last_text = printed.find_last_not_of('\n');
  REQUIRE(last_text != std::string::npos);
  CHECK(printed.substr(printed.find_first_not_of('\n'), last_text + 2 - printed.find_first_not_of('\n')) == sample);
}
