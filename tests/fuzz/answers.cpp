#include "fuzz/answers.hpp"

#include "wire/reply_reader.hpp"

#include <algorithm>
#include <array>
#include <variant>

namespace crownd::fuzz {

namespace {

constexpr std::array<std::string_view, 19> last_lines{
    "bestmove ", "error ",          "readyok",      "uciok",       "gamesok", "helpok",   "authok",
    "status ",   "moved ",          "undone ",      "legalmoves ", "fen ",    "version ", "eval ",
    "probe ",    "nodes searched:", "bench nodes ", "tablesok",    "squares "};

constexpr std::array<std::string_view, 15> lines_before{"board ",  "id ",     "option ", "game ",  "help ",
                                                        "value ",  "table ",  "side ",   "piece ", "fact ",
                                                        "reason ", "columns", "rows",    "row ",   "route "};

constexpr std::array<std::string_view, 9> codes{"unknown-command", "bad-argument", "bad-position",
                                                "illegal-move",    "busy",         "ambiguous-move",
                                                "too-long",        "limit",        "auth"};

/// A limit is named by its flag; or the count was stopped by the client.
bool tells_its_limit(std::string_view message) {
  return message.find("(--") != std::string_view::npos || message.find("was stopped before") != std::string_view::npos;
}

std::string fault_of_error(std::string_view line) {
  const auto error = wire::read_error(line);
  if (!error) return "an error that cannot be read";
  if (std::find(codes.begin(), codes.end(), error->code) == codes.end()) return "a code that is not documented";
  if (error->message.empty()) return "an error without a sentence";
  if (error->code == "limit" && !tells_its_limit(error->message)) return "a limit that does not name its flag";
  return "";
}

/// `MOVE: COUNT`
bool is_count_of_move(std::string_view line) {
  const auto colon = line.find(": ");
  return colon != std::string_view::npos && line.find(' ') == colon + 1 &&
         line.find_first_not_of("0123456789", colon + 2) == std::string_view::npos;
}

}  // namespace

std::string_view last_words(const wire::Command& command) {
  using namespace wire;
  struct Words {
    std::string_view operator()(const Nothing&) const { return ""; }
    std::string_view operator()(const Unknown&) const { return "error unknown-command "; }
    std::string_view operator()(const Malformed&) const { return "error bad-argument "; }
    std::string_view operator()(const Answer&) const { return ""; }  // of HUB, which is not spoken here
    std::string_view operator()(const Uci&) const { return "uciok"; }
    std::string_view operator()(const IsReady&) const { return "readyok"; }
    std::string_view operator()(const ListGames&) const { return "gamesok"; }
    std::string_view operator()(const UciNewGame&) const { return ""; }
    std::string_view operator()(const SetOption&) const { return ""; }
    std::string_view operator()(const Position&) const { return ""; }
    std::string_view operator()(const LegalMoves&) const { return "legalmoves "; }
    std::string_view operator()(const Move&) const { return "moved "; }
    std::string_view operator()(const Undo&) const { return "undone "; }
    std::string_view operator()(const GetFen&) const { return "fen "; }
    std::string_view operator()(const GetStatus&) const { return "status "; }
    std::string_view operator()(const Show&) const { return "status "; }
    std::string_view operator()(const GetSquares&) const { return "squares "; }
    std::string_view operator()(const Go&) const { return "bestmove "; }
    std::string_view operator()(const GoMinimax&) const { return "bestmove "; }
    std::string_view operator()(const Perft&) const { return "nodes searched: "; }
    std::string_view operator()(const Stop&) const { return ""; }
    std::string_view operator()(const PonderHit&) const { return ""; }
    std::string_view operator()(const Evaluate&) const { return "eval "; }
    std::string_view operator()(const Probe&) const { return "probe "; }
    std::string_view operator()(const ListTables&) const { return "tablesok"; }
    std::string_view operator()(const Bench&) const { return "bench nodes "; }
    std::string_view operator()(const Debug&) const { return ""; }
    std::string_view operator()(const Help&) const { return "helpok"; }
    std::string_view operator()(const GetVersion&) const { return "version "; }
    std::string_view operator()(const Auth&) const { return "authok"; }
    std::string_view operator()(const Hub&) const { return "error bad-argument "; }
    std::string_view operator()(const Quit&) const { return ""; }
  };
  return std::visit(Words(), command);
}

bool may_fail_with(const wire::Command& command, std::string_view code) {
  const auto is = [&]<class Kind>(Kind) { return std::holds_alternative<Kind>(command); };
  const bool of_moves = code == "illegal-move" || code == "ambiguous-move";
  const bool of_argument = code == "bad-argument";
  if (is(wire::Unknown{})) return code == "unknown-command";
  if (is(wire::Malformed{})) return of_argument;
  if (is(wire::Position{})) return of_moves || of_argument || code == "bad-position";
  if (is(wire::Move{})) return of_moves;
  if (is(wire::Go{})) return of_moves || of_argument;
  if (is(wire::SetOption{})) return of_argument || code == "limit";
  if (is(wire::Perft{}) || is(wire::Probe{}) || is(wire::Bench{})) return code == "limit";
  return of_argument && (is(wire::Undo{}) || is(wire::GetFen{}) || is(wire::GoMinimax{}));
}

bool is_last_line(std::string_view line) {
  return std::any_of(last_lines.begin(), last_lines.end(), [&](auto word) { return begins(line, word); });
}

std::string fault_of(std::string_view line) {
  if (line.find_first_of(std::string_view("\n\r\0", 3)) != std::string_view::npos) return "a byte that ends lines";
  if (begins(line, "error ")) return fault_of_error(line);
  if (begins(line, "info string ")) return "";
  if (begins(line, "info ")) return wire::read_info(line) ? "" : "an info line that cannot be read";
  if (begins(line, "bestmove ")) return wire::read_best_move(line) ? "" : "a bestmove that cannot be read";
  if (begins(line, "status ")) return wire::read_status(line) ? "" : "a status that cannot be read";
  if (begins(line, "moved ")) return wire::read_moved(line) ? "" : "a moved that cannot be read";
  if (begins(line, "undone ")) return wire::read_undone(line) ? "" : "an undone that cannot be read";
  if (begins(line, "fen ")) return wire::read_fen(line) ? "" : "a fen that cannot be read";
  if (begins(line, "legalmoves ")) return wire::read_legal_moves(line) ? "" : "legal moves that cannot be read";
  const bool known =
      is_last_line(line) || is_count_of_move(line) ||
      std::any_of(lines_before.begin(), lines_before.end(), [&](auto word) { return begins(line, word); });
  return known ? "" : "a line that is not documented";
}

}  // namespace crownd::fuzz
