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

/// No game comes near it, runs of spaces counted as one; what is longer is not read to its end.
constexpr std::size_t longest_file = 1 << 20;

std::string player_line(std::string_view side, Player player, const Strength& strength) {
  const auto start = "player " + std::string(side);
  if (player == Player::human) return start + " human\n";
  std::string line = start + " engine";
  if (strength.specification_machine) line += " minimax";
  for (const auto& setting : settings)
    if (const auto value = strength.*setting.value)
      line += " " + std::string(setting.word) + " " + std::to_string(*value);
  return line + "\n";
}

/// What stands behind `player`.
void read_player(const GameInfo& info, wire::Words& words, SavedGame& game) {
  const auto wrong = [&] {
    return FileError("a player is told as 'player " + std::string(info.sides[0]) +
                     " human', or 'engine' and how it plays");
  };
  const auto side = words.take();
  if (side != info.sides[0] && side != info.sides[1]) throw wrong();
  const bool is_human = words.take_if("human");
  if (!is_human && !words.take_if("engine")) throw wrong();
  game.sides[side_index(info, side)] = is_human ? Player::human : Player::engine;
  while (!words.empty()) {
    if (words.take_if("minimax")) {
      game.strength.specification_machine = true;
      continue;
    }
    const auto* const setting =
        std::find_if(std::begin(settings), std::end(settings), [&](const auto& s) { return words.take_if(s.word); });
    if (is_human || setting == std::end(settings)) throw wrong();
    game.strength.*setting->value = value_of(*setting, words.take());
  }
}

std::string write_list(const GameInfo& info, const SavedGame& game) {
  std::string text = "game " + std::string(info.name) + "\n";
  for (const std::size_t side : {0U, 1U})
    if (game.sides[side]) text += player_line(info.sides[side], *game.sides[side], game.strength);
  text += "start " + game.record.start + "\n";
  for (const auto& move : game.record.moves) text += move + "\n";
  return text;
}

SavedGame read_list(const GameInfo& game, const std::string& text) {
  SavedGame saved;
  Record& record = saved.record;
  std::istringstream lines(text);
  bool named = false;
  for (std::string line; std::getline(lines, line);) {
    wire::Words words(line);
    if (words.empty() || words.peek().front() == '#') continue;
    if (words.take_if("game")) {
      if (words.peek() != game.name)
        throw FileError("it holds a game of " + std::string(words.peek()) + ", not of " + std::string(game.name));
      named = true;
    } else if (words.take_if("player")) {
      read_player(game, words, saved);
    } else if (words.take_if("start")) {
      record.start = words.take_rest();
    } else {
      while (!words.empty()) record.moves.emplace_back(words.take());
    }
  }
  if (!named) throw FileError("it is not a saved game: the line 'game " + std::string(game.name) + "' is missing");
  return saved;
}

/// "Kc5,Ra2" with a space behind each comma, as the specification writes it.
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

/// The first line of a board file. It stands first in a command, where the protocol would understand some words too.
std::string_view size_in(std::string_view line) {
  const auto size = trimmed(line);
  if (!wire::read_number(size)) throw FileError("the first line of a board is its size, a single number");
  return size;
}

/// One of the other two lines, each comma with one space behind it and none at the end.
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

std::string shown(const std::string& name) { return name.empty() ? "a file without a name" : name; }

}  // namespace

int value_of(const Setting& setting, std::string_view word) {
  const auto number = wire::read_number(word);
  if (!number || *number < setting.least || *number > setting.most)
    throw FileError(std::string(setting.word) + " is a number from " + std::to_string(setting.least) + " to " +
                    std::to_string(setting.most) + ", not " + wire::quoted(word));
  return static_cast<int>(*number);
}

SavedGame saved(const Record& record, const Players& players) {
  return {record, {players.sides[0], players.sides[1]}, players.strength};
}

Players players_of(const SavedGame& game, const Players& before) {
  Players players = before;
  for (const std::size_t side : {0U, 1U}) players.sides[side] = game.sides[side].value_or(before.sides[side]);
  if (game.has_engine()) players.strength = game.strength;
  return players;
}

std::string file_of_game(const GameInfo& info, const SavedGame& game, const wire::Status& status) {
  return info.pdn_type.empty() ? write_list(info, game) : write_pdn(info, game, status);
}

SavedGame game_of_file(const GameInfo& game, const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw FileError("it is empty");
  if (!game.pdn_type.empty()) return read_pdn(game, text);
  if (game.name == "reduced-chess" && std::isdigit(static_cast<unsigned char>(text[first])) != 0)
    return {{position_of_board_file(text), {}, {}}, {}, {}};
  return read_list(game, text);
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

std::string read_file(const std::string& name) {
  const auto cannot = [&] { return FileError("cannot read " + shown(name) + ": " + std::strerror(errno)); };
  std::ifstream file(name, std::ios::binary);
  if (!file) throw cannot();
  std::string text;
  errno = 0;
  for (char c = 0; text.size() < longest_file && file.get(c);)
    if (c != ' ' || text.empty() || text.back() != ' ') text += c;
  if (file.bad() || errno != 0) throw cannot();
  return text;
}

void write_file(const std::string& name, const std::string& text) {
  errno = 0;
  std::ofstream file(name, std::ios::binary);
  file << text << std::flush;
  if (!file) throw FileError("cannot write " + shown(name) + ": " + std::strerror(errno));
}

}  // namespace crownd::terminal
