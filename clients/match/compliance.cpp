#include "connection/child_process.hpp"
#include "connection/transcript.hpp"
#include "match/command_line.hpp"
#include "match/game/pv_check.hpp"
#include "match/game/referee.hpp"

#include <spdlog/fmt/fmt.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <sstream>

namespace crownd::match {

namespace {

/// How long to wait for output that must not come.
constexpr std::chrono::milliseconds silence_time{300};
/// Kings, rooks and bishops only, so that the rules of chess and reduced-chess are the same.
constexpr std::string_view chess_start = "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1";
/// Engines may repeat the longest line sent to them.
constexpr std::size_t max_answer_line = std::size_t{1} << 20;
/// Total output before an expected line.
constexpr std::size_t max_skipped_bytes = std::size_t{16} << 20;
constexpr std::string_view protocol_file = "PROTOCOL.md";

using Lines = std::vector<std::string>;

std::string quoted_line(std::string_view line) { return "'" + shown(line, 200) + "'"; }

struct CheckFailed : connection::ConnectionError {
  using ConnectionError::ConnectionError;
};

/// The check does not apply to the engine.
struct CheckSkipped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The engine under test, and the settings of the test.
struct Candidate {
  std::vector<std::string> command;
  std::vector<std::string> referee;
  Milliseconds wait{60'000};
};

/// A process of the engine after the `uci` handshake. Waits throw CheckFailed at a timeout, or if the engine exits.
class EngineTest {
 public:
  explicit EngineTest(const Candidate& candidate)
      : candidate_(candidate), process_(candidate.command, connection::Errors::discarded) {
    process_.limit_lines(max_answer_line);
    send("uci");
    wait_for("uciok");
    greeting = skipped;
    for (const auto& line : greeting) declared.read(line);
  }

  void send(std::string_view line) {
    if (!process_.send(line, connection::within(candidate_.wait)))
      throw CheckFailed("it does not read " + quoted_line(line) +
                        (process_.health() == connection::Health::ended ? ": it has ended" : ""));
  }

  /// Returns the next line with this prefix; stores the lines before it in `skipped`.
  std::string wait_for(std::string_view prefix) {
    skipped.clear();
    const auto deadline = connection::within(candidate_.wait);
    std::size_t bytes = 0;
    while (auto line = receive(deadline)) {
      if (line->starts_with(prefix)) return *line;
      if ((bytes += line->size() + sizeof(std::string)) > max_skipped_bytes)
        throw CheckFailed(
            fmt::format("it sends more than {} bytes without {}", max_skipped_bytes, quoted_line(prefix)));
      skipped.push_back(std::move(*line));
    }
    throw CheckFailed(fmt::format("it does not say {} within {} ms", quoted_line(prefix), candidate_.wait.count()));
  }

  void wait_until_ready() {
    send("isready");
    wait_for("readyok");
  }

  /// Sends the lines, then waits for one bestmove.
  SearchResult search(const Lines& lines) {
    for (const auto& line : lines) send(line);
    const auto last = wait_for("bestmove");
    SearchResult found;
    for (const auto& line : skipped) read_info(line, found);
    read_best_move(last, found);
    if (found.answer == Answer::malformed) throw CheckFailed("its answer is " + quoted_line(last));
    found.line = last;
    return found;
  }

  /// Fails if a line with this prefix comes before readyok.
  void expect_none(std::string_view prefix) {
    wait_until_ready();
    for (const auto& line : skipped)
      if (line.starts_with(prefix)) throw CheckFailed("it says " + quoted_line(line));
  }

  /// Fails if a line with this prefix comes within a short time.
  void expect_silence(std::string_view prefix) {
    const auto deadline = connection::within(silence_time);
    while (const auto line = receive(deadline))
      if (line->starts_with(prefix)) throw CheckFailed("it says " + quoted_line(*line) + " too early");
  }

  /// Fails if the engine does not exit with code 0.
  void expect_exit() {
    const auto deadline = connection::within(candidate_.wait);
    while (process_.receive(deadline)) {
    }
    const auto status = process_.wait(deadline);
    if (!status) throw CheckFailed("it does not end");
    if (!status->exited) throw CheckFailed("it ends by signal " + std::to_string(status->code));
    if (status->code != 0) throw CheckFailed("it ends with exit code " + std::to_string(status->code));
  }

  void close_input() { process_.close_input(); }

  /// Starts the referee for reduced-chess on 8x8 if possible, else for the first game that engine and referee share.
  /// Throws CheckSkipped if there is none.
  void start_game() {
    referee.emplace(candidate_.referee, choose_game());
    const bool chess = referee->game() == chess_like_game;
    (void)referee->set_position(chess ? chess_start : "startpos");
    start = {chess ? referee->position() : "startpos", referee->standard_position().value_or("")};
    legal_moves = referee->legal_moves();
    const auto format = find_position_format(declared, referee->game(), start);
    if (!format) throw CheckSkipped("it cannot play " + referee->game());
    format_ = *format;
  }

  void expect_chess() {
    if (!format_.fen && referee->game() != chess_like_game) throw CheckSkipped("it does not play chess");
  }

  void expect_option(const std::string& name) {
    if (!declared.option(name)) throw CheckSkipped("it has no option " + name);
  }

  /// Lines that set the position after some moves from the start.
  [[nodiscard]] Lines position(const Lines& moves = {}) const {
    Lines lines;
    if (!format_.variant.empty()) lines.push_back("setoption name UCI_Variant value " + format_.variant);
    lines.push_back(position_command(format_, start, moves));
    return lines;
  }

  /// Sends the lines of the start position, then `line`.
  void send_from_start(std::string_view line) {
    for (const auto& each : position()) send(each);
    send(line);
  }

  /// Searches the start position; fails if the answer is illegal.
  SearchResult search_start(const std::string& go) {
    auto lines = position();
    const auto last = lines.back();
    lines.push_back(go);
    auto found = search(lines);
    if (std::find(legal_moves.begin(), legal_moves.end(), found.move) == legal_moves.end())
      throw CheckFailed("after " + last + " and " + go + " it plays '" + found.move + "'");
    expect_none("bestmove");
    return found;
  }

  Declared declared;
  Lines greeting;     ///< its answer to `uci`
  Lines skipped;      ///< the lines before the last awaited line
  Lines legal_moves;  ///< of the start position
  Start start;
  std::optional<Referee> referee;

 private:
  std::optional<std::string> receive(connection::Deadline deadline) {
    auto line = process_.receive(deadline);
    if (!line && process_.health() == connection::Health::ended) throw CheckFailed("it has exited");
    if (!line && process_.health() == connection::Health::garbled)
      throw CheckFailed("it sends a line of more than " + std::to_string(max_answer_line) + " bytes");
    return line;
  }

  [[nodiscard]] std::string choose_game() const {
    const auto& variants = declared.variants;
    if (variants.empty() || declared.has_variant("chess") || declared.has_variant(chess_like_game))
      return std::string(chess_like_game);
    for (const auto& variant : variants) {
      try {
        (void)Referee(candidate_.referee, variant);
        return variant;
      } catch (const RefereeError&) {
        continue;
      }
    }
    throw CheckSkipped("it plays no game that the referee knows");
  }

  const Candidate& candidate_;
  connection::ChildProcess process_;
  PositionFormat format_;
};

/// One requirement on engines.
struct Check {
  std::string name;
  /// Throws CheckFailed or CheckSkipped.
  std::function<void(EngineTest&)> run;
  bool needs_game = true;  ///< call start_game first
};

void check_id(EngineTest& test) {
  for (const std::string id : {"id name ", "id author "})
    if (std::none_of(test.greeting.begin(), test.greeting.end(),
                     [&](const auto& line) { return line.starts_with(id); }))
      throw CheckFailed("there is no line '" + id + "...'");
}

void check_options(EngineTest& test) {
  for (const auto& option : test.declared.options)
    if (const auto fault = fault_of(option)) throw CheckFailed(*fault + ": " + option.line);
}

void set_options(EngineTest& test) {
  for (const auto& option : test.declared.options) {
    if (option.type == "button" || !option.preset) continue;
    // The default as declared: some engines would take <empty> for a file name.
    test.send("setoption name " + option.name + " value" + (option.preset->empty() ? "" : ' ' + *option.preset));
    test.wait_until_ready();
    for (const auto& line : test.skipped)
      if (line.starts_with("error") || line.find("No such option") != std::string::npos)
        throw CheckFailed("it answers '" + line + "' to its own default for " + option.name);
  }
}

std::function<void(EngineTest&)> check_limits(const Lines& limits) {
  return [limits](EngineTest& test) {
    for (const auto& limit : limits) (void)test.search_start("go " + limit);
  };
}

void check_searchmoves(EngineTest& test) {
  for (const auto& move : test.legal_moves)
    if (const auto found = test.search_start("go depth 1 searchmoves " + move); found.move != move)
      throw CheckFailed("searchmoves " + move + " is answered bestmove " + found.move);
}

void check_pv_lines(EngineTest& test) {
  Lines moves;
  for (int ply = 0; ply < 6; ++ply) {
    auto lines = test.position(moves);
    const auto position = lines.back();
    lines.emplace_back("go depth 6");
    const auto found = test.search(lines);
    if (!found.info.score) throw CheckFailed("there is no info line with a score before bestmove");
    if (found.reports.empty()) throw CheckFailed("there is no info line with a pv before bestmove");
    (void)test.referee->set_position(test.start.text, moves);
    const auto faults = check_pvs(*test.referee, test.start.text, moves, found);
    if (!faults.empty()) throw CheckFailed(faults.front().text + ", after " + position);
    const auto played = test.referee->play(found.move);
    if (const auto* refusal = std::get_if<wire::Error>(&played))
      throw CheckFailed(found.move + ": " + refusal->message);
    moves.push_back(found.move);
  }
}

void check_mate_score(EngineTest& test) {
  test.expect_chess();
  const auto found = test.search({"position fen 7k/R7/6K1/8/8/8/8/8 w - - 0 1", "go depth 4"});
  if (found.move != "a7a8") throw CheckFailed("the mate a7a8 is not found: " + found.line);
  const auto& score = found.info.score;
  if (!score || !score->mate || score->value != 1)
    throw CheckFailed("the last score before bestmove a7a8 is not mate 1");
}

void check_no_move(EngineTest& test) {
  test.expect_chess();
  for (const std::string fen : {"R6k/8/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/6R1 b - - 0 1"}) {
    test.send("position fen " + fen);
    test.send("go depth 2");
    const auto line = test.wait_for("bestmove");
    const bool over = fen.front() == 'R';
    const bool none = line.starts_with("bestmove (none)") || line.starts_with("bestmove 0000");
    if (over && !none) throw CheckFailed("it answers " + line + " to a checkmate, " + fen);
    if (!over && none) throw CheckFailed("it answers " + line + " to " + fen + ", where there is a move");
  }
}

/// A search that lasts until the line `end`.
void expect_search_until(EngineTest& test, std::string_view go, std::string_view end) {
  test.send_from_start(go);
  test.expect_silence("bestmove");
  test.expect_none("bestmove");
  test.send(end);
  test.wait_for("bestmove");
  test.expect_none("bestmove");
}

void check_ponder(EngineTest& test) {
  test.expect_option("Ponder");
  for (const auto* end : {"ponderhit", "stop"}) expect_search_until(test, "go ponder wtime 1000 btime 1000", end);
}

void check_multipv(EngineTest& test) {
  test.expect_option("MultiPV");
  test.send("setoption name MultiPV value 2");
  std::set<std::string> first_moves;
  for (const auto& info : test.search_start("go depth 4").reports)
    if (info.depth == 4) first_moves.insert(info.pv.front());
  if (first_moves.size() < 2) throw CheckFailed("with MultiPV 2 it reports one line of depth 4");
}

void check_queued_searches(EngineTest& test) {
  constexpr int searches = 3;
  for (int search = 0; search < searches; ++search) test.send_from_start("go depth 2");
  for (int search = 0; search < searches; ++search) test.wait_for("bestmove");
  test.expect_none("bestmove");
}

void check_new_games(EngineTest& test) {
  for (int game = 0; game < 2; ++game) {
    test.send("ucinewgame");
    test.wait_until_ready();
    (void)test.search_start("go depth 3");
  }
}

/// Without lines, the engine must exit at the end of its input.
std::function<void(EngineTest&)> check_exit(const Lines& lines) {
  return [lines](EngineTest& test) {
    for (const auto& list : {test.position(), lines})
      for (const auto& line : list) test.send(line);
    if (lines.empty()) test.close_input();
    test.expect_exit();
  };
}

/// Fails if the engine does not play after these lines.
std::function<void(EngineTest&)> check_survival(const Lines& odd) {
  return [odd](EngineTest& test) {
    for (const auto& line : odd) {
      test.send(line);
      try {
        test.wait_until_ready();
      } catch (const CheckFailed& fault) {
        throw CheckFailed(std::string(fault.what()) + ", after '" + wire::printable(line.substr(0, 60)) + "'");
      }
    }
    (void)test.search_start("go depth 2");
  };
}

/// The requirements of UCI.
std::vector<Check> uci_checks() {
  return {
      {"answers uci with id name, id author and uciok", check_id, false},
      {"declares valid options", check_options, false},
      {"accepts its own defaults", set_options, false},
      {"plays after each ucinewgame", check_new_games},
      {"searches with depth and nodes", check_limits({"depth 1", "depth 3", "nodes 1", "nodes 1000"})},
      {"searches with movetime and clocks",
       check_limits({"movetime 20", "wtime 200 btime 200", "wtime 200 btime 200 winc 10 binc 10",
                     "wtime 200 btime 200 movestogo 3", "wtime 1 btime 1"})},
      {"accepts limits in any order and combination",
       check_limits(
           {"btime 200 wtime 200 binc 5 winc 5", "movetime 1000 depth 2", "depth 2 nodes 100000 movetime 1000"})},
      {"searches only the moves of searchmoves", check_searchmoves},
      {"reports legal PVs that begin with bestmove", check_pv_lines},
      {"reports two lines with MultiPV 2", check_multipv},
      {"finds and reports a mate", check_mate_score},
      {"reports bestmove (none) only without legal moves", check_no_move},
      {"searches until stop, and answers isready meanwhile",
       [](EngineTest& test) { expect_search_until(test, "go infinite", "stop"); }},
      {"ponders until ponderhit or stop", check_ponder},
      {"answers each queued go", check_queued_searches},
      {"exits at quit with code 0", check_exit({"quit"})},
      {"exits at quit during a search", check_exit({"go infinite", "quit"})},
      {"exits at the end of its input", check_exit({})},
  };
}

/// Input that must not crash an engine.
std::vector<Check> odd_input_checks() {
  constexpr std::size_t long_line = 100'000;
  return {
      {"stop and ponderhit without a search",
       [](EngineTest& test) {
         test.send("stop");
         test.send("ponderhit");
         test.expect_none("bestmove");
       },
       false},
      {"empty lines, blanks, tabs and CRLF",
       check_survival({"", "   ", "\t", "\r", "  isready  ", "isready\t", "isready\r"})},
      {"unknown words", check_survival({"hello", "joho debug on", "debug sideways", "xyzzy 1 2 3", "UCI", "go_"})},
      {"unknown options", check_survival({"setoption", "setoption name", "setoption name No Such Option value 1",
                                          "setoption name Hash value lots", "setoption name Hash value -1"})},
      {"a line of 100,000 characters",
       check_survival({std::string(long_line, 'x'), "setoption name " + std::string(long_line, 'x')})},
      {"bytes that are not text",
       check_survival({"\xff\xfe\x01\x02", "position fen \xc3\x28", std::string("uci\0uci", 7)})},
      {"invalid positions", check_survival({"position", "position fen", "position fen hello", "position hello",
                                            "position fen 8/8/8/8/8/8/8 w - - 0 1"})},
      {"invalid moves", check_survival({"position startpos moves", "position startpos moves hello",
                                        "position startpos moves e2e9 a1a1", "position startpos moves 99-99"})},
  };
}

/// PROTOCOL.md where it is installed, or where this program was built; empty if it is in neither place.
std::string find_protocol() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const std::string place : {"../share/doc/crownd", "../../.."})
    if (const auto file = folder / place / protocol_file; std::filesystem::exists(file, error)) return file.string();
  return "";
}

/// Prints and counts the results of checks.
struct CheckTable {
  void run(const std::string& name, const std::function<void()>& check) {
    try {
      check();
      ++passed;
      std::cout << "  ok    " << name << std::endl;
    } catch (const CheckSkipped& why) {
      ++skipped;
      std::cout << "  -     " << name << ": " << why.what() << std::endl;
    } catch (const connection::ConnectionError& fault) {
      ++failed;
      std::cout << "  FAIL  " << name << '\n';
      std::istringstream lines(fault.what());
      for (std::string line; std::getline(lines, line);) std::cout << "          " << shown(line) << std::endl;
    }
  }

  void run(const std::vector<Check>& checks, const Candidate& candidate) {
    for (const auto& check : checks)
      run(check.name, [&] {
        EngineTest test(candidate);
        if (check.needs_game) test.start_game();
        check.run(test);
      });
  }

  int passed = 0;
  int failed = 0;
  int skipped = 0;
};

struct Features {
  std::string name = "unnamed engine";
  bool has_protocol = false;  ///< it has the commands that PROTOCOL.md adds to UCI
};

Features features_of(const Candidate& candidate) {
  Features features;
  try {
    EngineTest test(candidate);
    features.name = shown(test.declared.name);
    test.send("games");
    test.wait_until_ready();
    features.has_protocol = std::find(test.skipped.begin(), test.skipped.end(), "gamesok") != test.skipped.end();
  } catch (const std::exception&) {  // the checks report why
  }
  return features;
}

void check_transcript(const connection::Transcript& transcript, const Candidate& candidate) {
  if (!transcript.setting.over_stdio || !transcript.setting.flags.empty())
    throw CheckSkipped("the dialogue needs special flags or a connection");
  connection::ChildProcess engine(candidate.command, connection::Errors::discarded);
  const auto timeout = std::chrono::ceil<std::chrono::seconds>(candidate.wait);
  const auto fault = connection::TranscriptRun(transcript, engine, timeout).run();
  if (!fault.empty()) throw CheckFailed(fault);
}

}  // namespace

Exit check_compliance(const ArgumentWords& arguments) {
  std::string referee;
  std::vector<std::string> documents;
  Candidate candidate;
  CLI::App app(
      "Tests whether an engine follows UCI, and PROTOCOL.md if it has the command games. CMD is the command line of\n"
      "the engine, as one word or several; flags other than those below belong to it, and all words after --.\n"
      "Exit code: 0 if all checks pass, 1 if not, 2 for a wrong command line.",
      "crown-match compliance CMD...");
  app.allow_extras();
  app.add_option("--transcripts", documents, "documents with dialogues instead of PROTOCOL.md");
  app.add_option("--referee", referee, "the command that starts crownd, which judges moves");
  app.add_option_function<std::int64_t>(
         "--wait", [&](std::int64_t wait) { candidate.wait = Milliseconds(wait); },
         "ms until an answer counts as missing")
      ->check(CLI::Range(1, 1'000'000'000));
  if (!parse(app, arguments)) return Exit::finished;
  auto command = app.remaining();
  if (const auto mark = std::find(command.begin(), command.end(), "--"); mark != command.end()) command.erase(mark);
  if (command.empty()) throw UsageError("the command line of an engine is needed");
  if (command.front().starts_with('-')) throw UsageError("there is no flag " + command.front());
  try {
    candidate.command = command.size() == 1 ? split_command(command.front()) : command;
    candidate.referee = split_command(referee.empty() ? default_referee() : referee);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  for (const auto& document : documents)
    if (!std::filesystem::exists(document)) throw UsageError("--transcripts: '" + document + "' does not exist");
  (void)connection::ChildProcess(candidate.command, connection::Errors::discarded);  // throws if it cannot be started

  CheckTable table;
  const auto features = features_of(candidate);
  std::cout << features.name << "\n\nUCI\n";
  table.run(uci_checks(), candidate);
  std::cout << "\nRobustness\n";
  table.run(odd_input_checks(), candidate);
  if (documents.empty())
    if (const auto found = find_protocol(); !found.empty()) documents = {found};
  if (!features.has_protocol) {
    std::cout << "\nPROTOCOL.md: skipped, the engine does not answer games\n";
    documents.clear();
  } else if (documents.empty()) {
    std::cout << "\nPROTOCOL.md: skipped, the file was not found; use --transcripts FILE\n";
  }
  for (const auto& file : documents) {
    const auto name = std::filesystem::path(file).filename().string();
    std::cout << '\n' << name << ", dialogues by line\n";
    for (const auto& transcript : connection::read_document(file, name))
      table.run(transcript.name, [&] { check_transcript(transcript, candidate); });
  }
  std::cout << fmt::format("\n{} passed, {} failed, {} skipped\n", table.passed, table.failed, table.skipped);
  return table.failed == 0 ? Exit::finished : Exit::error;
}

}  // namespace crownd::match
