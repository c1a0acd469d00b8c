#pragma once

#include "core/types.hpp"

#include <concepts>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd {

/// The functions that a game must provide, besides those of core/board.hpp (HasBoard). A game is a type of static
/// functions on values: `after` returns a new position, so no move is ever undone. The concepts further down are
/// optional, as are those for learned evaluations in network/network.hpp.
///
/// Names and sizes
///   Game              R itself, for a game in the catalogue: playing strength is not inherited
///   name              as in PROTOCOL.md, for example "english"; title is for people
///   side_names        the game's own names of the first and the second side
///   max_moves         no position has more legal moves than this
/// Rules
///   start()           the position that `startpos` means
///   side_to_move(p)
///   legal_moves(p, l) appends every legal move once, in an order that depends only on p; none exactly if the game is
///                     over
///   after(p, m)       the position after the legal move m
///   result(p)         the result of p by the rules. If the side to move can win, because the loser moved last, the
///                     game sets loser_may_move_last
///   key(p)            64-bit hash of everything that the rules depend on; equal positions have equal keys
///   move_id(m)        32 bits that identify a legal move of p (a rare collision costs speed, not correctness).
///                     Never 0, which means no move
///   is_reversible(p, m)  p may occur again after m: no capture, no move of a piece that only goes forward, and the
///                     like. Repetitions and reversible plies are counted back to the last irreversible move
///   evaluate(p)       static evaluation for the side to move; never a win or loss score
/// Text (all throw BadInput with a message for people)
///   parse_position    reads any text form that PROTOCOL.md names for the game, but not the word startpos
///   format_position   the canonical form; parse_position is its inverse
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

/// loser_may_move_last: optional; true if a side can win by having no move.
template <class R>
inline constexpr bool loser_may_move_last = requires {
  requires R::loser_may_move_last;
};

// Optional functions for the search. The parameters of the search are in search/tuning.hpp.

/// noisy_moves(p, l): captures and moves that win at once, for quiescence. `must_capture`: captures are mandatory, so
/// noisy moves exclude all others, and the side to move may not stand pat.
template <class R>
concept HasNoisyMoves = requires(const typename R::Position p, MoveList<typename R::Move, R::max_moves> list) {
  { R::noisy_moves(p, list) } -> std::same_as<void>;
  { R::must_capture } -> std::convertible_to<bool>;
};

/// order_hint(p, m): gain of a noisy move in centipawns, for move ordering: negative for losing captures, 0 for moves
/// that neither capture nor promote. Without it the noisy moves come first in any order.
template <class R>
concept HasOrderHint = requires(const typename R::Position p, const typename R::Move m) {
  { R::order_hint(p, m) } -> std::same_as<int>;
};

/// exchange_gain(p, m): static exchange evaluation (SEE): the gain of m by captures on its target square, in
/// centipawns.
template <class R>
concept HasExchanges = requires(const typename R::Position p, const typename R::Move m) {
  { R::exchange_gain(p, m) } -> std::same_as<int>;
};

/// in_check(p): the side to move is in check; may_give_check(p, m): fast; false only if m certainly gives no check.
template <class R>
concept HasCheck = requires(const typename R::Position p, const typename R::Move m) {
  { R::in_check(p) } -> std::same_as<bool>;
  { R::may_give_check(p, m) } -> std::same_as<bool>;
};

template <class R>
[[nodiscard]] bool gives_check([[maybe_unused]] const typename R::Position& position,
                               [[maybe_unused]] const typename R::Move& move) {
  if constexpr (HasCheck<R>) return R::may_give_check(position, move) && R::in_check(R::after(position, move));
  return false;
}

// is_threatened(p): the opponent threatens a noisy move, so quiescence does not trust the evaluation.
// is_technical(p): an ending such as mate with a rook, where the evaluation is a poor guide: no moves are pruned.

/// null_move(p): p with the other side to move, for null-move pruning; may_pass(p): null-move pruning is sound here
/// (zugzwang is unlikely).
template <class R>
concept HasNullMove = requires(const typename R::Position p) {
  { R::null_move(p) } -> std::same_as<typename R::Position>;
  { R::may_pass(p) } -> std::same_as<bool>;
};

/// has_moves(p), count_moves(p): whether there is any legal move, and the number of them; faster than legal_moves.
template <class R>
concept HasQuickCount = requires(const typename R::Position p) {
  { R::has_moves(p) } -> std::same_as<bool>;
  { R::count_moves(p) } -> std::same_as<std::uint64_t>;
};

/// For perft. PositionList: positions with the same side to move; add_children(p, l) adds the positions after the moves
/// of p to a list of less than PositionList::batch; take_moves(l): the number of moves of all its positions, faster
/// than count_moves of each; empties the list.
template <class R>
concept HasPositionList = requires(const typename R::Position p, typename R::PositionList l, std::size_t i) {
  {typename R::PositionList(R::side_to_move(p))};
  { l.size() < R::PositionList::batch } -> std::same_as<bool>;
  R::add_children(p, l);
  R::add_children(l[i], l);
  { R::take_moves(l) } -> std::same_as<std::uint64_t>;
};

template <Rules R>
[[nodiscard]] bool has_moves(const typename R::Position& position) {
  if constexpr (HasQuickCount<R>)
    return R::has_moves(position);
  else
    return !legal_moves<R>(position).empty();
}

/// solve(p): the exact score of any position, in closed form. Such a game is not searched.
template <class R>
concept HasSolution = requires(const typename R::Position p) {
  { R::solve(p) } -> std::same_as<Score>;
};

/// machine_moves(p, l): the legal moves in the search order of the specification's machine player; leaf_cost(p): its
/// value of a leaf, which the first side maximises. See search/exhaustive.hpp.
template <class R>
concept HasMachinePlayer = requires(const typename R::Position p, MoveList<typename R::Move, R::max_moves> list) {
  { R::machine_moves(p, list) } -> std::same_as<void>;
  { R::leaf_cost(p) } -> std::same_as<int>;
};

/// The steps of UCI_Elo on the board of a position, weakest first, independent of the clock and the machine. Each
/// step from 1000 up scores 70 to 80 % against the step below; the lowest loses to a player who only looks for
/// captures. Optional function: strength_scale(p), measured by scripts/prove levels. The default is a common scale with
/// uneven steps.
struct StrengthScale {
  static constexpr std::size_t steps = 16;
  using Numbers = std::array<int, steps>;

  Numbers node_budget;      ///< nodes searched for each move
  Numbers blunder_rate;     ///< permille of the moves, its own and the opponent's, that it overlooks
  Numbers careless_rate{};  ///< permille of the turns with the worst-looking move
};

// Optional functions for endgame tables.

/// The table of a position and the index (place) in it. Code 0: every position of this material is a draw.
struct TableIndex {
  std::uint64_t ending = 0;
  std::uint64_t place = 0;

  friend bool operator==(const TableIndex&, const TableIndex&) = default;
};

/// The positions of one material on one board, numbered for its table. Constructed from its code. Places have 64 bits
/// on every machine: an ending may have more places than memory has bytes.
///   code(), name(), pieces()       of the ending; the name is for people and files
///   places()                       how many, with either of the two armies (0 and 1) to move; in a TableIndex those
///                                  with the second army to move are offset by this number
///   table_places()                 of the whole table: twice as many, or as many where the two armies are alike
///   smaller()                      codes of the endings that moves out of this one lead to
///   is_possible(a, place)          whether the place holds a possible position, the army a to move
///   may_leave(a, place)             of a possible one, whether it may be terminal or have moves out of the ending
///   end_without_moves(a, place)    the score of a position without moves
///   for_each_move(a, place, inside, outside)  calls inside(place) for each move that stays in the ending (an illegal
///                                  one leads to an impossible place), and outside(spot) for each other; stops and
///                                  returns false when a call returns false
///   for_each_predecessor(a, place, visit)  the places, possible or not, before a move of the other army to here
/// Optional:
///   lost, won                      codes of spots whose side to move has lost or won, for moves that end the game
///   must_leave(a, place)            whether all moves leave the ending, because a capture is mandatory
///   covers(p)                      false for a position with few enough pieces but no ending
///   sizes_vary                     present where endings of equally many pieces may differ much in size
///   Game                           the type of the rules that its values follow from
template <class E>
concept EndingOfTables = std::constructible_from<E, std::uint64_t> &&
    requires(const E e, int army, std::uint64_t place, bool (*inside)(std::uint64_t),
             bool (*outside)(const TableIndex&), void (*visit)(std::uint64_t)) {
  { e.code() } -> std::same_as<std::uint64_t>;
  { e.name() } -> std::same_as<std::string>;
  { e.pieces() } -> std::same_as<int>;
  { e.places() } -> std::same_as<std::uint64_t>;
  { e.table_places() } -> std::same_as<std::uint64_t>;
  { e.smaller() } -> std::same_as<std::vector<std::uint64_t>>;
  { e.is_possible(army, place) } -> std::same_as<bool>;
  { e.may_leave(army, place) } -> std::same_as<bool>;
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
/// max_ending_pieces: no ending has more pieces; table_index(p): the spot of a position of at most that many pieces.
template <class R>
concept HasEndings = HasPieceCount<R> && EndingOfTables<typename R::Ending> && requires(const typename R::Position p) {
  { R::max_ending_pieces } -> std::convertible_to<int>;
  { R::table_index(p) } -> std::same_as<TableIndex>;
};

/// Whether the endings are those of another game, whose values follow from other rules.
template <class R>
[[nodiscard]] constexpr bool has_foreign_endings() {
  if constexpr (requires { typename R::Ending::Game; })
    return !std::same_as<typename R::Ending::Game, R>;
  else
    return false;
}

/// Whether an ending has the position, which has few enough pieces.
template <HasEndings R>
[[nodiscard]] bool is_covered([[maybe_unused]] const typename R::Position& position) {
  if constexpr (requires { R::Ending::covers(position); })
    return R::Ending::covers(position);
  else
    return true;
}

// Optional functions for people and for other programs.

/// Counters in a position text: the last two fields of a FEN, or H and F in a PDN FEN.
struct Counters {
  int reversible_plies = 0;  ///< plies since the last capture or man's move
  int move = 1;              ///< the fullmove number: rises after a move of the second side

  friend bool operator==(const Counters&, const Counters&) = default;
};

/// standard_position(p): p as FEN or PDN FEN, for other programs, and optionally standard_position(p, c) with its
/// counters; counters_of(t): the counters of a text that parse_position accepts, or the default ones.
template <class R>
concept HasStandardText = requires(const typename R::Position p, std::string_view text) {
  { R::standard_position(p) } -> std::same_as<std::string>;
  { R::counters_of(text) } -> std::same_as<Counters>;
};

// moves_in_file(p, t): a vector of all legal moves that a move text of a game file may mean. Unlike read_move it
// accepts other programs' notations and ambiguous texts, which the next moves decide. May throw BadInput for an
// unreadable text.
//
// piece_counts(p): an array of the number of pieces of each row of description(p).pieces; faster than counting on
// board(p).
//
// own_facts(c, f): adds facts of this game about a move to a list, see explain/facts.hpp.
//
// evaluation_terms(p): a vector of named terms in centipawns for the side to move, whose sum is evaluate(p).

/// A position that the command `bench` searches: bench_positions is an optional list of them.
struct BenchPosition {
  std::string_view label;  ///< one word for the report
  std::string_view position;
  int depth;  ///< plies; chosen so that the search takes a fraction of a second
};

/// An alias of the game in UCI programs, with their conventions: uci_variants is an optional list of them.
struct UciVariant {
  std::string_view name;
  int fifty_move_plies;  ///< searches score a draw after this many plies without capture or man's move
  /// Whether such programs write positions like this text: a client that names no game then plays the variant.
  bool (*is_position)(std::string_view text);
};

}  // namespace crownd
