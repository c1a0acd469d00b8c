#include "terminal/reduced_chess_board_file.hpp"

#include "terminal/game_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

namespace crownd::terminal {

namespace {

constexpr int most_rows = 26;

/// "Kc5,Ra2" with a space after each comma, as the specification writes it.
std::string spaced(std::string_view pieces) {
  std::string text;
  for (const char c : pieces) text += c == ',' ? ", " : std::string(1, c);
  return text;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

bool is_piece(std::string_view text) {
  if (text.empty() || std::string_view("KRB").find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return take_square(text) && text.empty();
}

/// The first line of a board file. It becomes the first word of a command, where the protocol knows some keywords too.
std::string_view size_in(std::string_view line) {
  const auto size = trimmed(line);
  if (!wire::read_number(size)) throw FileError("the first line of a board is its size, a single number");
  return size;
}

/// One of the other two lines, with one space after each comma and none at the end.
std::string pieces_in(std::string_view line) {
  std::string text;
  for (line = trimmed(line); !line.empty();) {
    const auto comma = std::min(line.find(','), line.size());
    const auto piece = trimmed(line.substr(0, comma));
    if (!is_piece(piece)) throw FileError("a piece is K, R or B and its square, like Kc5, not " + wire::quoted(piece));
    text += (text.empty() ? "" : ", ") + std::string(piece);
    line.remove_prefix(std::min(comma + 1, line.size()));
  }
  return text;
}

}  // namespace

bool take_square(std::string_view& text) {
  if (text.empty() || text.front() < 'a' || text.front() > 'z') return false;
  const auto end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  const auto row = text.substr(1, end - 1);
  if (row.empty() || row.size() > 2 || row.front() == '0' || wire::read_number(row).value_or(0) > most_rows)
    return false;
  text.remove_prefix(end);
  return true;
}

std::string board_file_of(std::string_view position) {
  wire::Words words(position);
  std::string text;
  for (int line = 0; line < 3; ++line) text += spaced(words.take()) + "\n";
  return text;
}

std::string position_of_board_file(const std::string& text) {
  if (text.size() >= longest_file) throw FileError("it is too long for a board");
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  if (lines.size() != 3) throw FileError("a board is three lines: its size, White's pieces, Black's pieces");
  return std::string(size_in(lines[0])) + " | " + pieces_in(lines[1]) + " | " + pieces_in(lines[2]) + " | w";
}

}  // namespace crownd::terminal
