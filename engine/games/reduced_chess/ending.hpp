#pragma once

#include "core/rules.hpp"
#include "games/reduced_chess/position.hpp"
#include "tables/abilities.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::reduced_chess {

/// Endings have at most this many men, kings included.
inline constexpr std::size_t most_men = 5;

/// A piece on a square of a board without padding: columns and rows from 0.
struct Man {
  int army;  ///< 0 or 1
  Kind kind;
  int column;
  int row;
};

/// One material on one board size, for endgame tables: its positions, and the moves between them. It shares
/// nothing with the bitboards that games are played on.
///
/// The first army is the stronger one; of armies that are alike it is the one to move. Order of men: kings of
/// both armies, then the rooks and bishops of the first, then those of the second. The board is turned and mirrored so
/// that the first king stands in the triangle a1-d1-d4 (of 8x8); its square in there and the squares of the others are
/// the digits of a place. If that king stands on an edge of the triangle, a position and its mirror image may have
/// two places, which have the same value.
class Ending {
 public:
  /// Sizes vary with the board.
  static constexpr bool sizes_vary = true;

  /// From a code as in a TableSpot; not 0.
  explicit Ending(std::uint64_t code);

  /// The spot of a position of these men with the army to move, 0 or 1. Its ending is 0 if no side can ever mate.
  [[nodiscard]] static TableSpot spot_of(int size, std::span<const Man> men, int to_move);

  [[nodiscard]] std::uint64_t code() const { return code_; }
  [[nodiscard]] int pieces() const { return static_cast<int>(count_); }
  /// With a given army to move; in a TableSpot the places with the second army to move are offset by this number.
  [[nodiscard]] std::uint64_t places() const { return triangle_.size() * strides_[0]; }
  /// All places of the table.
  [[nodiscard]] std::uint64_t table_places() const { return 2 * places(); }
  /// For people and file names: "KRvKB-8", the number being the size of the board.
  [[nodiscard]] std::string name() const;
  /// The endings that captures lead to, except those with code 0.
  [[nodiscard]] std::vector<std::uint64_t> smaller() const;

  /// Whether the position is possible: the army that is not to move is not in check.
  [[nodiscard]] bool is_possible(int to_move, std::uint64_t place) const;
  /// Whether a possible position may be mate or have captures.
  [[nodiscard]] bool is_sharp(int to_move, std::uint64_t place) const;
  /// The score of a position without moves.
  [[nodiscard]] Score end_without_moves(int to_move, std::uint64_t place) const {
    return is_in_check(men_at(place), to_move) ? Score::loss_in(0) : Score::draw();
  }

  /// Calls inside(place) for each move without capture (an illegal one leads to an impossible place), and
  /// outside(spot) for each legal capture. Stops and returns false at the first call that returns false.
  template <class Inside, class Outside>
  bool for_each_move(int to_move, std::uint64_t place, Inside inside, Outside outside) const {
    Squares men = men_at(place);
    const auto [first, last] = army_[index(to_move)];
    if (!king_moves(men, to_move, place, inside, outside)) return false;
    for (std::size_t i = first; i < last; ++i)
      if (!slider_moves(men, i, place, inside, outside)) return false;
    return true;
  }

  /// Calls visit(place) for each place, possible or not, from which a move without capture of the army that is not to
  /// move leads here.
  template <class Visit>
  void for_each_predecessor(int to_move, std::uint64_t place, Visit visit) const {
    const Squares men = men_at(place);
    const auto always = [&](std::uint64_t before) {
      visit(before);
      return true;
    };
    const auto ignore = [](const auto&, std::size_t, std::size_t) { return true; };
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
  struct Square {
    int column;
    int row;
    friend bool operator==(const Square&, const Square&) = default;
  };
  using Squares = std::array<Square, most_men>;
  struct Range {
    std::size_t first;
    std::size_t last;
  };
  static constexpr std::array<Square, 8> directions{
      {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

  static std::size_t index(int army) { return static_cast<std::size_t>(army); }
  [[nodiscard]] bool on_board(Square s) const {
    return s.column >= 0 && s.row >= 0 && s.column < size_ && s.row < size_;
  }
  [[nodiscard]] bool in_triangle(Square s) const { return 2 * s.column < size_ && s.row <= s.column; }
  /// The digit of a place for the man on that square.
  [[nodiscard]] std::uint64_t digit(std::size_t man, Square s) const {
    return static_cast<std::uint64_t>(man == 0 ? s.column * (s.column + 1) / 2 + s.row : s.row * size_ + s.column);
  }
  /// The army of a man that is not a king.
  [[nodiscard]] int army_of(std::size_t man) const { return man < army_[1].first ? 0 : 1; }

  [[nodiscard]] Squares men_at(std::uint64_t place) const;
  [[nodiscard]] std::uint64_t place_of(const Squares& men) const;
  /// For men whose first king already stands in the triangle.
  [[nodiscard]] std::uint64_t place_as_it_is(const Squares& men) const {
    std::uint64_t place = 0;
    for (std::size_t man = 0; man < count_; ++man) place += digit(man, men[man]) * strides_[man];
    return place;
  }
  [[nodiscard]] bool is_in_check(const Squares& men, int army) const;
  /// Whether the rook or bishop attacks the square of another man, the man `absent` being off the board.
  [[nodiscard]] bool sees(const Squares& men, std::size_t slider, std::size_t target, std::size_t absent) const;
  [[nodiscard]] TableSpot spot_without(const Squares& men, std::size_t taken, int to_move) const;
  /// The man on the square, or count_ if it is empty.
  [[nodiscard]] std::size_t man_on(const Squares& men, Square square) const {
    for (std::size_t man = 0; man < count_; ++man)
      if (men[man] == square) return man;
    return count_;
  }
  static Squares moved(Squares men, std::size_t man, Square to) {
    men[man] = to;
    return men;
  }

  /// Calls visit(place) for the position's other places: the mirror images that leave the first king where it is.
  template <class Visit>
  void for_each_image(std::uint64_t place, Visit visit) const {
    const Square king = triangle_[static_cast<std::size_t>(place / strides_[0])];
    const bool on_diagonal = king.column == king.row, in_the_middle = 2 * king.column == size_ - 1;
    if (!on_diagonal && !in_the_middle) return;
    const Squares men = men_at(place);
    for (const bool swap : {false, true})
      for (const bool turn_columns : {false, true})
        for (const bool turn_rows : {false, true}) {
          Squares image = men;
          for (Square& s : image) {
            if (turn_columns) s.column = size_ - 1 - s.column;
            if (turn_rows) s.row = size_ - 1 - s.row;
            if (swap) std::swap(s.column, s.row);
          }
          if (image[0] == king) visit(place_as_it_is(image));
        }
  }

  /// Calls visit(place) for each free square that the king can step to, meet(men, man, king) for each man beside it.
  template <class Visit, class Meet>
  bool king_steps(const Squares& men, std::size_t king, std::uint64_t place, Visit visit, Meet meet) const {
    for (const Square step : directions) {
      const Square to{men[king].column + step.column, men[king].row + step.row};
      if (!on_board(to)) continue;
      const auto other = man_on(men, to);
      if (other != count_) {
        if (!meet(moved(men, king, to), other, king)) return false;
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
  bool slide(const Squares& men, std::size_t slider, std::uint64_t place, Visit visit, Meet meet) const {
    const std::size_t first = kinds_[slider] == Kind::rook ? 0 : 4;
    for (std::size_t d = first; d < first + 4; ++d) {
      const Square step = directions[d];
      const auto [free, other] = free_squares(men, slider, step);
      // Wraps for a step down.
      const std::uint64_t stride =
          static_cast<std::uint64_t>(std::int64_t{step.row * size_ + step.column}) * strides_[slider];
      std::uint64_t there = place;
      for (int i = 0; i < free; ++i)
        if (!visit(there += stride)) return false;
      if (other == count_) continue;
      if (!meet(moved(men, slider, men[other]), other, slider)) return false;
    }
    return true;
  }

  struct Run {
    int free;           ///< number of squares
    std::size_t other;  ///< the first man on the line, count_ for the edge of the board
  };
  [[nodiscard]] Run free_squares(const Squares& men, std::size_t slider, Square step) const {
    const Square from = men[slider];
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

  template <class Inside, class Outside>
  bool king_moves(const Squares& men, int to_move, std::uint64_t place, Inside inside, Outside outside) const {
    return king_steps(men, index(to_move), place, inside, [&](const Squares& next, std::size_t other, std::size_t) {
      return capture(next, other, to_move, outside);
    });
  }
  template <class Inside, class Outside>
  bool slider_moves(const Squares& men, std::size_t slider, std::uint64_t place, Inside inside, Outside outside) const {
    return slide(men, slider, place, inside, [&](const Squares& next, std::size_t other, std::size_t) {
      return capture(next, other, army_of(slider), outside);
    });
  }
  /// `taken` is the captured man, on the target square.
  template <class Outside>
  bool capture(const Squares& men, std::size_t taken, int by, Outside outside) const {
    if (taken < 2 || army_of(taken) == by || would_be_in_check(men, by, taken)) return true;
    return outside(spot_without(men, taken, 1 - by));
  }
  [[nodiscard]] bool would_be_in_check(const Squares& men, int army, std::size_t absent) const;

  std::uint64_t code_;
  int size_;
  std::size_t count_ = 2;
  std::array<Kind, most_men> kinds_{Kind::king, Kind::king};
  std::array<Range, 2> army_{};  ///< of the men behind the kings
  std::array<std::uint64_t, most_men> strides_{};
  std::vector<Square> triangle_;
  std::vector<Square> squares_;  ///< by number
};

/// The endings of that many men on a board of this size in which somebody can be mated.
[[nodiscard]] std::vector<std::uint64_t> endings_of(int size, int men);

/// The men of a position, the army 0 being the first side's.
template <std::size_t Words>
[[nodiscard]] TableSpot ending_spot(const Position<Words>& p) {
  std::array<Man, most_men> men{};
  std::size_t count = 0;
  for (int army = 0; army < 2; ++army)
    p.pieces[static_cast<std::size_t>(army)].for_each([&](unsigned square) {
      const Kind kind = p.rooks.has(square) ? Kind::rook : p.bishops.has(square) ? Kind::bishop : Kind::king;
      men[count++] = {army, kind, static_cast<int>(column_of<Words>(square)), static_cast<int>(row_of<Words>(square))};
    });
  return Ending::spot_of(p.size, std::span(men).first(count), index_of(p.side));
}

}  // namespace crownd::reduced_chess
