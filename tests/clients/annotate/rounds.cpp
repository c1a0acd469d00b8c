// The output is input again: from the second round on it stays the same, byte for byte, and nothing that people wrote
// is lost.
#include "clients/annotate/program.hpp"

using namespace crownd::annotate::test;

namespace {

struct Text {
  std::string about;
  std::string games;
  std::vector<std::string> kept;  ///< what is in every round
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
     "1 %; better is B3-A4. but why?\n",
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

TEST_CASE("the output of every form is input again, which then stays the same") {
  for (const auto& text : texts) {
    INFO(text.about);
    const Arguments arguments{"-", "--nodes", "300", "--workers", "1"};
    const auto first = run(arguments, text.games);
    CHECK(first.errors.empty());
    REQUIRE(first.code == 0);
    for (const auto& part : text.kept) {
      INFO(part << "\nin\n" << first.output);
      CHECK(contains(first.output, part));
    }
    auto before = first.output;
    for (int round = 2; round <= 4; ++round) {
      INFO("round " << round);
      const auto outcome = run(arguments, before);
      CHECK(outcome.errors.empty());
      REQUIRE(outcome.code == 0);
      CHECK(outcome.output == first.output);
      before = outcome.output;
    }
  }
}
