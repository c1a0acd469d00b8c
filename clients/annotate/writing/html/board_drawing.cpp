#include "annotate/writing/html/board_drawing.hpp"

#include "annotate/state/json.hpp"
#include "annotate/writing/html/markup.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace crownd::annotate {

namespace {

/// Of a square, in units of the drawing.
constexpr std::size_t size = 100;

bool is_number(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

std::string attribute(const char* name, std::size_t value) {
  return ' ' + std::string(name) + "=\"" + std::to_string(value) + '"';
}

/// The column and row of a square by its name.
std::optional<std::pair<std::size_t, std::size_t>> place_of(const BoardLook& look, const std::string& name) {
  for (std::size_t row = 0; row < look.cells.size(); ++row)
    for (std::size_t column = 0; column < look.cells[row].size(); ++column)
      if (look.cells[row][column].name == name) return std::pair(column, row);
  return std::nullopt;
}

/// The symbol of page/pieces.svg for a kind of piece. A king of draughts is a crowned disc.
std::string symbol_of(const BoardLook& look, const BoardLook::Piece& piece) {
  const auto is_disc = [](const auto& each) { return each.kind == "man" || each.kind == "checker"; };
  const bool discs = std::any_of(look.pieces.begin(), look.pieces.end(), is_disc);
  if (piece.kind == "king" && discs) return "crowned";
  for (const auto* const known : {"man", "tower", "king", "rook", "bishop"})
    if (piece.kind == known) return known;
  return "man";
}

std::string text(std::size_t x, std::size_t y, const char* anchor, const std::string& label) {
  return "<text" + attribute("x", x) + attribute("y", y) + " text-anchor=\"" + anchor + "\">" + escaped(label) +
         "</text>";
}

/// The names of numbered squares in their corners, else rows and columns along the edges; also of a board that is
/// turned.
std::string labels_of(const BoardLook& look, bool turned) {
  constexpr std::size_t margin = 4, height = 17;
  const auto rows = look.cells.size(), columns = look.cells.front().size();
  const auto numbered = std::any_of(look.cells.front().begin(), look.cells.front().end(),
                                    [](const auto& cell) { return is_number(cell.name); });
  std::string labels;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const auto x = column * size + margin, y = row * size + height;
      const auto there_row = turned ? rows - 1 - row : row, there_column = turned ? columns - 1 - column : column;
      const auto& name = look.cells[there_row][there_column].name;
      if (numbered && is_number(name)) labels += text(x, y, "start", name);
      if (!numbered && column == 0 && look.rows.size() == rows) labels += text(x, y, "start", look.rows[there_row]);
      if (!numbered && row + 1 == rows && look.columns.size() == columns)
        labels += text((column + 1) * size - margin, rows * size - margin - 2, "end", look.columns[there_column]);
    }
  return labels;
}

}  // namespace

std::size_t BoardDrawings::number_of(const BoardLook& look) {
  const auto found = std::find(looks_.begin(), looks_.end(), look);
  if (found != looks_.end()) return static_cast<std::size_t>(found - looks_.begin());
  looks_.push_back(look);
  return looks_.size() - 1;
}

std::string BoardDrawings::definitions() const {
  std::string result;
  for (std::size_t number = 0; number < looks_.size(); ++number) {
    const auto& look = looks_[number];
    const auto rows = look.cells.size(), columns = look.cells.front().size();
    std::string dark;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns; ++column)
        if (look.cells[row][column].dark)
          dark += 'M' + std::to_string(column * size) + ' ' + std::to_string(row * size) + "h100v100h-100z";
    result += "<g id=\"board" + std::to_string(number) + "\"><rect class=\"light-squares\"" +
              attribute("width", columns * size) + attribute("height", rows * size) +
              "/><path class=\"dark-squares\" d=\"" + dark + "\"/></g>";
    for (const bool turned : {false, true})
      result += std::string("<g id=\"") + (turned ? "turned" : "labels") + std::to_string(number) +
                "\" class=\"labels\">" + labels_of(look, turned) + "</g>";
  }
  return result;
}

std::string BoardDrawings::json() const {
  auto boards = Json::array();
  for (const auto& look : looks_) {
    Json squares = Json::object(), pieces = Json::object();
    const auto columns = look.cells.front().size();
    for (std::size_t row = 0; row < look.cells.size(); ++row)
      for (std::size_t column = 0; column < columns; ++column)
        if (const auto& name = look.cells[row][column].name; !name.empty()) squares[name] = row * columns + column;
    for (const auto& piece : look.pieces)
      pieces[std::string(1, piece.letter)] = {symbol_of(look, piece), piece.light ? "light" : "dark"};
    boards.push_back({{"columns", columns}, {"rows", look.cells.size()}, {"squares", squares}, {"pieces", pieces}});
  }
  return boards.dump();
}

std::string draw_position(const BoardLook& look, std::size_t number, const Frame& frame,
                          const std::vector<Arrow>& arrows, const std::string& title) {
  const auto rows = look.cells.size(), columns = look.cells.front().size();
  std::string svg = "<svg class=\"board\" viewBox=\"0 0 " + std::to_string(columns * size) + ' ' +
                    std::to_string(rows * size) + "\" role=\"img\" aria-label=\"" + escaped(title) +
                    "\"><use href=\"#board" + std::to_string(number) + "\"/><g class=\"marks\">";
  for (const auto& name : frame.path)
    if (const auto place = place_of(look, name))
      svg += "<rect class=\"last\"" + attribute("x", place->first * size) + attribute("y", place->second * size) +
             " width=\"100\" height=\"100\"/>";
  svg += "</g><use href=\"#labels" + std::to_string(number) + "\"/><g class=\"pieces\">";
  for (std::size_t i = 0; i < frame.pieces.size(); ++i) {
    const auto piece = std::find_if(look.pieces.begin(), look.pieces.end(),
                                    [&](const auto& each) { return each.letter == frame.pieces[i]; });
    if (piece == look.pieces.end()) continue;
    svg += "<use href=\"#" + symbol_of(look, *piece) + "\" class=\"" + (piece->light ? "light" : "dark") + '"' +
           attribute("x", i % columns * size) + attribute("y", i / columns * size) + "/>";
  }
  svg += "</g>";
  for (const auto& arrow : arrows) {
    std::string points;
    for (const auto& name : arrow.path)
      if (const auto place = place_of(look, name))
        points += std::to_string(place->first * size + size / 2) + ',' +
                  std::to_string(place->second * size + size / 2) + ' ';
    svg += "<polyline class=\"arrow " + arrow.name + "\" points=\"" + points + "\" marker-end=\"url(#head-" +
           arrow.name + ")\"/>";
  }
  return svg + "</svg>";
}

}  // namespace crownd::annotate
