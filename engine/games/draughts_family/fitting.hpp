#pragma once

#include "core/bad_input.hpp"
#include "games/draughts_family/board.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::draughts_family {

// What the squares that a player writes may mean. A text spells a move by all squares of one of its routes. It may
// leave out landing squares between the first and the last, and then means the move if nothing else can be meant: no
// other move that it shortens, and none that it is the beginning of, as entered jump by jump.

/// The squares that a piece visits during a move: the start, and every landing square.
using Route = std::vector<Square>;

/// How squares fit a route, from the weakest to the strongest.
enum class Fit : std::uint8_t {
  none,
  begins,    ///< the route goes on behind them
  shortens,  ///< they leave out some of the landing squares between
  spells,
};

[[nodiscard]] Fit fit(const Route& route, const std::vector<Square>& squares);

/// Whether the route begins with exactly these squares and goes on behind them.
[[nodiscard]] bool goes_on_behind(const Route& route, const std::vector<Square>& squares);

/// Whether the route begins with `squares[0]` and passes the others in order. Squares of the route after the last one
/// are ignored.
[[nodiscard]] bool passes(const Route& route, const std::vector<Square>& squares);

/// The route with all squares that the piece crosses between two of its squares.
[[nodiscard]] Route with_crossed_squares(const Route& route);

/// A move that the squares may mean, and the first of its routes that they fit.
template <class Move>
struct Fitting {
  Move move;
  Route route;
  Fit fit = Fit::none;
};

/// "6x15 or 6x24".
[[nodiscard]] std::string alternatives(const std::vector<std::string>& texts);

/// The sentence for squares that end several moves, or end some and begin others.
[[nodiscard]] std::string several_meanings(const std::vector<std::string>& ended,
                                           const std::vector<std::string>& begun);

/// All legal moves that the squares may mean; one alone if they spell it. `routes_of(move)` returns the routes of a
/// move in the order of their texts.
template <class Moves, class RoutesOf>
[[nodiscard]] auto fitting_moves(const Moves& legal, const std::vector<Square>& squares, RoutesOf routes_of) {
  using Found = Fitting<typename Moves::value_type>;
  std::vector<Found> fitting;
  for (const auto& move : legal) {
    if (move.from != squares.front()) continue;
    Found best{move, {}, Fit::none};
    for (const Route& route : routes_of(move))
      if (const Fit how = fit(route, squares); how > best.fit) best = {move, route, how};
    if (best.fit == Fit::spells) return std::vector{best};
    if (best.fit != Fit::none) fitting.push_back(best);
  }
  return fitting;
}

/// The move that the squares mean; nothing if they end none. Throws ambiguous_move, naming all that they may mean as
/// `text_of(route)`.
template <class Move, class TextOf>
[[nodiscard]] std::optional<Move> meant(const std::vector<Fitting<Move>>& fitting, TextOf text_of) {
  std::vector<std::string> ended, begun;
  for (const auto& one : fitting) (one.fit == Fit::begins ? begun : ended).push_back(text_of(one.route));
  if (ended.empty()) return std::nullopt;
  if (fitting.size() == 1) return fitting.front().move;
  throw ambiguous_move(several_meanings(ended, begun));
}

/// All legal moves that the squares of a move in a game file may mean: those that they end; else, as some programs
/// write, the captures whose jumped squares they name instead of the landing squares, 9x14x22x25.
template <class Moves, class RoutesOf>
[[nodiscard]] auto moves_in_file(const Moves& legal, const std::vector<Square>& squares, RoutesOf routes_of) {
  std::vector<typename Moves::value_type> found;
  if (squares.size() < 2) return found;
  for (const auto& one : fitting_moves(legal, squares, routes_of))
    if (one.fit != Fit::begins) found.push_back(one.move);
  if (!found.empty()) return found;
  for (const auto& move : legal) {
    if (move.from != squares.front() || move.captured == 0) continue;
    const auto fits = [&](const Route& route) {
      return route.back() == squares.back() && passes(with_crossed_squares(route), squares);
    };
    const auto routes = routes_of(move);
    if (std::any_of(routes.begin(), routes.end(), fits)) found.push_back(move);
  }
  return found;
}

/// The squares of a step or a capture written without a separator: `1115` is 11-15, and `115` is 1-15 or 11-5. None
/// for other texts.
[[nodiscard]] std::vector<std::vector<int>> numbers_without_separator(std::string_view text);

/// Of each of the moves, the first route that `wanted` accepts.
template <class Moves, class RoutesOf, class Wanted>
[[nodiscard]] std::vector<Route> first_routes(const Moves& moves, RoutesOf routes_of, Wanted wanted) {
  std::vector<Route> found;
  for (const auto& move : moves)
    for (const Route& route : routes_of(move))
      if (wanted(route)) {
        found.push_back(route);
        break;
      }
  return found;
}

}  // namespace crownd::draughts_family
