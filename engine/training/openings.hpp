#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/table_pieces.hpp"
#include "games/reduced_chess/rules.hpp"
#include "training/random.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>

namespace crownd::training {

/// From where training games begin. `draw` gives a position that is not over, from which nothing but chance has chosen.
template <Rules R>
struct Openings {
  /// Centipawns. An opening that is lost already teaches little.
  static constexpr int most_unbalanced = 500;

  static constexpr int sparse_percent = 25;
  static constexpr int fewest_plies = 4;
  static constexpr int most_plies = 10;
  static constexpr int most_sparse_pieces = 7;  ///< a side
  static constexpr int king_percent = 45;

  using Position = typename R::Position;

  static Position draw(Random& random) {
    while (true) {
      const auto position = random.percent(sparse_percent) ? sparse(random) : near_start(random);
      if (position && !R::result(*position).over()) return *position;
    }
  }

 private:
  static std::optional<Position> near_start(Random& random) {
    Position position = R::start();
    for (int plies = random.between(fewest_plies, most_plies); plies > 0; --plies) {
      const auto moves = legal_moves<R>(position);
      if (moves.empty()) return {};
      position = R::after(position, moves[static_cast<std::size_t>(random.below(moves.size()))]);
    }
    return position;
  }

  /// Few pieces anywhere, mostly as many for one side as for the other, so that endings are learned too.
  static std::optional<Position> sparse(Random& random) {
    if constexpr (draughts_family::HasTablePieces<R>) {
      const int own = random.between(1, most_sparse_pieces);
      const int enemy = own + (random.percent(60) ? 0 : random.between(-1, 1));
      if (enemy < 1) return {};
      draughts_family::TablePieces pieces;
      std::uint32_t taken = 0;
      const auto put = [&](int count, std::uint32_t& men, std::uint32_t& kings) {
        for (; count > 0; --count) {
          std::uint32_t square = 0;
          do square = std::uint32_t{1} << random.below(32);
          while ((taken & square) != 0);
          taken |= square;
          (random.percent(king_percent) ? kings : men) |= square;
        }
      };
      put(own, pieces.own_men, pieces.own_kings);
      put(enemy, pieces.enemy_men, pieces.enemy_kings);
      return R::table_position(pieces);
    }
    return {};
  }
};

/// The rules that a game is trained and tuned with, where it has several for its boards.
template <Rules R>
struct RulesToTrain {
  using Type = R;
};
/// A width that holds the boards that Openings throws pieces on.
template <>
struct RulesToTrain<reduced_chess::AnyBoard> {
  using Type = reduced_chess::Rules<2>;
};

/// How many times as long a move with few pieces is thought about in self-play.
template <Rules R>
inline constexpr unsigned long long ending_effort = 1;
/// Chess pieces need many moves to win.
template <std::size_t Words>
inline constexpr unsigned long long ending_effort<reduced_chess::Rules<Words>> = 8;

/// Boards of several sizes with pieces thrown on them.
template <std::size_t Words>
struct Openings<reduced_chess::Rules<Words>> {
  using R = reduced_chess::Rules<Words>;

  /// What a piece is worth on a full board shows only where one is ahead by one.
  static constexpr int most_unbalanced = 1500;

  static typename R::Position draw(Random& random) {
    while (true) {
      const auto position = R::parse_position(text(random));
      auto turned = position;
      turned.side = opponent(position.side);
      if (!R::result(position).over() && !R::in_check(position) && !R::in_check(turned)) return position;
    }
  }

 private:
  static constexpr int smallest_size = 5;
  static constexpr int largest_size = R::largest_size < 10 ? R::largest_size : 10;
  static constexpr int fewest_pieces = 2;  ///< a side, besides the king
  static constexpr int most_pieces = 7;

  static std::string text(Random& random) {
    // Every other board is the common one.
    const int size = random.percent(50) && R::largest_size >= 8 ? 8 : random.between(smallest_size, largest_size);
    std::string taken;
    const auto piece = [&](char kind) {
      std::string square;
      do {
        square = std::string(1, static_cast<char>('a' + random.between(0, size - 1))) +
                 std::to_string(random.between(1, size)) + ' ';
      } while (taken.find(' ' + square) != std::string::npos);
      taken += ' ' + square;
      square.pop_back();
      return kind + square;
    };
    const int count = random.between(fewest_pieces, most_pieces);
    const int rooks = random.between(0, count);
    const auto army = [&](int number, int number_of_rooks) {
      std::string list = piece('K');
      for (int i = 0; i < number; ++i) list += ',' + piece(i < number_of_rooks ? 'R' : 'B');
      return list;
    };
    const int shift = random.percent(50) ? 0 : random.between(-1, 1);
    const std::string white = army(count, rooks);
    const std::string black =
        army(std::max(0, count + shift), rooks + (random.percent(70) ? 0 : random.between(-1, 1)));
    return std::to_string(size) + ' ' + white + ' ' + black + (random.percent(50) ? " w" : " b");
  }
};

}  // namespace crownd::training
