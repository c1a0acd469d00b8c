#pragma once

#include "games/towers/naive.hpp"
#include "support/text.hpp"

#include <cctype>
#include <climits>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace towers_test {

/// Black's pieces less White's, towers for three.
inline int naive_cost(const NaiveBoard& board) {
  static const std::map<char, int> worth{{'b', 1}, {'B', 3}, {'w', -1}, {'W', -3}, {'.', 0}};
  int cost = 0;
  for (const auto& row : board.rows)
    for (const char letter : row) cost += worth.at(letter);
  return cost;
}

/// The machine player of the specification, literally: the action it chooses (empty if there is none) and its cost.
inline std::pair<std::string, int> naive_choice(const NaiveBoard& board, int depth) {
  const auto moves = naive_moves(board);
  const bool black = board.side == 'b';
  if (moves.empty()) return {"", black ? INT_MIN : INT_MAX};
  if (depth == 0) return {"", naive_cost(board)};
  // The naive generator's order is NW NE SW SE; the machine player's is NE SE SW NW.
  std::map<std::pair<int, int>, std::pair<std::string, int>> ordered;
  for (const auto& move : moves) {
    const auto place = [](char column, char row) { return (row - '1') * 8 + (column - 'A'); };
    const bool east = move.text[3] > move.text[0];
    const bool north = move.text[4] < move.text[1];
    const int direction = east ? (north ? 0 : 1) : (north ? 3 : 2);
    ordered[{place(move.text[0], move.text[1]), direction}] = {move.text,
                                                               naive_choice(NaiveBoard(move.after), depth - 1).second};
  }
  auto best = ordered.begin()->second;
  for (const auto& [where, candidate] : ordered)
    if (black ? candidate.second > best.second : candidate.second < best.second) best = candidate;
  return best;
}

/// Rows and the lines between them, as the specification prints a board.
inline std::vector<std::string> naive_picture(const NaiveBoard& board) {
  const std::string between = "   +---+---+---+---+---+---+---+---+";
  std::vector<std::string> lines{"     A   B   C   D   E   F   G   H", between};
  for (std::size_t row = 0; row < 8; ++row) {
    std::string line = " " + std::to_string(row + 1) + " |";
    for (const char letter : board.rows[row]) line += std::string(" ") + letter + " |";
    lines.insert(lines.end(), {line, between});
  }
  return lines;
}

/// The move of an action; empty if the action is invalid. Then `error` is the first fault that applies.
struct NaiveReading {
  NaiveMove move;
  std::string error;
};

inline NaiveReading naive_reading(const NaiveBoard& board, const std::string& action) {
  std::smatch parts;
  if (!std::regex_match(action, parts, std::regex("([A-Z])([0-9]+)-([A-Z])([0-9]+)"))) return {{}, "Illegal action."};
  // The letter in a cell, '#' outside of the board.
  const auto letter = [&](const std::string& column, const std::string& row) {
    if (column > "H" || row.size() != 1 || row < "1" || row > "8") return '#';
    return board.rows[static_cast<std::size_t>(row[0] - '1')][static_cast<std::size_t>(column[0] - 'A')];
  };
  const char source = letter(parts[1], parts[2]), target = letter(parts[3], parts[4]);
  if (source == '#') return {{}, "Source cell is outside of the board."};
  if (target == '#') return {{}, "Target cell is outside of the board."};
  if (source == '.') return {{}, "Source cell is empty."};
  if (target != '.') return {{}, "Target cell is not empty."};
  if (std::tolower(source) != board.side) return {{}, "Source cell holds opponent's piece/tower."};
  for (const auto& move : naive_moves(board))
    if (move.text == action) return {move, ""};
  return {{}, "Illegal action."};
}

/// An action that was made, the board behind it, and whether the machine player chose it.
struct BatchAction {
  std::string text;
  bool capture;
  bool computed;
  NaiveBoard before, after;
};

/// The batch form of the specification, written a second time, from its text: nothing here is shared with the program.
class NaiveBatch {
 public:
  explicit NaiveBatch(const std::string& input) {
    std::istringstream lines(input);
    for (std::string line; std::getline(lines, line);) {
      line = std::regex_replace(line, std::regex("^[ \t]+|[ \t\r]+$"), "");
      if (line == "A" || line == "P") {
        command_ = line[0];
        let_machine_play(line == "A" ? 1 : 10);
        return;
      }
      if (line.empty()) continue;
      const auto reading = naive_reading(board_, line);
      if (!reading.error.empty()) {
        last_line_ = "ERROR: " + reading.error;
        return;
      }
      make(reading.move, false);
    }
  }

  [[nodiscard]] const std::vector<BatchAction>& actions() const { return actions_; }
  /// The board behind all actions.
  [[nodiscard]] const NaiveBoard& board() const { return board_; }
  /// 'A' or 'P', '-' without a command.
  [[nodiscard]] char command() const { return command_; }
  /// The error, or who wins; empty if neither is printed.
  [[nodiscard]] const std::string& last_line() const { return last_line_; }

  [[nodiscard]] std::string output() const {
    std::string text = "BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n" + lines_of(NaiveBoard(start));
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const auto& action = actions_[i];
      text += "=====================================\n";
      text += std::string(action.computed ? "*** " : "") + (i % 2 == 0 ? "BLACK" : "WHITE") + " ACTION #" +
              std::to_string(i + 1) + ": " + action.text + "\n";
      text += "BOARD COST: " + std::to_string(naive_cost(action.after)) + "\n" + lines_of(action.after);
    }
    return text + last_line_ + (last_line_.empty() ? "" : "\n");
  }

 private:
  static constexpr const char* start = "wwwwwwwwwwww........bbbbbbbbbbbb:b";

  static std::string lines_of(const NaiveBoard& board) {
    std::string text;
    for (const auto& line : naive_picture(board)) text += line + "\n";
    return text;
  }

  void make(const NaiveMove& move, bool computed) {
    const NaiveBoard after(move.after);
    actions_.push_back({move.text, move.capture, computed, board_, after});
    board_ = after;
  }

  void let_machine_play(int count) {
    for (int i = 0; i < count; ++i) {
      const auto action = naive_choice(board_, 3).first;
      if (action.empty()) {
        last_line_ = board_.side == 'b' ? "WHITE WIN!" : "BLACK WIN!";
        return;
      }
      make(naive_reading(board_, action).move, true);
    }
  }

  NaiveBoard board_{start};
  std::vector<BatchAction> actions_;
  char command_ = '-';
  std::string last_line_;
};

/// An input of the folder batch/: its name, its text, and its output if the folder has one, else an empty
/// text.
struct BatchFile {
  std::string name, input, output;
};

inline std::vector<BatchFile> batch_files() {
  using crownd::testing::read_file;
  const std::filesystem::path folder = CROWND_SOURCE_DIR "/tests/games/towers/batch";
  std::map<std::string, std::string> inputs;
  std::istringstream games(read_file(folder / "games.txt"));
  std::string name;
  for (std::string word; games >> word;)
    if (word.ends_with(':'))
      name = word.substr(0, word.size() - 1);
    else
      inputs[name] += word + '\n';
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".in") inputs[entry.path().stem().string()] = read_file(entry.path());
  std::vector<BatchFile> files;
  for (const auto& [known, input] : inputs) files.push_back({known, input, read_file(folder / (known + ".out"))});
  return files;
}

inline BatchFile batch_file(const std::string& name) {
  for (const auto& file : batch_files())
    if (file.name == name) return file;
  throw std::logic_error("there is no input " + name);
}

}  // namespace towers_test
