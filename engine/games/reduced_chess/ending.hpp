#pragma once

#include "core/rules.hpp"
#include "games/reduced_chess/position.hpp"

#include <algorithm>
#include <cstdlib>

namespace crownd::reduced_chess {

/// Endings have at most this many men, kings included.
inline constexpr std::size_t max_men = 5;

struct Man {
  int army;  ///< 0 or 1
  Kind kind;
  Place place;
};

/// One material on one board size, for endgame tables: its positions, and the moves between them, without bitboards.
///
/// The first army is the stronger one; if both are alike, the one to move. Order of men: kings of both armies, then the
/// rooks and bishops of the first, then those of the second. The board is turned and mirrored so that the first king is
/// in the triangle a1-d1-d4 (of 8x8). The squares of the men are the digits of a place. With the first king on an edge
/// of the triangle, a position and its mirror image may have two places of equal value.
class Ending {
 public:
  static constexpr bool sizes_vary = true;

  /// From a code as in a TableIndex; not 0.
  explicit Ending(std::uint64_t code);

  /// The spot of a position of these men with the army to move, 0 or 1. Its ending is 0 if no side can ever mate.
  [[nodiscard]] static TableIndex spot_of(int size, std::span<const Man> men, int to_move);

  [[nodiscard]] std::uint64_t code() const { return code_; }
  [[nodiscard]] int pieces() const { return static_cast<int>(count_); }
  [[nodiscard]] std::uint64_t places() const { return triangle_.size() * strides_[0]; }
  [[nodiscard]] std::uint64_t table_places() const { return 2 * places(); }
  /// For people and file names: "KRvKB-8", the number being the size of the board.
  [[nodiscard]] std::string name() const;
  /// The endings that captures lead to, except those with code 0.
  [[nodiscard]] std::vector<std::uint64_t> smaller() const;

  /// Whether no two men share a square and the army not to move is not in check.
  [[nodiscard]] bool is_possible(int to_move, std::uint64_t place) const;
  [[nodiscard]] bool may_leave(int to_move, std::uint64_t place) const;
  [[nodiscard]] Score end_without_moves(int to_move, std::uint64_t place) const {
    return is_in_check(men_at(place), to_move, count_) ? Score::loss_in(0) : Score::draw();
  }

  template <class Inside, class Outside>
  bool for_each_move(int to_move, std::uint64_t place, Inside inside, Outside outside) const {
    const Places men = men_at(place);
    const auto [first, last] = army_[index(to_move)];
    const auto meet = [&](const Places& next, std::size_t other) { return capture(next, other, to_move, outside); };
    if (!king_steps(men, index(to_move), place, inside, meet)) return false;
    for (std::size_t i = first; i < last; ++i)
      if (!slide(men, i, place, inside, meet)) return false;
    return true;
  }

  template <class Visit>
  void for_each_predecessor(int to_move, std::uint64_t place, Visit visit) const {
    const Places men = men_at(place);
    const auto always = [&](std::uint64_t before) {
      visit(before);
      return true;
    };
    const auto ignore = [](const auto&, std::size_t) { return true; };
    const int mover = 1 - to_move;
    king_steps(
        men, index(mover), place,
        [&](std::uint64_t before) {
          visit(before);
          if (mover == 0) for_each_image(before, visit);
          return true;
        },
        ignore);
    const auto [first, last] = army_[index(mover)];
    for (std::size_t i = first; i < last; ++i) slide(men, i, place, always, ignore);
  }

 private:
  using Places = std::array<Place, max_men>;
  struct Range {
    std::size_t first;
    std::size_t last;
  };
  static constexpr std::array<Place, 8> directions{
      {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

  static std::size_t index(int army) { return static_cast<std::size_t>(army); }
  [[nodiscard]] bool on_board(Place s) const {
    return s.column >= 0 && s.row >= 0 && s.column < size_ && s.row < size_;
  }
  [[nodiscard]] bool in_triangle(Place s) const { return 2 * s.column < size_ && s.row <= s.column; }
  /// The digit of a place for the man on that square.
  [[nodiscard]] std::uint64_t digit(std::size_t man, Place s) const {
    return static_cast<std::uint64_t>(man == 0 ? s.column * (s.column + 1) / 2 + s.row : s.row * size_ + s.column);
  }
  [[nodiscard]] int army_of(std::size_t man) const { return man < army_[1].first ? 0 : 1; }

  [[nodiscard]] Places men_at(std::uint64_t place) const;
  [[nodiscard]] std::uint64_t place_of(const Places& men) const;
  /// The place of men with the first king in the triangle.
  [[nodiscard]] std::uint64_t place_as_it_is(const Places& men) const {
    std::uint64_t place = 0;
    for (std::size_t man = 0; man < count_; ++man) place += digit(man, men[man]) * strides_[man];
    return place;
  }
  /// The man `absent` is off the board; none if it is count_.
  [[nodiscard]] bool is_in_check(const Places& men, int army, std::size_t absent) const;
  /// Whether the rook or bishop attacks the square of another man, the man `absent` being off the board.
  [[nodiscard]] bool sees(const Places& men, std::size_t slider, std::size_t target, std::size_t absent) const;
  [[nodiscard]] TableIndex spot_without(const Places& men, std::size_t taken, int to_move) const;
  /// The man on the square, or count_ if it is empty.
  [[nodiscard]] std::size_t man_on(const Places& men, Place square) const {
    for (std::size_t man = 0; man < count_; ++man)
      if (men[man] == square) return man;
    return count_;
  }
  static Places moved(Places men, std::size_t man, Place to) {
    men[man] = to;
    return men;
  }

  /// Calls visit(place) for the position's other places: the mirror images that leave the first king where it is.
  template <class Visit>
  void for_each_image(std::uint64_t place, Visit visit) const {
    const Place king = triangle_[static_cast<std::size_t>(place / strides_[0])];
    const bool on_diagonal = king.column == king.row, in_the_middle = 2 * king.column == size_ - 1;
    if (!on_diagonal && !in_the_middle) return;
    const Places men = men_at(place);
    for (const bool swap : {false, true})
      for (const bool turn_columns : {false, true})
        for (const bool turn_rows : {false, true}) {
          Places image = men;
          for (Place& s : image) {
            if (turn_columns) s.column = size_ - 1 - s.column;
            if (turn_rows) s.row = size_ - 1 - s.row;
            if (swap) std::swap(s.column, s.row);
          }
          if (image[0] == king) visit(place_as_it_is(image));
        }
  }

  /// Calls visit(place) for each free square that the king can step to, meet(men, man) for each man next to it.
  template <class Visit, class Meet>
  bool king_steps(const Places& men, std::size_t king, std::uint64_t place, Visit visit, Meet meet) const {
    for (const Place step : directions) {
      const Place to{men[king].column + step.column, men[king].row + step.row};
      if (!on_board(to)) continue;
      const auto other = man_on(men, to);
      if (other != count_) {
        if (!meet(moved(men, king, to), other)) return false;
        continue;
      }
      const auto there = king == 0 && !in_triangle(to)
                             ? place_of(moved(men, king, to))
                             : place + (digit(king, to) - digit(king, men[king])) * strides_[king];
      if (!visit(there)) return false;
    }
    return true;
  }

  /// The same for a rook or bishop: the squares along its lines, and the first man on each.
  template <class Visit, class Meet>
  bool slide(const Places& men, std::size_t slider, std::uint64_t place, Visit visit, Meet meet) const {
    const std::size_t first = kinds_[slider] == Kind::rook ? 0 : 4;
    for (std::size_t d = first; d < first + 4; ++d) {
      const Place step = directions[d];
      const auto [free, other] = free_squares(men, slider, step);
      // Wraps for a step down.
      const std::uint64_t stride =
          static_cast<std::uint64_t>(std::int64_t{step.row * size_ + step.column}) * strides_[slider];
      std::uint64_t there = place;
      for (int i = 0; i < free; ++i)
        if (!visit(there += stride)) return false;
      if (other == count_) continue;
      if (!meet(moved(men, slider, men[other]), other)) return false;
    }
    return true;
  }

  struct Run {
    int free;           ///< number of squares
    std::size_t other;  ///< the first man on the line, count_ for the edge of the board
  };
  [[nodiscard]] Run free_squares(const Places& men, std::size_t slider, Place step) const {
    const Place from = men[slider];
    const int columns = step.column > 0 ? size_ - 1 - from.column : step.column < 0 ? from.column : size_;
    const int rows = step.row > 0 ? size_ - 1 - from.row : step.row < 0 ? from.row : size_;
    Run run{std::min(columns, rows), count_};
    for (std::size_t other = 0; other < count_; ++other) {
      const int right = men[other].column - from.column, up = men[other].row - from.row;
      const int far = std::max(std::abs(right), std::abs(up));
      if (far == 0 || far > run.free || right != step.column * far || up != step.row * far) continue;
      run = {far - 1, other};
    }
    return run;
  }

  /// `taken` is the captured man, on the target square.
  template <class Outside>
  bool capture(const Places& men, std::size_t taken, int by, Outside outside) const {
    if (taken < 2 || army_of(taken) == by || is_in_check(men, by, taken)) return true;
    return outside(spot_without(men, taken, 1 - by));
  }

  std::uint64_t code_;
  int size_;
  std::size_t count_ = 2;
  std::array<Kind, max_men> kinds_{Kind::king, Kind::king};
  std::array<Range, 2> army_{};  ///< of the men after the kings
  std::array<std::uint64_t, max_men> strides_{};
  std::vector<Place> triangle_;
  std::vector<Place> squares_;  ///< by number
};

}  // namespace crownd::reduced_chess
