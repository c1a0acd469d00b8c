#include "wire/squares.hpp"

#include "wire/words.hpp"

#include <algorithm>

namespace crownd::wire {

namespace {

/// Stands for a missing name, piece or turn.
constexpr std::string_view nothing = "-";

void append(std::string& line, std::string_view word) { line.append(1, ' ').append(word); }

void append(std::string& line, const std::vector<std::string>& words) {
  for (const auto& word : words) append(line, word);
}

std::string_view word_or_nothing(std::string_view word) { return word.empty() ? nothing : word; }
std::string_view letter_or_nothing(const char& letter) { return letter == 0 ? nothing : std::string_view(&letter, 1); }

std::string side_line(const SquaresSide& side) {
  std::string line = "side";
  for (const std::string_view word :
       {std::string_view(side.name), std::string_view("colour"), std::string_view(side.light ? "light" : "dark"),
        std::string_view("end"), std::string_view(side.at_bottom ? "bottom" : "top"), std::string_view("player"),
        std::string_view(side.human ? "human" : "engine")})
    append(line, word);
  if (!side.paint.empty()) {
    append(line, "paint");
    append(line, side.paint);
  }
  append(line, "title");
  append(line, side.title);
  return line;
}

std::string row_line(const std::vector<SquaresCell>& row) {
  std::string line = "row";
  for (const auto& cell : row) {
    append(line, word_or_nothing(cell.name));
    append(line, cell.dark ? "dark" : "light");
    append(line, letter_or_nothing(cell.piece));
  }
  return line;
}

std::string word_or_empty(std::string_view word) { return std::string(word == nothing ? std::string_view() : word); }
char letter_of(std::string_view word) { return word == nothing || word.empty() ? '\0' : word.front(); }

SquaresSide read_side(Words& words) {
  SquaresSide side{std::string(words.take())};
  while (!words.empty()) {
    const auto key = words.take();
    if (key == "title") {
      side.title = words.take_rest();
      break;
    }
    const auto value = words.take();
    if (key == "colour") side.light = value == "light";
    if (key == "end") side.at_bottom = value == "bottom";
    if (key == "player") side.human = value == "human";
    if (key == "paint") side.paint = value;
  }
  return side;
}

SquaresPiece read_piece(Words& words) {
  SquaresPiece piece{letter_of(words.take()), {}, {}};
  while (!words.empty()) {
    const auto key = words.take();
    const auto value = words.take();
    if (key == "side") piece.side = value;
    if (key == "kind") piece.kind = value;
  }
  return piece;
}

SquaresFact read_fact(Words& words) {
  SquaresFact fact{std::string(words.take()), {}};
  fact.value = words.take_rest();
  return fact;
}

std::vector<SquaresCell> read_row(Words& words) {
  std::vector<SquaresCell> row;
  while (!words.empty()) {
    SquaresCell cell{word_or_empty(words.take())};
    cell.dark = words.take() == "dark";
    cell.piece = letter_of(words.take());
    row.push_back(std::move(cell));
  }
  return row;
}

}  // namespace

std::vector<std::string> squares_lines(const Squares& squares) {
  std::vector<std::string> lines;
  for (const auto& side : squares.sides) lines.push_back(side_line(side));
  for (const auto& piece : squares.pieces)
    lines.push_back("piece " + std::string(1, piece.letter) + " side " + piece.side + " kind " + piece.kind);
  for (const auto& [key, value] : squares.facts) lines.push_back("fact " + key + ' ' + value);
  for (const auto& [word, sentence] : squares.reasons) lines.push_back("reason " + word + ' ' + sentence);
  append(lines.emplace_back("columns"), squares.columns);
  append(lines.emplace_back("rows"), squares.rows);
  for (const auto& row : squares.cells) lines.push_back(row_line(row));
  const auto columns = squares.cells.empty() ? 0 : squares.cells.front().size();
  std::string last = "squares " + squares.game + " columns " + std::to_string(columns) + " rows " +
                     std::to_string(squares.cells.size()) + " turn";
  append(last, word_or_nothing(squares.turn));
  lines.push_back(std::move(last));
  return lines;
}

std::string route_line(const Route& route) {
  std::string line = "route " + route.move + " path";
  append(line, route.path);
  if (!route.takes.empty()) append(line, "takes");
  append(line, route.takes);
  if (route.becomes != 0) {
    append(line, "becomes");
    append(line, letter_or_nothing(route.becomes));
  }
  return line;
}

bool SquaresReader::read(std::string_view line) {
  Words words(line);
  const auto part = words.take();
  if (part == "side") squares_.sides.push_back(read_side(words));
  if (part == "piece") squares_.pieces.push_back(read_piece(words));
  if (part == "fact") squares_.facts.push_back(read_fact(words));
  if (part == "reason") squares_.reasons.push_back(read_fact(words));
  if (part == "columns") squares_.columns = words.take_until({});
  if (part == "rows") squares_.rows = words.take_until({});
  if (part == "row") squares_.cells.push_back(read_row(words));
  if (part != "squares") return false;
  squares_.game = words.take();
  while (!words.empty())
    if (words.take() == "turn") squares_.turn = word_or_empty(words.take());
  return true;
}

std::optional<Squares> SquaresReader::result() const {
  const auto& cells = squares_.cells;
  const bool even = std::all_of(cells.begin(), cells.end(),
                                [&](const auto& row) { return !row.empty() && row.size() == cells.front().size(); });
  if (squares_.sides.size() != 2 || squares_.game.empty() || cells.empty() || !even) return std::nullopt;
  return squares_;
}

std::optional<Route> read_route(std::string_view line) {
  Words words(line);
  if (words.take() != "route") return std::nullopt;
  Route route{std::string(words.take()), {}, {}};
  if (words.take() != "path") return std::nullopt;
  std::vector<std::string>* list = &route.path;
  while (!words.empty()) {
    const auto word = words.take();
    if (word == "takes") {
      list = &route.takes;
    } else if (word == "becomes") {
      route.becomes = letter_of(words.take());
      break;
    } else {
      list->emplace_back(word);
    }
  }
  return route.path.empty() ? std::nullopt : std::optional(route);
}

}  // namespace crownd::wire
