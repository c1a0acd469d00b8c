#include "fuzz/answers.hpp"

#include "core/bad_input.hpp"
#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace crownd::fuzz {

namespace {

struct Ending {
  std::string_view command;
  std::string_view last_words;  ///< empty: only answered if it fails
};

/// The last lines of answers that do not end with the command's name.
constexpr std::array<Ending, 23> endings{
    {{"uci", "uciok"},   {"isready", "readyok"}, {"games", "gamesok"},   {"ucinewgame", ""},
     {"setoption", ""},  {"position", ""},       {"move", "moved "},     {"undo", "undone "},
     {"d", "status "},   {"show", "status "},    {"go", "bestmove "},    {"perft", "nodes searched: "},
     {"stop", ""},       {"ponderhit", ""},      {"tables", "tablesok"}, {"bench", "bench nodes "},
     {"debug", ""},      {"help", "helpok"},     {"limits", "limitsok"}, {"hub", "error bad-argument "},
     {"auth", "authok"}, {"quit", ""},           {"read", "readok "}}};

std::string last_words_of(std::string_view command) {
  const auto found =
      std::find_if(endings.begin(), endings.end(), [&](const Ending& ending) { return ending.command == command; });
  return found == endings.end() ? std::string(command) + ' ' : std::string(found->last_words);
}

/// The first words of all commands' answers.
std::vector<std::string> all_last_words() {
  std::vector<std::string> all{"error "};
  for (const auto& row : session::all_commands())
    if (auto words = last_words_of(row.word); !words.empty()) all.push_back(std::move(words));
  return all;
}

constexpr std::array<std::string_view, 17> lines_before{"board ",  "id ",    "option ", "game ",  "help ", "value ",
                                                        "table ",  "limit ", "side ",   "piece ", "fact ", "reason ",
                                                        "columns", "rows",   "row ",    "route ", "read"};

constexpr std::array<std::string_view, 9> codes{"unknown-command", "bad-argument", "bad-position",
                                                "illegal-move",    "busy",         "ambiguous-move",
                                                "too-long",        "limit",        "auth"};

/// Limits are named by their flags; "stopped" if the client stopped the count.
bool tells_its_limit(std::string_view message) {
  return message.find("(--") != std::string_view::npos || message.find("was stopped before") != std::string_view::npos;
}

std::string fault_of_error(std::string_view line) {
  const auto error = wire::read_error(line);
  if (!error) return "an unreadable error";
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

Line::Line(std::string_view text) {
  wire::Words words(text);
  if (words.empty() || words.peek().front() == '#') return;
  const auto* const row = session::find_command(words.take());
  kind = row == nullptr ? Kind::unknown : Kind::malformed;
  if (row == nullptr) return;
  sets_position = row->word == "position";
  wants_best_move = row->word == "go" && !wire::same_word(words.peek(), "perft");
  auto rest = words;
  try {
    const auto command = row->read(words);
    policy = command.policy;
    token = command.token;
  } catch (const BadInput&) {
    return;
  }
  kind = Kind::command;
  word = row->word;
  if (auto parameters = rest; word == "go" && !parameters.take_if("perft") && !parameters.take_if("minimax"))
    go = session::read_go(parameters);
  arguments = rest.take_until({});
}

int Line::number(std::size_t argument, int missing) const {
  return argument < arguments.size() ? static_cast<int>(wire::read_number(arguments[argument]).value_or(missing))
                                     : missing;
}

std::string last_words(const Line& line) {
  switch (line.kind) {
    case Line::Kind::nothing: return "";
    case Line::Kind::unknown: return "error unknown-command ";
    case Line::Kind::malformed: return "error bad-argument ";
    case Line::Kind::command: break;
  }
  const bool counts = line.is("go") && !line.arguments.empty() && wire::same_word(line.arguments[0], "perft");
  if (line.is("read") && !wire::same_word(line.arguments[0], "end")) return "";
  return last_words_of(counts ? "perft" : line.word);
}

bool may_fail_with(const Line& line, std::string_view code) {
  const bool of_moves = code == "illegal-move" || code == "ambiguous-move";
  const bool of_argument = code == "bad-argument";
  if (line.kind == Line::Kind::unknown) return code == "unknown-command";
  if (line.kind == Line::Kind::malformed) return of_argument;
  if (line.is("position")) return of_moves || of_argument || code == "bad-position";
  if (line.is("move")) return of_moves;
  if (line.go) return of_moves || of_argument || code == "bad-position";
  if (line.is("setoption")) return of_argument || code == "limit";
  if (line.is("perft") || line.is("probe")) return code == "limit" || code == "bad-position";
  if (line.is("bench")) return code == "limit";
  if (line.is("go"))
    return code == (last_words(line) == "bestmove " ? "bad-argument" : "limit") || code == "bad-position";
  return of_argument && (line.is("undo") || line.is("fen") || line.is("read"));
}

bool is_last_line(std::string_view line) {
  static const auto all = all_last_words();
  return std::any_of(all.begin(), all.end(), [&](const auto& words) { return begins(line, words); });
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
