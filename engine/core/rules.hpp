#pragma once

#include "core/move_list.hpp"
#include "core/result.hpp"
#include "core/score.hpp"
#include "core/side.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd {

/// THE page to read: all that a game must provide, and with core/board.hpp (HasBoard) all that the catalogue asks for.
/// A game is a type of static functions on values; a position is a small value, `after` gives a new one, and nothing is
/// ever undone.
///
/// A game may offer more. Each part of the engine has a page of what it can use, found with `requires`:
///   search/abilities.hpp   what makes it play better: noisy moves, check, move ordering, its strength scale, ...
///   tables/abilities.hpp   endgame tables
///   network/abilities.hpp  learned evaluations and the positions to learn from
///   play/abilities.hpp     text for other programs, the terms of the evaluation, positions for `bench`
///
/// Names and sizes
///   Game              R itself, for a game in the catalogue: what is known about playing a game is not inherited
///   name              as in PROTOCOL.md, for example "english"; title is for people
///   side_names        the game's own names of the first and the second side
///   max_moves         no position has more legal moves than this
/// Rules
///   start()           the position that `startpos` means
///   side_to_move(p)
///   legal_moves(p, l) appends every legal move once, in an order that depends on nothing but p; none exactly when the
///                     game is over
///   after(p, m)       the position after the legal move m
///   result(p)         the result of p by the rules. It names the winner; a game in which that may be the side to
///                     move, since the loser moved last, has loser_may_move_last
///   key(p)            64-bit hash of everything that the rules depend on; equal positions have equal keys
///   move_id(m)        32 bits that identify a legal move of p (a rare collision costs speed, not correctness).
///                     Never 0, which means no move
///   is_reversible(p, m)  p may occur again after m: no capture, no move of a piece that only goes forward, and the
///                     like. Repetitions are looked for, and plies counted, back to the last irreversible move. False
///                     for all moves where no position can repeat
///   evaluate(p)       static evaluation for the side to move; never a win or loss score
/// Text (all throw BadInput with a message for people)
///   parse_position    any text form that PROTOCOL.md names for the game, but not the word startpos
///   format_position   the canonical form; parse_position gives the same position back
///   read_move(p, t)   the legal move that t means, in any lenient form; else throws illegal_move or ambiguous_move and
///                     explains by the rules
///   format_move(p, m) the canonical form
///   picture(p)        the board for people, a line each
template <class R>
concept Rules = std::regular<typename R::Position> && std::equality_comparable<typename R::Move> &&
    requires(const typename R::Position p, const typename R::Move m, MoveList<typename R::Move, R::max_moves> list,
             std::string_view text) {
  { R::name } -> std::convertible_to<std::string_view>;
  { R::title } -> std::convertible_to<std::string_view>;
  { R::side_names } -> std::convertible_to<std::array<std::string_view, 2>>;
  { R::start() } -> std::same_as<typename R::Position>;
  { R::side_to_move(p) } -> std::same_as<Side>;
  { R::legal_moves(p, list) } -> std::same_as<void>;
  { R::after(p, m) } -> std::same_as<typename R::Position>;
  { R::result(p) } -> std::same_as<Result>;
  { R::key(p) } -> std::same_as<std::uint64_t>;
  { R::move_id(m) } -> std::same_as<std::uint32_t>;
  { R::is_reversible(p, m) } -> std::same_as<bool>;
  { R::evaluate(p) } -> std::same_as<Score>;
  { R::parse_position(text) } -> std::same_as<typename R::Position>;
  { R::format_position(p) } -> std::same_as<std::string>;
  { R::read_move(p, text) } -> std::same_as<typename R::Move>;
  { R::format_move(p, m) } -> std::same_as<std::string>;
  { R::picture(p) } -> std::same_as<std::vector<std::string>>;
};

template <Rules R>
using MovesOf = MoveList<typename R::Move, R::max_moves>;

template <Rules R>
[[nodiscard]] MovesOf<R> legal_moves(const typename R::Position& position) {
  MovesOf<R> list;
  R::legal_moves(position, list);
  return list;
}

/// loser_may_move_last: optional, true in a game in which a side can win by having no move.
template <class R>
inline constexpr bool loser_may_move_last = requires {
  requires R::loser_may_move_last;
};

}  // namespace crownd
