#include "games/reduced_chess/diagram.hpp"

#include "games/text/fen_rows.hpp"

namespace crownd::reduced_chess {

std::string name_of(Place place) {
  return std::string(1, static_cast<char>('a' + place.column)) + std::to_string(place.row + 1);
}

std::vector<Place> places_of(const Diagram& diagram, Side side) {
  std::vector<Place> places;
  for (const char kind : {'K', 'R', 'B'})
    for (Place place; place.column < diagram.size; ++place.column)
      for (place.row = 0; place.row < diagram.size; ++place.row)
        if (diagram.at(place) == letter_of(kind, side)) places.push_back(place);
  return places;
}

std::string format_list(const Diagram& diagram) {
  std::string text = std::to_string(diagram.size);
  for (const Side side : {Side::first, Side::second}) {
    char separator = ' ';
    for (const Place place : places_of(diagram, side)) {
      text += separator;
      text += kind_of(diagram.at(place)) + name_of(place);
      separator = ',';
    }
  }
  return text + (diagram.side == Side::first ? " w" : " b");
}

std::string format_fen(const Diagram& diagram) {
  const std::string text = text::format_fen_rows(diagram.size, diagram.size, [&](int row, int column) {
    const char letter = diagram.at({column, row});
    return letter == Diagram::nothing ? '\0' : letter;
  });
  return text + (diagram.side == Side::first ? " w - - " : " b - - ") +
         std::to_string(diagram.counters.reversible_plies) + ' ' + std::to_string(diagram.counters.move);
}

std::vector<std::string> draw(const Diagram& diagram) {
  std::vector<std::string> lines;
  for (int row = diagram.size - 1; row >= 0; --row) {
    std::string line = row + 1 < 10 ? " " : "";
    line += std::to_string(row + 1);
    for (int column = 0; column < diagram.size; ++column) {
      line += ' ';
      line += diagram.at({column, row});
    }
    lines.push_back(line);
  }
  std::string letters = "  ";
  for (int column = 0; column < diagram.size; ++column) {
    letters += ' ';
    letters += static_cast<char>('a' + column);
  }
  lines.push_back(letters);
  return lines;
}

}  // namespace crownd::reduced_chess
