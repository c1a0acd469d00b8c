// crown-match compliance: its output for engines that comply, and for others.
#include "clients/match/program.hpp"
#include "match/engines/uci.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;

namespace {

Outcome look_at(const std::string& command, const Arguments& more = {}) {
  return run(Arguments{match_program(), "compliance", command} + more);
}

std::string command_of(const std::string& mode) { return "sh " + data("bad_engine.sh") + " " + mode; }

}  // namespace

TEST_CASE("crownd passes the compliance checks") {
  const auto outcome = look_at(daemon());
  INFO(outcome.output);
  CHECK(outcome.code == 0);
  CHECK(outcome.output.starts_with("crownd "));
  CHECK(outcome.output.find("FAIL") == std::string::npos);
  check_texts(outcome.output, {"\nPROTOCOL.md, dialogues by line\n  ok    PROTOCOL.md:", " 0 failed, "});
}

TEST_CASE("a failed check shows the engine's line") {
  const auto illegal = look_at(command_of("illegal"), {"--wait", "60000"});
  check_output(illegal, 1,
               {"  FAIL  answers uci with id name, id author and uciok\n"
                "          there is no line 'id name ...'\n",
                "after position startpos and go depth 1 it plays '1-5'\n", "  ok    exits at quit with code 0\n",
                "  -     finds and reports a mate: it does not play chess\n",
                "PROTOCOL.md: skipped, the engine does not answer games\n"});
  const auto early = look_at(command_of("none"));
  CHECK_THAT(early.output, has_text("it says 'bestmove (none)'"));
  CHECK_THAT(look_at(command_of("exits")).output,
             has_text("  FAIL  searches with movetime and clocks\n          it has exited\n"));
}

TEST_CASE("invalid option declarations are reported") {
  const auto fault = [](const std::string& line) { return fault_of(read_declared_option(line)).value_or(""); };
  CHECK(fault("option name Move Overhead type spin default 20 min 0 max 5000").empty());
  CHECK(fault("option name Clear Hash type button").empty());
  CHECK(fault("option name Style type combo default Solid Play var Solid Play var Wild").empty());
  CHECK(fault("option name Style type combo default Solid var Solid Play") ==
        "the default of a combo is one of its var");
  CHECK(fault("option name UCI_Variant type combo default chess var chess var english").empty());
  CHECK(fault("option name Book type string default <empty>").empty());
  CHECK(fault("option name Hash type spin default 0 min 1 max 9") == "the default is not in the range");
  CHECK(fault("option name Hash type spin default 1") == "a spin has numbers for default, min and max");
  CHECK(fault("option name Ponder type check default no") == "a check is true or false by default");
  CHECK(fault("option name X type slider") == "there is no such type of option");
  CHECK(fault("option type check default true") == "an option has no name");
}

TEST_CASE_METHOD(InFolder, "an engine gets its defaults exactly as declared") {
  const auto seen = directory.path("seen");
  const auto script = directory.path("engine.sh");
  std::ofstream(script) << "while read -r line; do case $line in\n"
                           "uci) echo id name X; echo id author Y; echo option name Log type string default;\n"
                           "  echo 'option name Path type string default <empty>'; echo uciok;;\n"
                           "isready) echo readyok;;\nsetoption*) echo \"$line.\" >>" +
                               seen + ";;\ngo*|quit) exit;;\nesac; done\n";
  CHECK_THAT(look_at("sh " + script).output, has_text("  ok    accepts its own defaults\n"));
  CHECK_THAT(read_file(seen), has_text("setoption name Log value.\nsetoption name Path value <empty>.\n"));
}

TEST_CASE_METHOD(InFolder, "a dialogue that fails is a fault in each document") {
  const auto document = directory.path("talk.md");
  std::ofstream(document) << "# Talk\n```transcript\n> version\nversion crownd *\n```\nand\n```transcript\n> isready\n"
                             "ready\n```\n```transcript --max-line 256\n> isready\nreadyok\n```\n";
  check_output(look_at(daemon(), {"--transcripts", document}), 1,
               {"\ntalk.md, dialogues by line\n  ok    talk.md:2\n  FAIL  talk.md:7\n"
                "          talk.md:7, line 9: expected: ready\n",
                "  -     talk.md:11: the dialogue needs special flags or a connection\n", " 1 failed, "});
}

TEST_CASE("engine output is truncated and has no control characters") {
  const auto escapes = look_at(command_of("escapes"), {"--wait", "500"});
  CHECK(escapes.output.starts_with("?[31mred?]0;title?\n"));
  CHECK(escapes.output.find('\033') == std::string::npos);
  check_output(look_at(command_of("floods-options")), 1, {"it sends more than 16777216 bytes without 'uciok'"});
  CHECK_THAT(look_at(command_of("floods-greeting")).output, has_text("it sends a line of more than 1048576 bytes"));
}

TEST_CASE("a missing engine is reported at once") {
  CHECK_THAT(look_at("/nowhere/engine").errors, has_text("cannot start '/nowhere/engine'"));
  CHECK(look_at("/nowhere/engine").code == 1);
  CHECK(run(match_program() + " compliance").code == 2);
  CHECK_THAT(look_at(daemon(), {"--transcripts", "/nowhere"}).errors, has_text("'/nowhere' does not exist"));
}

TEST_CASE_METHOD(InFolder, "unknown flags after the command are the engine's") {
  const auto script = directory.write("engine.sh", "exec " + daemon() + " \"$@\" 2>" + directory.path("errors"));
  const Arguments compliance{match_program(), "compliance"}, command{"sh", script, "--no-tables", "--nonsense"};
  for (const auto& words : {compliance + command + "--wait 5000", compliance + "--wait 5000 --" + command}) {
    CHECK(run(words).code == 1);
    CHECK_THAT(read_file(directory.path("errors")), has_text("--nonsense"));
  }
  check_errors(run(compliance + "--wiat 5 crownd"), 2, {"there is no flag --wiat"});
}

TEST_CASE("Stockfish is checked as a chess engine") {
  if (!std::filesystem::exists("/usr/games/stockfish")) {
    WARN("Stockfish is not installed: not tried");
    return;
  }
  const auto outcome = look_at("/usr/games/stockfish");
  CHECK(outcome.output.starts_with("Stockfish "));
  check_texts(outcome.output,
              {"  ok    searches with depth and nodes\n", "PROTOCOL.md: skipped, the engine does not answer games\n"});
}
