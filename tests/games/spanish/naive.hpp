#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// A second implementation of Spanish draughts, from the text of the rules: an 8x8 board of letters, one jump after
/// the other, slow, no code of the engine. It exchanges only position and move texts with it.
namespace spanish_naive {

/// Start, end, captured squares: what distinguishes moves by the rules.
using MoveKey = std::tuple<int, int, std::set<int>>;

struct Cell {
  int row = 0;
  int column = 0;
};

/// Rule 5: 32 is the upper left corner, 1 the lower right one.
inline Cell cell_of(int number) {
  const int row = (32 - number) / 4;
  return {row, (32 - number) % 4 * 2 + row % 2};
}
inline int number_at(Cell cell) { return 32 - cell.row * 4 - cell.column / 2; }

class Board {
 public:
  /// From a position text of the engine.
  explicit Board(std::string_view text) : turn_(text[0] == 'W' ? 'w' : 'b') {
    for (auto& row : cells_) row.fill('.');
    char colour = ' ';
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (text[i] == 'W') colour = 'w';
      if (text[i] == 'B') colour = 'b';
      if (text[i] < '0' || text[i] > '9') continue;
      const bool king = text[i - 1] == 'K';
      int number = 0;
      for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) number = number * 10 + (text[i] - '0');
      --i;
      at(cell_of(number)) = king ? static_cast<char>(colour - 'a' + 'A') : colour;
    }
  }

  [[nodiscard]] std::string text() const { return (turn_ == 'w' ? "W:W" : "B:W") + list('w') + ":B" + list('b'); }

  /// Every legal move with the texts of all its routes.
  [[nodiscard]] std::map<MoveKey, std::set<std::string>> moves() const {
    if (list('w').empty() || list('b').empty()) return {};
    std::vector<Capture> captures;
    for (int number = 1; number <= 32; ++number)
      if (is_own(at(cell_of(number)))) jump_on({{number}, {}}, captures);
    if (captures.empty()) return steps();
    std::pair<int, int> most{0, 0};
    for (const auto& capture : captures) most = std::max(most, worth(capture));
    std::map<MoveKey, std::set<std::string>> result;
    for (const auto& capture : captures)
      if (worth(capture) == most) result[key(capture)].insert(text_of(capture));
    return result;
  }

  [[nodiscard]] Board after(const MoveKey& move) const {
    const auto& [from, to, taken] = move;
    Board next = *this;
    char piece = at(cell_of(from));
    next.at(cell_of(from)) = '.';
    for (const int number : taken) next.at(cell_of(number)) = '.';
    if (piece == 'w' && cell_of(to).row == 0) piece = 'W';
    if (piece == 'b' && cell_of(to).row == 7) piece = 'B';
    next.at(cell_of(to)) = piece;
    next.turn_ = turn_ == 'w' ? 'b' : 'w';
    return next;
  }

 private:
  struct Capture {
    std::vector<int> squares;
    std::set<int> taken;
  };

  [[nodiscard]] char& at(Cell cell) { return cells_[unsigned(cell.row)][unsigned(cell.column)]; }
  [[nodiscard]] char at(Cell cell) const { return cells_[unsigned(cell.row)][unsigned(cell.column)]; }
  [[nodiscard]] static bool inside(Cell cell) {
    return cell.row >= 0 && cell.row < 8 && cell.column >= 0 && cell.column < 8;
  }
  [[nodiscard]] static bool is_king(char piece) { return piece == 'W' || piece == 'B'; }
  [[nodiscard]] bool is_own(char piece) const { return piece != '.' && (piece | 0x20) == turn_; }
  [[nodiscard]] bool is_enemy(char piece) const { return piece != '.' && (piece | 0x20) != turn_; }
  [[nodiscard]] bool may_go(char piece, int down) const { return is_king(piece) || down == (turn_ == 'w' ? -1 : 1); }

  [[nodiscard]] std::string list(char colour) const {
    std::string result;
    for (int number = 1; number <= 32; ++number) {
      const char piece = at(cell_of(number));
      if (piece == '.' || (piece | 0x20) != colour) continue;
      result += (result.empty() ? "" : ",") + std::string(is_king(piece) ? "K" : "") + std::to_string(number);
    }
    return result;
  }

  [[nodiscard]] std::map<MoveKey, std::set<std::string>> steps() const {
    std::map<MoveKey, std::set<std::string>> result;
    for (int number = 1; number <= 32; ++number) {
      const char piece = at(cell_of(number));
      if (!is_own(piece)) continue;
      for (const int down : {-1, 1})
        for (const int right : {-1, 1})
          for (int far = 1; may_go(piece, down) && far <= (is_king(piece) ? 7 : 1); ++far) {
            const Cell to{cell_of(number).row + far * down, cell_of(number).column + far * right};
            if (!inside(to) || at(to) != '.') break;
            result[{number, number_at(to), {}}].insert(std::to_string(number) + "-" + std::to_string(number_at(to)));
          }
    }
    return result;
  }

  /// Rules 14 to 19: adds the capture if no more jumps are possible, else continues in every possible way.
  void jump_on(const Capture& so_far, std::vector<Capture>& found) const {
    const char piece = at(cell_of(so_far.squares.front()));
    const auto free = [&](Cell cell) {
      return inside(cell) && (at(cell) == '.' || number_at(cell) == so_far.squares.front());
    };
    bool ended = true;
    for (const int down : {-1, 1})
      for (const int right : {-1, 1}) {
        if (!may_go(piece, down)) continue;
        Cell cell = cell_of(so_far.squares.back());
        const auto advance = [&] { cell = {cell.row + down, cell.column + right}; };
        advance();
        while (is_king(piece) && free(cell)) advance();
        if (!inside(cell) || !is_enemy(at(cell)) || so_far.taken.count(number_at(cell)) > 0) continue;
        const int victim = number_at(cell);
        for (advance(); free(cell); advance()) {
          ended = false;
          Capture longer = so_far;
          longer.squares.push_back(number_at(cell));
          longer.taken.insert(victim);
          jump_on(longer, found);
          if (!is_king(piece)) break;
        }
      }
    if (ended && !so_far.taken.empty()) found.push_back(so_far);
  }

  /// Rules 22 and 23: how many, then how many kings among them.
  [[nodiscard]] std::pair<int, int> worth(const Capture& capture) const {
    int kings = 0;
    for (const int number : capture.taken) kings += is_king(at(cell_of(number))) ? 1 : 0;
    return {int(capture.taken.size()), kings};
  }

  [[nodiscard]] static MoveKey key(const Capture& capture) {
    return {capture.squares.front(), capture.squares.back(), capture.taken};
  }

  [[nodiscard]] static std::string text_of(const Capture& capture) {
    std::string text;
    for (const int number : capture.squares) text += (text.empty() ? "" : "x") + std::to_string(number);
    return text;
  }

  std::array<std::array<char, 8>, 8> cells_{};
  char turn_;
};

}  // namespace spanish_naive
