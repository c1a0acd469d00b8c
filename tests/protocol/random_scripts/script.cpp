#include "protocol/random_scripts/script.hpp"

#include "connection/transcript.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string_view>

namespace crownd::testing {

namespace {

struct Start {
  std::string_view line;
  std::string_view fen;
  std::string_view best;
};

constexpr std::string_view some_move = "bestmove *";
constexpr std::string_view no_move = "bestmove (none)";

constexpr std::array starts{
    Start{"position english startpos", "fen english aaaaaaaaaaaa........bbbbbbbbbbbb:b", some_move},
    Start{"position english startpos moves 11-15", "fen english aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a", some_move},
    Start{"position spanish W:WK1:B10,19,20,27", "fen spanish W:WK1:B10,19,20,27", some_move},
    Start{"position towers startpos", "fen towers wwwwwwwwwwww........bbbbbbbbbbbb:b", some_move},
    Start{"position stupid r......./......../......../......../......../......../......../b....... r",
          "fen stupid r......./......../......../......../......../......../......../b....... r", some_move},
    Start{"position reduced-chess startpos", "fen reduced-chess 5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w", some_move},
    Start{"position reduced-chess startpos moves a5a3", "fen reduced-chess 5 Kc5,Ra2,Ra3,Ba1,Be2 Kb3,Rb4,Rd3,Re4 b",
          no_move},
};

constexpr std::array bounded{"go depth 1",  "go depth 4",    "go nodes 700",
                             "go mate 1",   "go movetime 1", "go movetime 8",
                             "go wtime 60", "go btime 60",   "go wtime 90 btime 90 winc 5 binc 5 movestogo 9"};
constexpr std::array endless{"go infinite", "go", "go infinite depth 2", "go ponder infinite"};
constexpr std::array pondering{"go ponder", "go ponder depth 3", "go ponder movetime 4", "go ponder wtime 60 btime 60",
                               "go ponder nodes 500"};
constexpr std::array refused_searches{"go depth 3 searchmoves nonsense", "go infinite searchmoves nonsense",
                                      "go ponder depth 1 searchmoves nonsense"};
constexpr std::array refused_positions{"position english nonsense", "position english startpos moves nonsense"};

template <std::size_t size>
std::string one_of(const std::array<const char*, size>& lines, std::mt19937_64& random) {
  return lines[random() % size];
}

class Author : ScriptWriter {
 public:
  explicit Author(std::uint64_t seed) : ScriptWriter(seed), speaks_uci_(random_() % 3 == 0) {
    if (speaks_uci_) ask("uci", "uciok");
    say("setoption name Hash value 1");
    begin_position();
  }

  Script write() {
    return ScriptWriter::write([this] { write_line(); });
  }

 private:
  void write_line() {
    switch (random_() % 16) {
      case 0:
      case 1: return begin_position();
      case 2: return refuse_position(one_of(refused_positions, random_));
      case 3:
      case 4: return search(one_of(bounded, random_), {std::string(start_->best)});
      case 5: return search("go perft 2", {"nodes searched: *", "error limit *"}, false);
      case 6:
      case 7: return begin_search(one_of(endless, random_), Kind::until_stop);
      case 8:
      case 9: return begin_search(one_of(pondering, random_), Kind::until_ponderhit);
      case 10: return refuse_search();
      case 11: return ask("fen", start_->fen);
      case 12: return refuse_arguments();
      case 13: return ask_whether_ready("isready");
      case 14: return ponderhit("ponderhit");
      default: return stop();
    }
  }

  void begin_position() {
    const auto& start = starts[random_() % starts.size()];
    say(start.line);
    has_position_ = !searching_;
    if (searching_) return expect("error busy *");
    start_ = &start;
  }

  void refuse_position(const std::string& line) {
    say(line);
    has_position_ = false;
    expect(searching_ ? "error busy *" : "error *");
  }

  /// The answer to a refused `go` while no other search runs.
  [[nodiscard]] std::string_view refusal(std::string_view error) const { return speaks_uci_ ? no_move : error; }

  /// `has_best_move`: so that it is refused to a UCI client with one.
  void search(const std::string& line, const Script::Answer& answer, bool has_best_move = true) {
    constexpr std::string_view error = "error bad-position *";
    say(line);
    if (searching_) return expect("error busy *");
    may_wait();
    if (!has_position_) return expect(has_best_move ? refusal(error) : error);
    expect(answer);
  }

  void begin_search(const std::string& line, Kind kind) {
    say(line);
    if (searching_) return expect("error busy *");
    if (!has_position_) {
      may_wait();
      return expect(refusal("error bad-position *"));
    }
    searching_ = kind;
    best_ = start_->best;
  }

  /// In a finished game searchmoves cannot exclude anything, and any moves are accepted.
  void refuse_search() {
    if (start_->best == no_move) return;
    search(one_of(refused_searches, random_), {std::string(refusal("error illegal-move *"))});
  }

  void refuse_arguments() {
    say("go depth nonsense");
    expect(speaks_uci_ && searching_ ? "error busy *" : refusal("error bad-argument *"));
  }

  void ask(const std::string& line, std::string_view answer) {
    say(line);
    expect(answer);
  }

  const bool speaks_uci_;
  const Start* start_ = &starts[0];
};

bool is_part(std::string_view line) {
  constexpr std::string_view total = "nodes searched: ";
  const bool counts = line.find(": ") != std::string_view::npos && !line.starts_with(total) &&
                      !line.starts_with("error ") && line.find(' ') == line.find(": ") + 1;
  return line.starts_with("info ") || line.starts_with("id name ") || line.starts_with("id author ") ||
         line.starts_with("id protocol ") || line.starts_with("option ") || counts;
}

}  // namespace

Script random_script(std::uint64_t seed) { return Author(seed).write(); }

std::string fault_of(const Script& script, const std::vector<std::string>& heard) {
  std::size_t answers = 0, readies = 0;
  for (const auto& line : heard) {
    if (is_part(line)) continue;
    if (line == script.ready) {
      if (readies == script.readies.size()) return "one " + line + " too many";
      const auto [at_least, at_most] = script.readies[readies++];
      if (answers < at_least || answers > at_most)
        return line + " " + std::to_string(readies) + " came behind " + std::to_string(answers) + " answers, not " +
               std::to_string(at_least) + " to " + std::to_string(at_most);
      continue;
    }
    if (answers == script.answers.size()) return "one answer too many: " + line;
    const auto& expected = script.answers[answers++];
    if (std::none_of(expected.begin(), expected.end(),
                     [&](const auto& pattern) { return connection::matches(pattern, line); }))
      return "answer " + std::to_string(answers) + " is not '" + expected.front() + "' but '" + line + "'";
  }
  if (answers < script.answers.size()) return std::to_string(script.answers.size() - answers) + " answers are missing";
  if (readies < script.readies.size()) return "a " + script.ready + " is missing";
  return "";
}

}  // namespace crownd::testing
