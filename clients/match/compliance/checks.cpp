#include "match/compliance/checks.hpp"

#include "match/engines/declared_option.hpp"
#include "match/game/pv_check.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <set>

namespace crownd::match {

namespace {

using Lines = std::vector<std::string>;

std::vector<DeclaredOption> options_of(const Trial& trial) {
  std::vector<DeclaredOption> options;
  for (const auto& line : trial.greeting())
    if (line.starts_with("option")) options.push_back(read_declared_option(line));
  return options;
}

void look_at_greeting(const Candidate& candidate) {
  const Trial trial(candidate);
  bool name = false;
  bool author = false;
  for (const auto& line : trial.greeting()) {
    name = name || line.starts_with("id name ");
    author = author || line.starts_with("id author ");
  }
  if (!name || !author) throw Fault(std::string("there is no line 'id ") + (name ? "author" : "name") + " ...'");
}

void look_at_options(const Candidate& candidate) {
  const Trial trial(candidate);
  for (const auto& option : options_of(trial))
    if (const auto fault = fault_of(option)) throw Fault(*fault + ": " + option.line);
}

void set_options(const Candidate& candidate) {
  Trial trial(candidate);
  for (const auto& option : options_of(trial)) {
    if (option.type == "button" || !option.preset) continue;
    // The default as declared: an engine that declares nothing instead of <empty> could take <empty> for a file name.
    trial.send("setoption name " + option.name + " value" + (option.preset->empty() ? "" : ' ' + *option.preset));
    trial.be_ready();
    for (const auto& line : trial.passed())
      if (line.starts_with("error") || line.find("No such option") != std::string::npos)
        throw Fault("of its own default for " + option.name + " it says: " + line);
  }
}

/// A search with a limit in the start position: the answer must be one of the legal moves.
Thought search_with(Trial& trial, Ground& ground, const std::string& go, const Lines& legal) {
  auto lines = ground.position();
  lines.push_back(go);
  auto thought = trial.search(lines);
  if (std::find(legal.begin(), legal.end(), thought.move) == legal.end())
    throw Fault("after " + lines[lines.size() - 2] + " and " + go + " it plays '" + thought.move + "'");
  trial.must_not_say("bestmove");
  return thought;
}

void search_with_limits(const Candidate& candidate, const Lines& limits) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  const auto legal = ground.legal_moves();
  for (const auto& limit : limits) (void)search_with(trial, ground, "go " + limit, legal);
}

void search_some_moves(const Candidate& candidate) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  const auto legal = ground.legal_moves();
  for (const auto& move : legal)
    if (const auto thought = search_with(trial, ground, "go depth 1 searchmoves " + move, legal); thought.move != move)
      throw Fault("searchmoves " + move + " is answered bestmove " + thought.move);
}

void look_at_lines(const Candidate& candidate) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  Lines moves;
  for (int ply = 0; ply < 6; ++ply) {
    auto lines = ground.position(moves);
    lines.emplace_back("go depth 6");
    const auto thought = trial.search(lines);
    if (!thought.info.score) throw Fault("there is no info line with a score before bestmove");
    if (thought.reports.empty()) throw Fault("there is no info line with a pv before bestmove");
    (void)ground.referee().set_position(ground.start(), moves);
    const auto complaints = check_pvs(ground.referee(), ground.start(), moves, thought);
    if (!complaints.empty()) throw Fault(complaints.front().text + ", after " + lines[lines.size() - 2]);
    const auto played = ground.referee().play(thought.move);
    if (const auto* refusal = std::get_if<Refusal>(&played)) throw Fault(thought.move + ": " + refusal->message);
    moves.push_back(thought.move);
  }
}

void find_mate(const Candidate& candidate) {
  Trial trial(candidate);
  if (!Ground(candidate, trial.declared()).is_chess()) throw NotTried("it does not play chess");
  const auto thought = trial.search({"position fen 7k/R7/6K1/8/8/8/8/8 w - - 0 1", "go depth 4"});
  if (thought.move != "a7a8") throw Fault("the mate a7a8 is not found: " + thought.line);
  const auto& score = thought.info.score;
  if (!score || !score->mate || score->value != 1) throw Fault("the last score before bestmove a7a8 is not mate 1");
}

void have_no_move(const Candidate& candidate) {
  Trial trial(candidate);
  if (!Ground(candidate, trial.declared()).is_chess()) throw NotTried("it does not play chess");
  for (const std::string fen : {"R6k/8/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/6R1 b - - 0 1"}) {
    trial.send("position fen " + fen);
    trial.send("go depth 2");
    const auto line = trial.wait_for("bestmove");
    const bool over = fen.front() == 'R';
    const bool none = line.starts_with("bestmove (none)") || line.starts_with("bestmove 0000");
    if (over && !none) throw Fault("to a checkmate, " + fen + ", it answers " + line);
    if (!over && none) throw Fault("to " + fen + ", where there is a move, it answers " + line);
  }
}

void wait_for_stop(const Candidate& candidate) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  for (const auto& line : ground.position()) trial.send(line);
  trial.send("go infinite");
  trial.must_wait_with("bestmove");
  trial.must_not_say("bestmove");
  trial.send("stop");
  trial.wait_for("bestmove");
  trial.must_not_say("bestmove");
}

void wait_for_ponderhit(const Candidate& candidate) {
  Trial trial(candidate);
  if (!trial.declared().has_option("Ponder")) throw NotTried("it has no option Ponder");
  Ground ground(candidate, trial.declared());
  for (const std::string end : {"ponderhit", "stop"}) {
    for (const auto& line : ground.position()) trial.send(line);
    trial.send("go ponder wtime 1000 btime 1000");
    trial.must_wait_with("bestmove");
    trial.send(end);
    trial.wait_for("bestmove");
    trial.must_not_say("bestmove");
  }
}

void report_two_lines(const Candidate& candidate) {
  Trial trial(candidate);
  if (!trial.declared().has_option("MultiPV")) throw NotTried("it has no option MultiPV");
  Ground ground(candidate, trial.declared());
  trial.send("setoption name MultiPV value 2");
  const auto thought = search_with(trial, ground, "go depth 4", ground.legal_moves());
  std::set<std::string> first_moves;
  for (const auto& info : thought.reports)
    if (info.depth == 4) first_moves.insert(info.pv.front());
  if (first_moves.size() < 2) throw Fault("with MultiPV 2 it reports one line of depth 4");
}

void take_script(const Candidate& candidate) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  constexpr int searches = 3;
  for (int search = 0; search < searches; ++search) {
    for (const auto& line : ground.position()) trial.send(line);
    trial.send("go depth 2");
  }
  for (int search = 0; search < searches; ++search) trial.wait_for("bestmove");
  trial.must_not_say("bestmove");
}

void begin_new_games(const Candidate& candidate) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  const auto legal = ground.legal_moves();
  for (int game = 0; game < 2; ++game) {
    trial.send("ucinewgame");
    trial.be_ready();
    (void)search_with(trial, ground, "go depth 3", legal);
  }
}

/// The engine must survive these lines, and still play.
void live_on(const Candidate& candidate, const Lines& odd) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  for (const auto& line : odd) {
    trial.send(line);
    try {
      trial.be_ready();
    } catch (const Fault& fault) {
      throw Fault(std::string(fault.what()) + ", after '" + wire::printable(line.substr(0, 60)) + "'");
    }
  }
  (void)search_with(trial, ground, "go depth 2", ground.legal_moves());
}

void end_by(const Candidate& candidate, const Lines& lines, bool close) {
  Trial trial(candidate);
  Ground ground(candidate, trial.declared());
  for (const auto& line : ground.position()) trial.send(line);
  for (const auto& line : lines) trial.send(line);
  if (close) trial.close_input();
  trial.must_end();
}

}  // namespace

std::vector<Check> uci_checks() {
  const auto limits = [](const Lines& all) {
    return [all](const Candidate& candidate) { search_with_limits(candidate, all); };
  };
  return {
      {"answers uci by its name, its author and uciok", look_at_greeting},
      {"describes its options as UCI has them", look_at_options},
      {"takes its own defaults", set_options},
      {"plays after ucinewgame, again and again", begin_new_games},
      {"searches to a depth and for a number of nodes", limits({"depth 1", "depth 3", "nodes 1", "nodes 1000"})},
      {"searches for a time and by a clock",
       limits({"movetime 20", "wtime 200 btime 200", "wtime 200 btime 200 winc 10 binc 10",
               "wtime 200 btime 200 movestogo 3", "wtime 1 btime 1"})},
      {"takes times in any order, and several limits at once",
       limits({"btime 200 wtime 200 binc 5 winc 5", "movetime 1000 depth 2", "depth 2 nodes 100000 movetime 1000"})},
      {"considers the moves of searchmoves alone", search_some_moves},
      {"reports legal lines, which begin with its move", look_at_lines},
      {"reports two lines with MultiPV 2", report_two_lines},
      {"finds and reports a mate", find_mate},
      {"has no move where there is none", have_no_move},
      {"searches without a limit until stop, and is ready meanwhile", wait_for_stop},
      {"ponders until ponderhit or stop", wait_for_ponderhit},
      {"answers each go that was sent in advance", take_script},
      {"ends at quit with exit code 0", [](const Candidate& candidate) { end_by(candidate, {"quit"}, false); }},
      {"ends at quit while it searches",
       [](const Candidate& candidate) {
         end_by(candidate, {"go infinite", "quit"}, false);
       }},
      {"ends at the end of its input", [](const Candidate& candidate) { end_by(candidate, {}, true); }},
  };
}

std::vector<Check> odd_input_checks() {
  const auto living = [](const Lines& lines) {
    return [lines](const Candidate& candidate) { live_on(candidate, lines); };
  };
  constexpr std::size_t long_line = 100'000;
  return {
      {"stop and ponderhit without a search",
       [](const Candidate& candidate) {
         Trial trial(candidate);
         trial.send("stop");
         trial.send("ponderhit");
         trial.must_not_say("bestmove");
       }},
      {"empty lines, blanks, tabs and CRLF", living({"", "   ", "\t", "\r", "  isready  ", "isready\t", "isready\r"})},
      {"unknown words", living({"hello", "joho debug on", "debug sideways", "xyzzy 1 2 3", "UCI", "go_"})},
      {"unknown options", living({"setoption", "setoption name", "setoption name No Such Option value 1",
                                  "setoption name Hash value lots", "setoption name Hash value -1"})},
      {"a line of 100,000 letters",
       living({std::string(long_line, 'x'), "setoption name " + std::string(long_line, 'x')})},
      {"bytes that are no text", living({"\xff\xfe\x01\x02", "position fen \xc3\x28", std::string("uci\0uci", 7)})},
      {"positions that are none", living({"position", "position fen", "position fen hello", "position hello",
                                          "position fen 8/8/8/8/8/8/8 w - - 0 1"})},
      {"moves that are none", living({"position startpos moves", "position startpos moves hello",
                                      "position startpos moves e2e9 a1a1", "position startpos moves 99-99"})},
  };
}

}  // namespace crownd::match
