#include "match/output/game_text.hpp"

#include "wire/words.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <sstream>

namespace crownd::match {

namespace {

constexpr std::size_t line_width = 80;

using Notation = board::GameInfo::Notation;

bool is_pdn(const Notation& notation) { return notation.form == Notation::Form::pdn; }

/// The start position that PDN readers assume for this GameType without a FEN; empty: they disagree, or it is PGN.
std::string_view known_start(const Notation& notation) {
  constexpr std::string_view anglo_american = "21,";
  if (!notation.pdn_type.starts_with(anglo_american)) return "";
  return "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

void tag(std::ostream& out, std::string_view name, std::string_view value) {
  out << '[' << name << " \"" << escaped(value) << "\"]\n";
}

std::string date_of(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y.%m.%d", &parts)};
}

std::string round_of(const GameRecord& game) {
  return std::to_string(game.index / 2 + 1) + '.' + std::to_string(game.index % 2 + 1);
}

std::string seconds(Microseconds time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3fs", static_cast<double>(time.count()) / 1e6);
  return text.data();
}

/// `+0.12`, `-M3` (mate in three).
std::string score_text(const wire::Score& score) {
  if (score.mate) return (score.value > 0 ? "+M" : "-M") + std::to_string(std::abs(score.value));
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%+.2f", score.value / 100.0);
  return text.data();
}

/// `+0.12/9 0.034s` for the side that moved; `book` for a move of the opening.
std::string comment(const MoveRecord& move) {
  if (move.book) return "book";
  std::string text;
  if (move.score) text += score_text(*move.score);
  if (move.depth) text += '/' + std::to_string(*move.depth);
  return text + (text.empty() ? "" : " ") + seconds(move.time);
}

/// `1-0` is a win for the side on the left.
std::string result_text(const GameRecord& game, int left) {
  if (!game.ending.winner) return "1/2-1/2";
  return *game.ending.winner == left ? "1-0" : "0-1";
}

std::string ending_text(const Ending& ending) {
  return word(ending.verdict) + (ending.detail.empty() ? "" : ": " + ending.detail);
}

/// A comment in braces ends at the first closing brace.
std::string without_braces(std::string text) {
  for (auto& letter : text)
    if (letter == '{' || letter == '}') letter = '|';
  return text;
}

/// The number of the first move: a FEN has it in its last field, other position texts have none.
int first_number(std::string_view start) {
  wire::Words words(start);
  constexpr int fields_before = 5;
  for (int i = 0; i < fields_before; ++i) (void)words.take();
  const auto number = wire::read_number(words.take());
  return static_cast<int>(number.value_or(1));
}

/// Numbered moves, broken into lines. The side that moves first in the game begins each number. At the end PGN has
/// the result; PDN 3.0 has `*`, since a result looks like a move there.
std::string movetext(const GameRecord& game, const std::string& result, bool pdn) {
  std::vector<std::string> words;
  int side = game.to_move;
  int number = first_number(game.start_fen);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const auto& move = game.moves[ply];
    // After a comment PGN repeats the move number; readers of PDN take that for the next move.
    if (side == 0 || !pdn) words.push_back(std::to_string(number) + (side == 0 ? "." : "..."));
    words.push_back(move.san.empty() ? move.move : move.san);
    words.push_back('{' + comment(move) + '}');
    number += side;
    side = 1 - side;
  }
  words.push_back('{' + without_braces(ending_text(game.ending)) + '}');
  words.push_back(pdn ? "*" : result);
  std::string text;
  std::size_t column = 0;
  for (const auto& word : words) {
    const bool breaks = column > 0 && column + 1 + word.size() > line_width;
    if (column > 0) text += breaks ? '\n' : ' ';
    column = (column > 0 && !breaks ? column + 1 : 0) + word.size();
    text += word;
  }
  return text + '\n';
}

/// One tag if both have the same time control; else one for each engine, `first` and `second`, under its side's name.
void time_control_tags(std::ostream& out, const Headings& headings, std::size_t first, const std::string& first_side,
                       std::size_t second, const std::string& second_side) {
  if (headings.time_controls.empty()) return;
  const auto& one = headings.time_controls[first];
  const auto& other = headings.time_controls[second];
  if (one == other) return tag(out, "TimeControl", one);
  tag(out, first_side + "TimeControl", one);
  tag(out, second_side + "TimeControl", other);
}

std::string with_colours(const GameRecord& game, const Headings& headings) {
  const Notation& notation = game.notation;
  const auto white = static_cast<int>(notation.white);
  const auto result = result_text(game, white);
  const auto engine = [&](int side) { return game.sides[static_cast<std::size_t>(side)]; };
  const auto name = [&](int side) { return headings.engines[engine(side)]; };
  std::ostringstream out;
  tag(out, "Event", headings.event);
  tag(out, "Site", headings.site);
  tag(out, "Date", date_of(game.began));
  tag(out, "Round", round_of(game));
  tag(out, "White", name(white));
  tag(out, "Black", name(1 - white));
  tag(out, "Result", result);
  if (is_pdn(notation)) tag(out, "GameType", notation.pdn_type);
  if (game.start_fen != known_start(notation)) {
    tag(out, "SetUp", "1");
    tag(out, "FEN", game.start_fen);
  }
  time_control_tags(out, headings, engine(white), "White", engine(1 - white), "Black");
  tag(out, "PlyCount", std::to_string(game.moves.size()));
  tag(out, "Termination", word(game.ending.verdict));
  out << '\n' << movetext(game, result, is_pdn(notation)) << '\n';
  return out.str();
}

std::string plain(const GameRecord& game, const Headings& headings) {
  const auto& engines = headings.engines;
  std::ostringstream out;
  tag(out, "Game", headings.game);
  tag(out, "Event", headings.event);
  tag(out, "Site", headings.site);
  tag(out, "Date", date_of(game.began));
  tag(out, "Round", round_of(game));
  tag(out, "First", engines[game.sides[0]]);
  tag(out, "Second", engines[game.sides[1]]);
  tag(out, "Result", result_text(game, 0));
  time_control_tags(out, headings, game.sides[0], "First", game.sides[1], "Second");
  tag(out, "Verdict", word(game.ending.verdict));
  if (!game.ending.detail.empty()) tag(out, "Detail", game.ending.detail);
  tag(out, "Start", game.start);
  tag(out, "End", game.ending.position);
  out << '\n';
  int side = game.to_move;
  int ply = 0;
  for (const auto& move : game.moves) {
    out << ++ply << (side == 0 ? " first " : " second ") << move.move << ' ' << comment(move) << '\n';
    side = 1 - side;
  }
  out << '\n';
  return out.str();
}

}  // namespace

std::string to_epd(const GameRecord& game) {
  const auto& fen = game.ending.fen;
  if (fen.empty()) return game.ending.position + '\n';
  if (fen.find('/') == std::string::npos) return fen + '\n';
  wire::Words words(fen);
  std::string line;
  constexpr int fields = 4;  // of a FEN, which an EPD has too
  for (int field = 0; field < fields; ++field) line += std::string(words.take()) + ' ';
  return line + "id \"" + round_of(game) + "\"; c0 \"" + result_text(game, 0) + ' ' + word(game.ending.verdict) +
         "\";\n";
}

std::string to_text(const GameRecord& game, const Headings& headings) {
  return game.notation.form == Notation::Form::plain ? plain(game, headings) : with_colours(game, headings);
}

}  // namespace crownd::match
