#include "terminal/game_file.hpp"

#include "terminal/pdn.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace crownd::terminal {

namespace {

/// No game comes near it; what is longer is not read to its end.
constexpr std::size_t longest_file = 1 << 20;

std::string write_list(const GameInfo& game, const Record& record) {
  std::string text = "game " + std::string(game.name) + "\nstart " + record.start + "\n";
  for (const auto& move : record.moves) text += move + "\n";
  return text;
}

Record read_list(const GameInfo& game, const std::string& text) {
  Record record;
  std::istringstream lines(text);
  bool named = false;
  for (std::string line; std::getline(lines, line);) {
    wire::Words words(line);
    if (words.empty() || words.peek().front() == '#') continue;
    if (words.take_if("game")) {
      if (words.peek() != game.name)
        throw FileError("it holds a game of " + std::string(words.peek()) + ", not of " + std::string(game.name));
      named = true;
    } else if (words.take_if("start")) {
      record.start = words.take_rest();
    } else {
      while (!words.empty()) record.moves.emplace_back(words.take());
    }
  }
  if (!named) throw FileError("it is not a saved game: the line 'game " + std::string(game.name) + "' is missing");
  return record;
}

/// "Kc5,Ra2" with a space behind each comma, as the specification writes it.
std::string spaced(std::string_view pieces) {
  std::string text;
  for (const char c : pieces) text += c == ',' ? ", " : std::string(1, c);
  return text;
}

bool fits_board_file(const std::string& line) {
  return std::all_of(line.begin(), line.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ',' || c == ' ' || c == '-';
  });
}

}  // namespace

std::string file_of_game(const GameInfo& game, const Record& record, const Result& result) {
  return game.pdn_type.empty() ? write_list(game, record) : write_pdn(game, record, result);
}

Record game_of_file(const GameInfo& game, const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw FileError("it is empty");
  if (!game.pdn_type.empty()) return read_pdn(game, text);
  if (game.name == "reduced-chess" && std::isdigit(static_cast<unsigned char>(text[first])) != 0)
    return {position_of_board_file(text), {}, {}};
  return read_list(game, text);
}

std::string board_file_of(std::string_view position) {
  wire::Words words(position);
  std::string text;
  for (int line = 0; line < 3; ++line) text += spaced(words.take()) + "\n";
  return text;
}

std::string position_of_board_file(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!fits_board_file(line)) throw FileError("a board has only letters, digits, commas and spaces");
    lines.push_back(line);
  }
  while (!lines.empty() && lines.back().find_first_not_of(' ') == std::string::npos) lines.pop_back();
  if (lines.size() != 3) throw FileError("a board is three lines: its size, White's pieces, Black's pieces");
  return lines[0] + " | " + lines[1] + " | " + lines[2] + " | w";
}

std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw FileError("cannot read " + name + ": " + std::strerror(errno));
  std::string text(longest_file, '\0');
  errno = 0;
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  if (file.bad() || errno != 0) throw FileError("cannot read " + name + ": " + std::strerror(errno));
  return text;
}

void write_file(const std::string& name, const std::string& text) {
  errno = 0;
  std::ofstream file(name, std::ios::binary);
  file << text << std::flush;
  if (!file)
    throw FileError("cannot write " + (name.empty() ? "a file without a name" : name) + ": " + std::strerror(errno));
}

}  // namespace crownd::terminal
