#pragma once

#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// A second implementation of the rules of reduced chess, written from their text without code of the engine: a plain
/// array, one step after another, and every move is made to see whether it leaves its own king in check. Simple, slow.
namespace crownd::testing::naive_chess {

struct Board {
  int size = 0;
  bool white_to_move = true;
  std::vector<std::string> rows;  ///< rows[0] is row 1; K R B k r b or a dot

  Board(int board_size, bool white) : size(board_size), white_to_move(white) {
    rows.assign(static_cast<std::size_t>(size), std::string(static_cast<std::size_t>(size), '.'));
  }
  [[nodiscard]] bool inside(int column, int row) const {
    return column >= 0 && row >= 0 && column < size && row < size;
  }
  [[nodiscard]] char at(int column, int row) const {
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  char& at(int column, int row) { return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }
};

inline bool is_white(char piece) { return piece == 'K' || piece == 'R' || piece == 'B'; }
inline char capital(char piece) { return piece == 'k' ? 'K' : piece == 'r' ? 'R' : piece == 'b' ? 'B' : piece; }

inline char other_colour(char piece) {
  return piece == '.' ? piece : static_cast<char>(static_cast<unsigned char>(piece) ^ 0x20U);  // the case of a letter
}

inline std::string name(int column, int row) {
  return std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
}

/// The one-line text, pieces in no particular order.
inline std::string text_of(const Board& board) {
  std::string lists[2];
  for (int row = 0; row < board.size; ++row)
    for (int column = 0; column < board.size; ++column)
      if (const char piece = board.at(column, row); piece != '.') {
        std::string& list = lists[is_white(piece) ? 0 : 1];
        if (!list.empty()) list += ',';
        list += capital(piece) + name(column, row);
      }
  return std::to_string(board.size) + ' ' + lists[0] + ' ' + lists[1] + (board.white_to_move ? " w" : " b");
}

/// Reads the one-line text.
inline Board board_of(const std::string& text) {
  std::istringstream words(text);
  int size = 0;
  std::string lists[2], side;
  words >> size >> lists[0] >> lists[1] >> side;
  Board board(size, side == "w");
  for (const int colour : {0, 1}) {
    std::istringstream pieces(lists[colour]);
    char piece = ' ', column = ' ', comma = ' ';
    for (int row = 0; pieces >> piece >> column >> row; pieces >> comma)
      board.at(column - 'a', row - 1) = colour == 0 ? piece : other_colour(piece);
  }
  return board;
}

/// Squares a piece of that kind could move to from a square (pseudo-legal: own pieces block).
inline std::vector<std::pair<int, int>> ways(const Board& board, int column, int row) {
  const char piece = board.at(column, row);
  const char kind = capital(piece);
  std::vector<std::pair<int, int>> result;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const bool straight = dx == 0 || dy == 0;
      if ((dx == 0 && dy == 0) || (kind == 'R' && !straight) || (kind == 'B' && straight)) continue;
      for (int x = column + dx, y = row + dy; board.inside(x, y); x += dx, y += dy) {
        const char other = board.at(x, y);
        if (other != '.' && is_white(other) == is_white(piece)) break;
        result.emplace_back(x, y);
        if (other != '.' || kind == 'K') break;
      }
    }
  return result;
}

/// Whether the king of that side could be captured: some piece in its eight directions reaches it.
inline bool in_check(const Board& board, bool white) {
  int kx = 0, ky = 0;
  for (int row = 0; row < board.size; ++row)
    for (int column = 0; column < board.size; ++column)
      if (board.at(column, row) == (white ? 'K' : 'k')) kx = column, ky = row;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      if (dx == 0 && dy == 0) continue;
      for (int x = kx + dx, y = ky + dy, steps = 1; board.inside(x, y); x += dx, y += dy, ++steps) {
        const char other = board.at(x, y);
        if (other == '.') continue;
        const char kind = capital(other);
        const bool straight = dx == 0 || dy == 0;
        if (is_white(other) != white &&
            ((kind == 'R' && straight) || (kind == 'B' && !straight) || (kind == 'K' && steps == 1)))
          return true;
        break;
      }
    }
  return false;
}

inline Board made(const Board& board, int column, int row, int x, int y) {
  Board next = board;
  next.at(x, y) = next.at(column, row);
  next.at(column, row) = '.';
  next.white_to_move = !board.white_to_move;
  return next;
}

struct Play {
  std::string text;
  int column, row, x, y;
};

inline std::vector<Play> legal_moves(const Board& board) {
  std::vector<Play> result;
  for (int row = 0; row < board.size; ++row)
    for (int column = 0; column < board.size; ++column) {
      const char piece = board.at(column, row);
      if (piece == '.' || is_white(piece) != board.white_to_move) continue;
      for (const auto& [x, y] : ways(board, column, row)) {
        if (capital(board.at(x, y)) == 'K') continue;
        if (!in_check(made(board, column, row, x, y), board.white_to_move))
          result.push_back({name(column, row) + name(x, y), column, row, x, y});
      }
    }
  return result;
}

}  // namespace crownd::testing::naive_chess
