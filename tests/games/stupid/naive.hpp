#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace stupid_test {

/// The pieces on the squares, row by row, and the side to move: a second implementation of the rules that shares no
/// code with the engine.
struct NaiveBoard {
  std::array<char, 64> squares{};
  char mover = 'r';

  /// From eight rows of eight letters with one character between them, then the side.
  explicit NaiveBoard(const std::string& text) : mover(text.back()) {
    for (std::size_t i = 0; i < 64; ++i) squares[i] = text.at(i / 8 * 9 + i % 8);
  }

  [[nodiscard]] std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < 64; ++i) {
      if (i > 0 && i % 8 == 0) all += '/';
      all += squares[i];
    }
    return all + ' ' + mover;
  }

  [[nodiscard]] NaiveBoard passed() const {
    NaiveBoard after = *this;
    after.mover = mover == 'r' ? 'b' : 'r';
    return after;
  }
};

struct NaiveMove {
  std::size_t from;
  std::size_t to;
  NaiveBoard after;

  [[nodiscard]] std::string text() const { return name(from) + name(to); }
  [[nodiscard]] static std::string name(std::size_t square) {
    return {static_cast<char>('A' + square % 8), static_cast<char>('1' + square / 8)};
  }
};

inline std::vector<NaiveMove> naive_moves(const NaiveBoard& board) {
  std::vector<NaiveMove> moves;
  const auto left = [&](char piece) { return std::count(board.squares.begin(), board.squares.end(), piece); };
  if (left('r') == 0 || left('b') == 0) return moves;
  for (std::size_t from = 0; from < 64; ++from)
    for (std::size_t to = 0; to < 64; ++to) {
      if (board.squares[from] != board.mover || board.squares[to] == board.mover) continue;
      auto after = board.passed();
      after.squares[from] = '.';
      after.squares[to] = board.mover;
      moves.push_back({from, to, after});
    }
  return moves;
}

}  // namespace stupid_test
