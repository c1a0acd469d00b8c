// The display of a running match, and the plot at its end.
#include "clients/match/program.hpp"
#include "match/report/elo_plot.hpp"
#include "match/report/live_area.hpp"
#include "match/report/report.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;
using crownd::testing::has_text;
namespace connection = crownd::connection;

namespace {

MatchRules rules_of_two() {
  MatchRules rules;
  rules.game = "english";
  rules.engines = {engine({"name=A", "cmd=x", "depth=1"}), engine({"name=B<&", "cmd=x", "depth=1"})};
  rules.rounds = 50;
  rules.sprt = SprtRules{0, 50, 0.05, 0.05, EloModel::logistic};
  return rules;
}

/// A wins every third game with the first move, and draws the others.
Results results_of(const MatchRules& rules, std::size_t games) {
  Results results(rules.schedule());
  for (std::size_t index = 0; index < games; ++index) {
    GameRecord game;
    game.index = index;
    game.sides = rules.schedule().sides(index);
    game.ending.verdict = Verdict::max_plies;
    if (index % 6 == 0) game.ending = {Verdict::of_rules("no-pieces"), 0, "", "", ""};
    results.add(game);
  }
  return results;
}

}  // namespace

TEST_CASE("live lines take the place of those before, and are cut to the width of the terminal") {
  LiveArea area;
  CHECK(area.clear().empty());
  CHECK(area.show({"one", "two"}, 80) == "one\ntwo");
  CHECK(area.show({"a long line", "x", "y"}, 7) == "\r\033[1A\033[Ja long\nx\ny");
  CHECK(area.clear() == "\r\033[2A\033[J");
  CHECK(area.clear().empty());
  CHECK(area.show({"one"}, 80) == "one");
  CHECK(area.show({"two"}, 80) == "\r\033[Jtwo");
}

TEST_CASE("progress reports the games under way, and how far the SPRT has come") {
  const auto rules = rules_of_two();
  const auto results = results_of(rules, 60);
  const auto lines = progress_lines(results, rules, {60, 40, 30s}, {{60, 5s}, {61, 65s}});
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], has_text("60/100 games, 2.00/s, ETA 0:00:20"));
  CHECK(lines[1] == "under way: 61 A - B<& 0:00:05; 62 B<& - A 0:01:05");
  CHECK(lines[2].starts_with("LLR +"));
  CHECK_THAT(lines[2], has_text("  -2.94 [--------------------|="));
  CHECK_THAT(lines[2], has_text(">"));
  CHECK(lines[2].ends_with("] +2.94"));
  const auto begin = progress_lines(Results(rules.schedule()), rules, {}, {});
  CHECK(begin[1] == "under way: none");
  CHECK(begin[2] == "LLR +0.00  -2.94 [--------------------|--------------------] +2.94");
}

TEST_CASE("at a terminal progress is shown while games are played, elsewhere it is not") {
  const auto seen = [](const std::string& command) {
    connection::ChildProcess process({"script", "-qec", command, "/dev/null"}, connection::Errors::discarded);
    std::string text;
    while (const auto line = process.receive(connection::within(longest_silence))) text += *line + '\n';
    CHECK(process.wait(connection::within(crownd::testing::long_enough)) == connection::ExitStatus{true, 0});
    return text;
  };
  std::string command;
  for (const auto& word : match_arguments(
           {"--games", "4", "--quiet", "--sprt", "elo0=-900", "elo1=-300", "model=logistic", "--report-every", "0"}))
    command += "'" + word + "' ";
  const auto live = seen(command + "--progress");
  CHECK_THAT(live, has_text("under way: 1 A - B 0:00:00"));
  CHECK_THAT(live, has_text(" [--------------------|"));
  CHECK(seen(command).find("under way") == std::string::npos);
  CHECK(seen(command + "--progress | cat").find("under way") == std::string::npos);
}

TEST_CASE("Elo with its error is drawn against games") {
  const auto rules = rules_of_two();
  const auto drawing = elo_plot(results_of(rules, 100), rules);
  CHECK_THAT(drawing, has_text("<svg "));
  CHECK(drawing.ends_with("</svg>\n"));
  CHECK_THAT(drawing, has_text(">A - B&lt;&amp;<"));
  CHECK(count(drawing, "<polygon ") == 1);
  CHECK(count(drawing, "<polyline ") == 1);
  CHECK_THAT(drawing, has_text("text-anchor=\"end\" fill=\"black\">0</text>"));
  CHECK(count(drawing, "stroke-dasharray") == 2);  // elo0 and elo1
  CHECK(drawing.find("nan") == std::string::npos);
  CHECK(drawing.find("inf") == std::string::npos);
  // One point per finished pair, from the first one with an error estimate.
  const auto at = drawing.find("<polyline points=\"") + 18;
  const auto points = drawing.substr(at, drawing.find('"', at) - at);
  CHECK(count(points, ",") > 40);
  CHECK(count(points, ",") <= 50);
  CHECK(count(elo_plot(Results(rules.schedule()), rules), "<polyline ") == 0);
}

TEST_CASE("a match and a sum of parts end with the drawing, which is written again and overwrites nothing else") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto plot = directory.file("plot.svg");
  const auto arguments = match_arguments({"--games", "20", "--state", state, "--plot", plot});
  REQUIRE(run(arguments).code == 0);
  const auto drawing = read_file(plot);
  CHECK_THAT(drawing, has_text(">A - B<"));
  REQUIRE(run({match_program(), "--resume", state}).code == 0);
  CHECK(read_file(plot) == drawing);
  CHECK(merge({state, "--plot", directory.file("merged.svg")}).code == 0);
  CHECK(read_file(directory.file("merged.svg")) == drawing);
  const auto notes = directory.file("notes");
  std::ofstream(notes) << "mine\n";
  const auto refused = merge({state, "--plot", notes});
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("--plot: '" + notes + "' is there already, and is no drawing of crown-match"));
  CHECK_THAT(merge({state, "--plot", state}).errors, has_text("'" + state + "' is one of the files that are read"));
  CHECK(run(match_arguments({"--games", "2", "--plot", "/dev/full"})).code == 1);
}
