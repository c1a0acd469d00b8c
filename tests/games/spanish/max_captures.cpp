// Proves that Spanish::max_moves is enough for the captures of any position.

#include "games/spanish/positions.hpp"
#include "support/catch.hpp"

#include <bit>

using namespace crownd;
using namespace spanish_test;

namespace {

constexpr int board_squares = 32;
constexpr int outside = -1;
using Set = std::uint32_t;  // of squares

/// Neighbours in the directions up right, up left, down left, down right: the next one is a quarter turn away.
constexpr auto neighbours = [] {
  std::array<std::array<int, 4>, board_squares> table{};
  constexpr std::array<std::pair<int, int>, 4> steps{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
  for (int square = 0; square < board_squares; ++square) {
    const int row = square / 4, column = square % 4 * 2 + row % 2;
    for (std::size_t d = 0; d < 4; ++d) {
      const int r = row + steps[d].first, c = column + steps[d].second;
      table[static_cast<std::size_t>(square)][d] = r < 0 || r > 7 || c < 0 || c > 7 ? outside : r * 4 + c / 2;
    }
  }
  return table;
}();

int next_to(int square, unsigned direction) { return neighbours[static_cast<std::size_t>(square)][direction % 4]; }
bool has(Set set, int square) { return (set >> square & 1) != 0; }

/// Numbers other than 0, few at a time; can be cleared in the time that it took to fill.
class NumberSet {
 public:
  bool insert(std::uint64_t number) {
    auto at = number * 0x9e3779b97f4a7c15ULL >> 48;
    for (; table_[at] != 0; at = (at + 1) % table_.size())
      if (table_[at] == number) return false;
    table_[at] = number;
    used_.push_back(at);
    if (2 * used_.size() > table_.size()) throw std::length_error("more captures of one piece than expected");
    return true;
  }
  void clear() {
    for (const auto at : used_) table_[at] = 0;
    used_.clear();
  }

 private:
  std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(1U << 16);
  std::vector<std::uint64_t> used_;
};

/// The number of captures for each number of taken pieces.
using Counts = std::array<int, board_squares>;

/// All captures, of any length, on a board with one own piece and the enemies only.
class Captures {
 public:
  /// Of a king: pairs of target square and captured pieces.
  const Counts& of_king(int from, Set enemies) {
    begin(enemies);
    for (unsigned direction = 0; direction < 4; ++direction) king_jump(from, direction, 0);
    return counts_;
  }

  /// Of a man that moves up or down the board.
  const Counts& of_man(int from, Set enemies, bool up) {
    begin(enemies);
    man_jumps(from, up ? 0 : 2, 0);
    return counts_;
  }

 private:
  void begin(Set enemies) {
    enemies_ = enemies;
    counts_ = {};
    found_.clear();
    visited_.clear();
  }

  void count(int end, Set taken) {
    if (found_.insert(std::uint64_t{taken} << 8 | static_cast<unsigned>(end)))
      ++counts_[static_cast<std::size_t>(std::popcount(taken))];
  }

  void king_jump(int at, unsigned direction, Set taken) {
    int victim = next_to(at, direction);
    while (victim != outside && !has(enemies_, victim)) victim = next_to(victim, direction);
    if (victim == outside || has(taken, victim)) return;
    taken |= Set{1} << victim;
    for (int end = next_to(victim, direction); end != outside && !has(enemies_, end); end = next_to(end, direction)) {
      count(end, taken);
      for (const unsigned turned : {direction, direction + 1, direction + 3})
        if (visited_.insert(std::uint64_t{taken} << 8 | static_cast<unsigned>(end) << 2 | turned % 4))
          king_jump(end, turned, taken);
    }
  }

  void man_jumps(int at, unsigned first_direction, Set taken) {
    for (const unsigned direction : {first_direction, first_direction + 1}) {
      const int victim = next_to(at, direction);
      if (victim == outside || !has(enemies_, victim)) continue;
      const int end = next_to(victim, direction);
      if (end == outside || has(enemies_, end)) continue;
      count(end, taken | Set{1} << victim);
      man_jumps(end, first_direction, taken | Set{1} << victim);
    }
  }

  Set enemies_ = 0;
  Counts counts_{};
  NumberSet found_, visited_;
};

/// The largest number of captures that take equally many of these enemies, if every other square had a piece and
/// pieces did not block each other.
int max_captures(Captures& captures, Set enemies) {
  Counts sums{};
  for (int from = 0; from < board_squares; ++from) {
    if (has(enemies, from)) continue;
    const Counts king = captures.of_king(from, enemies);
    const Counts up = captures.of_man(from, enemies, true), down = captures.of_man(from, enemies, false);
    for (std::size_t taken = 1; taken < sums.size(); ++taken)
      sums[taken] += std::max({king[taken], up[taken], down[taken]});
  }
  return *std::max_element(sums.begin(), sums.end());
}

/// Squares that can be jumped over: those not on the edge.
std::vector<int> inner_squares() {
  std::vector<int> inner;
  for (int square = 0; square < board_squares; ++square)
    if (std::ranges::count(neighbours[static_cast<std::size_t>(square)], outside) == 0) inner.push_back(square);
  return inner;
}

}  // namespace

// Other pieces only block, and enemies on the edge cannot be taken, so every capture of a position is among
// those of the enemies inside alone. By the law of quantity all legal captures take equally many.
TEST_CASE("spanish: max_moves suffices for any position") {
  const auto inner = inner_squares();
  REQUIRE(inner.size() == 18);
  Captures captures;
  int most = 0;
  for (Set chosen = 0; chosen < Set{1} << inner.size(); ++chosen) {
    Set enemies = 0;
    for (std::size_t i = 0; i < inner.size(); ++i)
      if (has(chosen, static_cast<int>(i))) enemies |= Set{1} << inner[i];
    // The board is symmetric under rotation by 180 degrees.
    Set turned = 0;
    for (int square = 0; square < board_squares; ++square)
      if (has(enemies, square)) turned |= Set{1} << (board_squares - 1 - square);
    if (enemies <= turned) most = std::max(most, max_captures(captures, enemies));
  }
  CHECK(most == 388);
  CHECK(static_cast<std::size_t>(most) <= Spanish::max_moves);
}
