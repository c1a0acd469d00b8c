#pragma once

#include "core/rules.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

// What endgame tables need of a game.

namespace crownd {

/// Where an endgame table has the value of a position: the table's code, or 0 where every position is a draw, and the
/// place (index) in it.
struct TableSpot {
  std::uint64_t ending = 0;
  std::uint64_t place = 0;

  friend bool operator==(const TableSpot&, const TableSpot&) = default;
};

/// The positions of one ending, that is of one material on one board, numbered for its table. Made from its code.
/// Places have 64 bits on every machine: an ending may have more of them than memory has bytes.
///   code(), name(), pieces()       of the ending; the name is for people and files
///   places()                       how many, with either of the two armies (0 and 1) to move; in a TableSpot those
///                                  with the second army to move are offset by this number
///   table_places()                 of the whole table: twice as many, or as many where the two armies are alike
///   smaller()                      codes of the endings that moves out of this one lead to
///   is_possible(a, place)          whether the place holds a possible position, the army a to move
///   is_sharp(a, place)             of a possible one, whether the game may be over, or moves may leave the ending
///   end_without_moves(a, place)    the score of a position without moves
///   for_each_move(a, place, inside, outside)  calls inside(place) for each move that stays in the ending (an illegal
///                                  one leads to an impossible place), and outside(spot) for each other; stops and
///                                  returns false when a call returns false
///   for_each_predecessor(a, place, visit)  the places, possible or not, from which moves of the other army lead here
/// Optional:
///   lost, won                      codes of spots whose side to move has lost or won, for moves that end the game
///   is_closed(a, place)            whether all moves leave the ending, because a capture is mandatory
///   covers(p)                      false for a position that is in no ending although it has few enough pieces
///   sizes_vary                     present where endings of equally many pieces may differ much in size
///   Game                           the type of the rules that its values follow from
template <class E>
concept EndingOfTables = std::constructible_from<E, std::uint64_t> &&
    requires(const E e, int army, std::uint64_t place, bool (*inside)(std::uint64_t), bool (*outside)(const TableSpot&),
             void (*visit)(std::uint64_t)) {
  { e.code() } -> std::same_as<std::uint64_t>;
  { e.name() } -> std::same_as<std::string>;
  { e.pieces() } -> std::same_as<int>;
  { e.places() } -> std::same_as<std::uint64_t>;
  { e.table_places() } -> std::same_as<std::uint64_t>;
  { e.smaller() } -> std::same_as<std::vector<std::uint64_t>>;
  { e.is_possible(army, place) } -> std::same_as<bool>;
  { e.is_sharp(army, place) } -> std::same_as<bool>;
  { e.end_without_moves(army, place) } -> std::same_as<Score>;
  { e.for_each_move(army, place, inside, outside) } -> std::same_as<bool>;
  { e.for_each_predecessor(army, place, visit) } -> std::same_as<void>;
};

/// piece_count(p): pieces of both sides, fast.
template <class R>
concept HasPieceCount = requires(const typename R::Position p) {
  { R::piece_count(p) } -> std::same_as<int>;
};

/// Endgame tables, one for each material, which tables/solver.hpp computes. Ending: the type of the endings;
/// most_in_ending: no ending has more pieces; ending_spot(p): the spot of a position of at most that many pieces.
template <class R>
concept HasEndings = HasPieceCount<R> && EndingOfTables<typename R::Ending> && requires(const typename R::Position p) {
  { R::most_in_ending } -> std::convertible_to<int>;
  { R::ending_spot(p) } -> std::same_as<TableSpot>;
};

/// Whether the endings are those of another game: their values follow from other rules.
template <class R>
[[nodiscard]] constexpr bool has_foreign_endings() {
  if constexpr (requires { typename R::Ending::Game; })
    return !std::same_as<typename R::Ending::Game, R>;
  else
    return false;
}

/// Whether a position of few enough pieces is in an ending.
template <HasEndings R>
[[nodiscard]] bool is_covered([[maybe_unused]] const typename R::Position& position) {
  if constexpr (requires { R::Ending::covers(position); })
    return R::Ending::covers(position);
  else
    return true;
}

}  // namespace crownd
