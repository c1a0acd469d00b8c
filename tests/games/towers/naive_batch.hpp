#pragma once

#include "games/towers/naive_machine.hpp"

#include <cctype>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace towers_test {

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

/// The move that an action is; one that is none has an empty text. Then the error says what is wrong, the first that
/// applies.
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
        refused_ = line;
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
  /// The action that is an error; empty if there is none.
  [[nodiscard]] const std::string& refused() const { return refused_; }

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
  std::string last_line_, refused_;
};

}  // namespace towers_test
