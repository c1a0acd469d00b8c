#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/counters.hpp"
#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "core/score.hpp"
#include "core/side.hpp"
#include "core/strength.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd {

/// THE page to read: all that a game must provide. A game is a type of static functions on values; a position is a
/// small value, `after` gives a new one, and nothing is ever undone.
///
/// Names and sizes
///   name              as in PROTOCOL.md, for example "english"; title is for people
///   side_names        the game's own names of the first and the second side
///   max_moves         no position has more legal moves than this
/// Rules
///   start()           the position that `startpos` means
///   side_to_move(p)
///   legal_moves(p, l) appends every legal move once, in an order that depends on nothing but p; none exactly when the
///                     game is over
///   after(p, m)       the position after the legal move m
///   result(p)         the result of p by the rules
///   key(p)            64-bit hash of everything that the rules depend on; equal positions have equal keys
///   move_id(m)        32 bits that identify a legal move of p (a rare collision costs speed, not correctness).
///                     Never 0, which means no move
///   is_quiet(p, m)    m is reversible: no capture, no move of a piece that only goes forward, and the like, so that p
///                     may occur again. Repetitions are looked for, and plies counted, back to the last
///                     irreversible move. False for all moves where no position can repeat
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
  { R::is_quiet(p, m) } -> std::same_as<bool>;
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

// Optional abilities, found with `requires`. A game that offers none still plays.

/// tuning: search parameters that suit this game, see search/tuning.hpp. The default plays well in every game that it
/// was tried in; crown-tune measures what a game's own parameters gain.

/// strength_scale(p): the steps of UCI_Elo on the board of p, as measured by scripts/prove levels. Without it a
/// common scale is used, whose steps are uneven.
template <class R>
concept HasStrengthScale = requires(const typename R::Position p) {
  { R::strength_scale(p) } -> std::same_as<const StrengthScale&>;
};

/// noisy_moves(p, l): the legal moves that quiescence must search before it can trust the evaluation: captures, and
/// moves that win at once. `must_capture`: captures are mandatory, so where there is a noisy move, nothing else is
/// legal, and the side to move may not stand pat.
template <class R>
concept HasNoisyMoves = requires(const typename R::Position p, MoveList<typename R::Move, R::max_moves> list) {
  { R::noisy_moves(p, list) } -> std::same_as<void>;
  { R::must_capture } -> std::convertible_to<bool>;
};

/// has_moves(p): whether there is any legal move, faster than legal_moves.
template <class R>
concept HasQuickMoveTest = requires(const typename R::Position p) {
  { R::has_moves(p) } -> std::same_as<bool>;
};

template <Rules R>
[[nodiscard]] bool has_moves(const typename R::Position& position) {
  if constexpr (HasQuickMoveTest<R>)
    return R::has_moves(position);
  else
    return !legal_moves<R>(position).empty();
}

/// count_moves(p): the number of legal moves, faster than legal_moves. Used by perft only.
template <class R>
concept HasQuickCount = requires(const typename R::Position p) {
  { R::count_moves(p) } -> std::same_as<std::uint64_t>;
};

/// in_check(p): the side to move is in check; may_give_check(p, m): fast; false only if m certainly gives no check.
template <class R>
concept HasCheck = requires(const typename R::Position p, const typename R::Move m) {
  { R::in_check(p) } -> std::same_as<bool>;
  { R::may_give_check(p, m) } -> std::same_as<bool>;
};

/// Whether the move gives check.
template <class R>
[[nodiscard]] bool gives_check([[maybe_unused]] const typename R::Position& position,
                               [[maybe_unused]] const typename R::Move& move) {
  if constexpr (HasCheck<R>) return R::may_give_check(position, move) && R::in_check(R::after(position, move));
  return false;
}

/// exchange_gain(p, m): static exchange evaluation (SEE): what m wins by captures on its target square, in centipawns;
/// below 0: loses.
template <class R>
concept HasExchanges = requires(const typename R::Position p, const typename R::Move m) {
  { R::exchange_gain(p, m) } -> std::same_as<int>;
};

/// order_hint(p, m): what a noisy move wins, in centipawns, for move ordering: below 0 for losing captures, 0 for quiet
/// moves. Without it the noisy moves come first in any order.
template <class R>
concept HasOrderHint = requires(const typename R::Position p, const typename R::Move m) {
  { R::order_hint(p, m) } -> std::same_as<int>;
};

/// is_threatened(p): the opponent would have a noisy move if it were to move. Tells quiescence where the evaluation of
/// a position without noisy moves cannot be trusted.
template <class R>
concept HasThreats = requires(const typename R::Position p) {
  { R::is_threatened(p) } -> std::same_as<bool>;
};

/// is_technical(p): an ending such as mate with a rook, where one side has nothing left to lose and the other must find
/// quiet moves that the evaluation says little about: no moves are pruned there.
template <class R>
concept HasTechnicalEndings = requires(const typename R::Position p) {
  { R::is_technical(p) } -> std::same_as<bool>;
};

/// null_move(p): p with the other side to move, for null-move pruning; may_pass(p): null-move pruning is sound here
/// (zugzwang is unlikely).
template <class R>
concept HasNullMove = requires(const typename R::Position p) {
  { R::null_move(p) } -> std::same_as<typename R::Position>;
  { R::may_pass(p) } -> std::same_as<bool>;
};

/// solve(p): the exact score of any position, in closed form. Such a game is solved, not searched.
template <class R>
concept HasSolution = requires(const typename R::Position p) {
  { R::solve(p) } -> std::same_as<Score>;
};

/// Where an endgame table has the value of a position: the table's code, or 0 where every position is a draw, and the
/// place (index) in it.
struct TableSpot {
  std::uint64_t ending = 0;
  std::size_t place = 0;

  friend bool operator==(const TableSpot&, const TableSpot&) = default;
};

/// Endgame tables, one for each material, which tables/solver.hpp computes. piece_count(p): pieces of both sides, fast;
/// most_in_ending: no ending has more pieces; ending_spot(p): the spot of a position of at most so many pieces. E =
/// Ending(code) knows the positions of one ending:
///   code(), name(), pieces()       of the ending; the name is for people and files
///   places()                       how many, with either of the two armies (0 and 1) to move; in a TableSpot those
///                                  with the second army to move are offset by this number
///   table_places()                 of the whole table: twice as many, or as many where the two armies are alike
///   smaller()                      codes of the endings that moves out of this one lead to
///   is_possible(a, place)          whether the place holds a possible position, the army a to move
///   is_sharp(a, place)             of a possible one, whether the game may be over, or moves may leave the ending
///   is_lost_without_moves(a, place)  of a position without moves
///   for_each_move(a, place, inside, outside)  calls inside(place) for each move that stays in the ending (an illegal
///                                  one leads to an impossible place), and outside(spot) for each other; stops and
///                                  gives false when a call gives false
///   for_each_predecessor(a, place, visit)  the places, possible or not, from which moves of the other army lead here
/// Optional:
///   lost                           the code of a spot whose side to move has lost, for moves that end the game
///   is_closed(a, place)            whether all moves leave the ending, because a capture is mandatory
///   covers(p)                      false for a position that is in no ending although it has few enough pieces
///   sizes_vary                     present where endings of equally many pieces may differ much in size
template <class R>
concept HasEndings = requires(const typename R::Position p, const typename R::Ending e, std::uint64_t code) {
  { R::piece_count(p) } -> std::same_as<int>;
  { R::most_in_ending } -> std::convertible_to<int>;
  { R::ending_spot(p) } -> std::same_as<TableSpot>;
  {typename R::Ending(code)};
  { e.places() } -> std::same_as<std::size_t>;
  { e.smaller() } -> std::same_as<std::vector<std::uint64_t>>;
};

/// machine_moves(p, l): the legal moves in the order in which the specification's machine player searches them;
/// leaf_cost(p): the value of a leaf for that player, which the first side maximises. See search/minimax.hpp.
template <class R>
concept HasMachinePlayer = requires(const typename R::Position p, MoveList<typename R::Move, R::max_moves> list) {
  { R::machine_moves(p, list) } -> std::same_as<void>;
  { R::leaf_cost(p) } -> std::same_as<int>;
};

/// evaluation_terms(p): the named terms, in centipawns for the side to move; computed apart, their sum is evaluate(p).
template <class R>
concept HasEvaluationTerms = requires(const typename R::Position p) {
  { R::evaluation_terms(p) } -> std::same_as<std::vector<std::pair<std::string, int>>>;
};

/// An input of a learned linear evaluation: the number of its weight, and its value.
struct Feature {
  std::uint32_t number;
  std::int32_t value;

  friend bool operator==(const Feature&, const Feature&) = default;
};

/// A learned evaluation, see training/README.md. features(p, l) appends the features of p to l and gives the part of
/// evaluate(p) that is not learned, in centipawns; none where evaluate(p) does not use the weights, such as in a
/// known ending. Where it gives a number,
///   evaluate(p) == that number + (sum of weights()[number] * value) / (weights_a_centipawn * feature_unit)
/// rounded in the game's own way, and clamped to the range of evaluations. Where a network adds to it (HasNetwork in
/// network/has_network.hpp), this is unlearned(p).
///   feature_count        all numbers of features are below it
///   feature_unit         the value of a feature that is present once, at full share
///   weights_a_centipawn  a weight of this size is worth one centipawn
///   weights()            from weights.bin
template <class R>
concept HasFeatures = requires(const typename R::Position p, std::vector<Feature> list) {
  { R::features(p, list) } -> std::same_as<std::optional<int>>;
  { R::feature_count } -> std::convertible_to<std::size_t>;
  { R::feature_unit } -> std::convertible_to<int>;
  { R::weights_a_centipawn } -> std::convertible_to<int>;
  { R::weights() } -> std::same_as<std::span<const std::int16_t>>;
};

/// How crown-train plays training games of the engine against itself. Optional, as `training_games`.
struct TrainingGames {
  int random_percent = 0;      ///< percentage of games that begin at a random_position; others near the start
  int most_unbalanced = 500;   ///< centipawns; games whose first position is more unbalanced are not played
  unsigned ending_effort = 1;  ///< factor for the nodes per move when few pieces are left
};

/// random_position(r): pieces anywhere on the board, where training games may begin, so that endings are learned too;
/// nothing where that position would be illegal. training_games.random_percent says how often.
template <class R>
concept HasRandomPositions = requires(Random& random) {
  { R::random_position(random) } -> std::same_as<std::optional<typename R::Position>>;
  { R::training_games } -> std::convertible_to<TrainingGames>;
};

/// ForTraining: the rules to train with, where a game has several types of rules for its boards.

/// standard_position(p): p as FEN or PDN FEN, the form that other programs of the field read.
template <class R>
concept HasStandardText = requires(const typename R::Position p) {
  { R::standard_position(p) } -> std::same_as<std::string>;
};

/// standard_position(p, c): the same, with counters where that form has them; counters_of(t): those of a text that
/// parse_position accepts, or the default ones.
template <class R>
concept HasCounters = requires(const typename R::Position p, const Counters counters, std::string_view text) {
  { R::standard_position(p, counters) } -> std::same_as<std::string>;
  { R::counters_of(text) } -> std::same_as<Counters>;
};

/// bench_positions: a list of positions for the command `bench`. Without it that is the start position alone.
struct BenchPosition {
  std::string_view label;  ///< one word for the report
  std::string_view position;
  int depth;  ///< plies; chosen so that the search takes a fraction of a second
};

template <class R>
concept HasBenchPositions = requires {
  {std::span<const BenchPosition>(R::bench_positions)};
};

/// uci_variants: further names by which UCI programs know the game, and what those programs expect.
struct UciVariant {
  std::string_view name;
  int drawn_after_quiet_plies;  ///< searches score a draw after this many plies without capture or man's move
  /// Whether such programs write positions like this text: a client that names no game and sends one plays the variant.
  bool (*is_position)(std::string_view text);
};

template <class R>
concept HasUciVariants = requires {
  {std::span<const UciVariant>(R::uci_variants)};
};

/// What clients draw and click, needed by a game that is in the catalogue:
///   description(p)    depends on p only in the size of the board
///   board(p)
///   paths(p, m)       every route of the legal move m, first the one that format_move writes; most moves have one
template <class R>
concept HasBoard = requires(const typename R::Position p, const typename R::Move m) {
  { R::description(p) } -> std::same_as<Description>;
  { R::board(p) } -> std::same_as<Board>;
  { R::paths(p, m) } -> std::same_as<std::vector<MovePath>>;
};

}  // namespace crownd
