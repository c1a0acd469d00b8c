#include "wire/command.hpp"

#include "wire/go.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace crownd::wire {

namespace {

/// A command without arguments. Anything after it is ignored, as UCI requires.
template <class C>
Command plain(Words&) {
  return C{};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Names and values may contain spaces; a name is compared word by word, a value is kept verbatim.
Command parse_set_option(Words& words) {
  if (!words.take_if("name")) return Malformed{"setoption needs the word 'name': setoption name Hash value 64"};
  std::vector<std::string> name;
  while (!words.empty() && !same_word(words.peek(), "value")) name.emplace_back(words.take());
  if (name.empty()) return Malformed{"setoption needs the name of an option after the word 'name'"};
  std::optional<std::string> value;
  if (words.take_if("value")) value = std::string(words.take_rest());
  return SetOption{joined(name), std::move(value)};
}

Command parse_position(Words& words) {
  auto start = words.take_until("moves");
  if (start.empty()) return Malformed{"position needs 'startpos' or the text of a position"};
  return Position{std::move(start), words.take_until({})};
}

Command parse_move(Words& words) {
  auto moves = words.take_until({});
  if (moves.empty()) return Malformed{"move needs at least one move after it"};
  return Move{std::move(moves)};
}

Command parse_undo(Words& words) {
  if (words.empty()) return Undo{};
  std::string why;
  const Undo undo{take_count(words, "undo", why)};
  if (!why.empty()) return Malformed{why};
  return undo;
}

Command parse_legal_moves(Words& words) {
  if (words.empty()) return LegalMoves{};
  if (words.take_if("squares")) return LegalMoves{true};
  return Malformed{"legalmoves is followed by nothing or by 'squares', not by " + quoted(words.peek())};
}

Command parse_fen(Words& words) {
  if (words.empty()) return GetFen{};
  if (words.take_if("standard")) return GetFen{true};
  return Malformed{"fen is followed by nothing or by 'standard', not by " + quoted(words.peek())};
}

Command parse_tables(Words& words) {
  if (words.empty()) return ListTables{};
  if (words.take_if("all")) return ListTables{true};
  return Malformed{"tables is followed by nothing or by 'all', not by " + quoted(words.peek())};
}

Command parse_perft(Words& words) {
  std::string why;
  const Perft perft{take_count(words, "perft", why)};
  if (!why.empty()) return Malformed{why};
  return perft;
}

Command parse_bench(Words& words) {
  if (words.empty()) return Bench{};
  if (!words.take_if("depth"))
    return Malformed{"bench is followed by nothing or by 'depth N', not by " + quoted(words.peek())};
  std::string why;
  const Bench bench{take_count(words, "depth", why)};
  if (!why.empty()) return Malformed{why};
  return bench;
}

Command parse_debug(Words& words) {
  if (words.take_if("on")) return Debug{true};
  if (words.take_if("off")) return Debug{false};
  return Malformed{"debug is followed by 'on' or 'off'"};
}

Command parse_auth(Words& words) {
  if (words.empty()) return Malformed{"auth needs a token after it"};
  return Auth{std::string(words.take_rest())};
}

struct Row {
  CommandHelp help;
  Command (*parse)(Words&);
};

constexpr Row rows[] = {
    {{"uci", "", "who the engine is and which options it has"}, plain<Uci>},
    {{"isready", "", "answers readyok, also during a search"}, plain<IsReady>},
    {{"games", "", "the games that can be played"}, plain<ListGames>},
    {{"ucinewgame", "", "forget what earlier searches learned"}, plain<UciNewGame>},
    {{"setoption", "name N [value V]", "change an option"}, parse_set_option},
    {{"position", "[GAME] (startpos | [fen] TEXT) [moves M...]", "set the position"}, parse_position},
    {{"legalmoves", "[squares]", "all legal moves, or also the squares that they go over"}, parse_legal_moves},
    {{"move", "M [M...]", "play moves, all or none"}, parse_move},
    {{"undo", "[N]", "take back N moves, or one"}, parse_undo},
    {{"fen", "[standard]", "the position as text, or as FEN or PDN FEN"}, parse_fen},
    {{"status", "", "whose turn it is, or how the game ended"}, plain<GetStatus>},
    {{"d", "", "the board as a picture"}, plain<Show>},
    {{"show", "", "the same as d"}, plain<Show>},
    {{"squares", "", "the board and the game as data, for clients that draw"}, plain<GetSquares>},
    {{"go",
      "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N] [infinite] "
      "[ponder] [searchmoves M...] | minimax N | perft N",
      "search, and answer with bestmove"},
     parse_go},
    {{"perft", "N", "count the lines of N plies"}, parse_perft},
    {{"stop", "", "end the search now"}, plain<Stop>},
    {{"ponderhit", "", "the expected move was played"}, plain<PonderHit>},
    {{"eval", "", "the evaluation without search"}, plain<Evaluate>},
    {{"probe", "", "what is known exactly of the position and of each move"}, plain<Probe>},
    {{"tables", "[all]", "the endgame table files of the game, or of all games"}, parse_tables},
    {{"bench", "[depth N]", "search a fixed list of positions of all games"}, parse_bench},
    {{"debug", "on | off", "tell more"}, parse_debug},
    {{"help", "", "this list"}, plain<Help>},
    {{"version", "", "the version of the engine"}, plain<GetVersion>},
    {{"auth", "TOKEN", "show that one may use the engine"}, parse_auth},
    {{"hub", "", "as the first command: talk HUB, the protocol of draughts programs, from here on"}, plain<Hub>},
    {{"quit", "", "end the session"}, plain<Quit>},
};

}  // namespace

Command parse_command(std::string_view line) {
  Words words(line);
  if (words.empty() || words.peek().front() == '#') return Nothing{};
  const auto word = words.take();
  for (const auto& row : rows)
    if (same_word(row.help.word, word)) return row.parse(words);
  return Unknown{std::string(word)};
}

std::vector<CommandHelp> command_help() {
  std::vector<CommandHelp> help;
  std::transform(std::begin(rows), std::end(rows), std::back_inserter(help), [](const Row& row) { return row.help; });
  return help;
}

}  // namespace crownd::wire
