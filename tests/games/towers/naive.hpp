#pragma once

#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace towers_test {

/// A second implementation of the rules of towers, as simple as can be, that shares no code with the engine: letters on
/// an 8x8 array, row 1 first.
struct NaiveBoard {
  std::array<std::string, 8> rows;
  char side = 'b';

  /// From 32 letters, a colon and a side.
  explicit NaiveBoard(const std::string& text) : side(text.at(33)) {
    rows.fill(std::string(8, '.'));
    for (std::size_t i = 0; i < 32; ++i) rows[i / 4][i % 4 * 2 + (i / 4 % 2 == 0 ? 1 : 0)] = text.at(i);
  }

  [[nodiscard]] std::string text() const {
    std::string all;
    for (std::size_t row = 0; row < 8; ++row)
      for (std::size_t column = row % 2 == 0 ? 1 : 0; column < 8; column += 2) all += rows[row][column];
    return all + ':' + side;
  }
};

struct NaiveMove {
  std::string text;
  bool capture;
  std::string after;

  friend auto operator<=>(const NaiveMove&, const NaiveMove&) = default;
};

inline std::vector<NaiveMove> naive_moves(const NaiveBoard& board) {
  std::vector<NaiveMove> moves;
  const auto letter = [&](int row, int column) {
    if (row < 0 || row > 7 || column < 0 || column > 7) return '#';
    return board.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  const char enemy = board.side == 'b' ? 'w' : 'b';
  const int forward = board.side == 'b' ? -1 : 1;
  const auto play = [&](int row, int column, int down, int right, int length) {
    NaiveBoard next = board;
    const auto at = [&](int steps) -> char& {
      return next.rows[static_cast<std::size_t>(row + steps * down)][static_cast<std::size_t>(column + steps * right)];
    };
    char piece = at(0);
    at(0) = '.';
    if (length == 2) at(1) = '.';
    const int last = row + length * down;
    if ((board.side == 'b' && last == 0) || (board.side == 'w' && last == 7))
      piece = static_cast<char>(std::toupper(board.side));
    at(length) = piece;
    next.side = enemy;
    const auto name = [](int r, int c) { return std::string{static_cast<char>('A' + c), static_cast<char>('1' + r)}; };
    moves.push_back({name(row, column) + "-" + name(last, column + length * right), length == 2, next.text()});
  };
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      const char piece = letter(row, column);
      if (piece == '.' || std::tolower(piece) != board.side) continue;
      for (const int down : {-1, 1})
        for (const int right : {-1, 1}) {
          if (piece == board.side && down != forward) continue;
          const char near = letter(row + down, column + right);
          const char beyond = letter(row + 2 * down, column + 2 * right);
          if (near == '.') play(row, column, down, right, 1);
          if (std::tolower(near) == enemy && beyond == '.') play(row, column, down, right, 2);
        }
    }
  return moves;
}

}  // namespace towers_test
