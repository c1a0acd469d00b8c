// Winning chances, what a loss is called, and what people read of them.
#include "annotate/judgement/chances.hpp"
#include "annotate/judgement/judgement.hpp"
#include "annotate/writing/words.hpp"
#include "batch/progress.hpp"
#include "notation/evaluation.hpp"
#include "support/catch.hpp"

using namespace crownd::annotate;
namespace wire = crownd::wire;

TEST_CASE("a winning chance is the expected score, from wdl if it is there") {
  CHECK(chance_of(wire::Score{false, 300}, wire::WinDrawLoss{200, 600, 200}) == 500);
  CHECK(chance_of(wire::Score{}, wire::WinDrawLoss{1000, 0, 0}) == 1000);
  CHECK(chance_of(wire::Score{true, 3}, std::nullopt) == 1000);
  CHECK(chance_of(wire::Score{true, -3}, std::nullopt) == 0);
  CHECK(chance_of(wire::Score{true, 0}, std::nullopt) == 0);
  CHECK(chance_of(wire::Score{false, 0}, std::nullopt) == 500);
  CHECK(chance_of(wire::Score{false, 150}, std::nullopt) == 731);
  CHECK(chance_of(wire::Exact{wire::Verdict::draw}) == 500);
  CHECK(!chance_of(wire::Exact{}));
  CHECK(chance_of(reversed(wire::Exact{wire::Verdict::loss, 4})) == 1000);
}

TEST_CASE("the thresholds are those at which a move is called so") {
  const Thresholds usual;
  CHECK(judge(59, usual) == Judgement::none);
  CHECK(judge(60, usual) == Judgement::inaccuracy);
  CHECK(judge(120, usual) == Judgement::mistake);
  CHECK(judge(220, usual) == Judgement::blunder);
  CHECK(accuracy_of(0) == 100);
  CHECK(accuracy_of(160) == 50);
  CHECK(accuracy_of(320) == 25);
}

TEST_CASE("scores, durations and verdicts are written for people") {
  using crownd::notation::score_text;
  CHECK(score_text({false, 35}) == "+0.35");
  CHECK(score_text({false, -120}) == "-1.20");
  CHECK(score_text({false, 0}) == "0.00");
  CHECK(score_text({true, -2}) == "#-2");
  CHECK(crownd::batch::duration_text(std::chrono::seconds(40)) == "40 s");
  CHECK(crownd::batch::duration_text(std::chrono::seconds(95)) == "2 min");
  CHECK(crownd::batch::duration_text(std::chrono::seconds(11'100)) == "3 h 5 min");
  MoveNote note;
  CHECK(verdict_of(note).empty());
  note.judgement = Judgement::mistake;
  note.before = 621;
  note.after = 414;
  note.better = {{"22-18", {}}};
  CHECK(verdict_of(note) == "Mistake: winning chance 62 % to 41 %; better is 22-18");
  note.exact_before = {wire::Verdict::win, 13};
  note.exact_after = {wire::Verdict::draw};
  CHECK(verdict_of(note) == "Mistake: a win in 13 plies becomes a draw; better is 22-18");
}
