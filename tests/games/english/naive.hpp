#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// A second implementation of the rules, as a person would follow them on a board: slow, plain, no code of the engine.
namespace naive {

using Cell = std::pair<int, int>;  ///< row and column, from 0 at the upper left

struct Move {
  std::set<std::string> routes;  ///< in PDN, all that lead to the same result
  std::string result;            ///< the position text afterwards
};

struct Board {
  std::array<std::array<char, 8>, 8> cells{};
  char mover = 'b';

  explicit Board(const std::string& text) : mover(text.at(33)) {
    std::size_t next = 0;
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column) at({row, column}) = (row + column) % 2 == 1 ? text.at(next++) : ' ';
  }

  [[nodiscard]] std::string text() const {
    std::string result;
    for (const auto& row : cells)
      for (const char cell : row)
        if (cell != ' ') result += cell;
    return result + ':' + mover;
  }

  char& at(Cell c) { return cells[static_cast<std::size_t>(c.first)][static_cast<std::size_t>(c.second)]; }
  [[nodiscard]] char at(Cell c) const {
    return cells[static_cast<std::size_t>(c.first)][static_cast<std::size_t>(c.second)];
  }

  [[nodiscard]] static bool on_board(Cell c) { return c.first >= 0 && c.first < 8 && c.second >= 0 && c.second < 8; }
  [[nodiscard]] static std::string number(Cell c) { return std::to_string(32 - (c.first * 4 + c.second / 2)); }

  [[nodiscard]] bool is_own(char piece) const {
    return mover == 'a' ? piece == 'a' || piece == 'A' : piece == 'b' || piece == 'B';
  }
  [[nodiscard]] bool is_enemy(char piece) const { return piece != ' ' && piece != '.' && !is_own(piece); }

  /// The directions of a piece: forward for a man, all four for a king.
  [[nodiscard]] static std::vector<Cell> ways(char piece) {
    if (piece == 'a') return {{1, -1}, {1, 1}};
    if (piece == 'b') return {{-1, -1}, {-1, 1}};
    return {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
  }
  [[nodiscard]] static bool is_crowned_on(char man, int row) {
    return (man == 'a' && row == 7) || (man == 'b' && row == 0);
  }

  [[nodiscard]] Board finished(char piece, Cell to) const {
    Board after = *this;
    if (is_crowned_on(piece, to.first)) piece = piece == 'a' ? 'A' : 'B';
    after.at(to) = piece;
    after.mover = mover == 'a' ? 'b' : 'a';
    return after;
  }
};

/// All captures of a piece, lifted from the board, from the square `here`; captured men are off the board.
/// A man that was jumped is never landed on, so removing it at once or at the end makes no difference.
inline void capture(const Board& board, char piece, Cell start, Cell here, const std::string& route,
                    std::set<Cell> taken, std::map<std::pair<std::pair<Cell, Cell>, std::set<Cell>>, Move>& found) {
  bool more = false;
  const bool just_crowned = !taken.empty() && Board::is_crowned_on(piece, here.first);
  for (const auto& [down, right] : Board::ways(piece)) {
    const Cell over{here.first + down, here.second + right};
    const Cell landing{here.first + 2 * down, here.second + 2 * right};
    if (just_crowned || !Board::on_board(landing)) continue;
    if (!board.is_enemy(board.at(over)) || board.at(landing) != '.') continue;
    more = true;
    Board next = board;
    next.at(over) = '.';
    auto taken_too = taken;
    taken_too.insert(over);
    capture(next, piece, start, landing, route + 'x' + Board::number(landing), taken_too, found);
  }
  if (more || taken.empty()) return;
  Move& move = found[{{start, here}, taken}];
  move.routes.insert(route);
  move.result = board.finished(piece, here).text();
}

/// The legal moves by their name: the first of their routes.
inline std::map<std::string, std::string> legal_moves(const Board& board, std::vector<Move>* all = nullptr) {
  std::map<std::pair<std::pair<Cell, Cell>, std::set<Cell>>, Move> captures;
  std::map<std::string, std::string> steps;
  bool enemy_left = false;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const Cell from{row, column};
      const char piece = board.at(from);
      if (board.is_enemy(piece)) enemy_left = true;
      if (!board.is_own(piece)) continue;
      Board lifted = board;
      lifted.at(from) = '.';
      capture(lifted, piece, from, from, Board::number(from), {}, captures);
      for (const auto& [down, right] : Board::ways(piece)) {
        const Cell to{row + down, column + right};
        if (Board::on_board(to) && board.at(to) == '.')
          steps[Board::number(from) + '-' + Board::number(to)] = lifted.finished(piece, to).text();
      }
    }
  }
  if (!enemy_left) return {};
  if (captures.empty()) return steps;
  std::map<std::string, std::string> named;
  for (const auto& [what, move] : captures) {
    named[*move.routes.begin()] = move.result;
    if (all != nullptr) all->push_back(move);
  }
  return named;
}

}  // namespace naive
