#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a game may offer to people and to other programs.

namespace crownd {

/// What a position text may say about the game so far, as the last two fields of a FEN do, or H and F in a PDN FEN.
struct Counters {
  int reversible_plies = 0;  ///< plies since the last capture or man's move
  int move = 1;              ///< the fullmove number: rises after a move of the second side

  friend bool operator==(const Counters&, const Counters&) = default;
};

/// standard_position(p): p as FEN or PDN FEN, the form that other programs of the field read.
template <class R>
concept HasStandardText = requires(const typename R::Position p) {
  { R::standard_position(p) } -> std::same_as<std::string>;
};

/// counters_of(t): the counters of a text that parse_position accepts, or the default ones.
template <class R>
concept ReadsCounters = requires(std::string_view text) {
  { R::counters_of(text) } -> std::same_as<Counters>;
};

/// standard_position(p, c): the position with its counters.
template <class R>
concept WritesCounters = requires(const typename R::Position p, const Counters counters) {
  { R::standard_position(p, counters) } -> std::same_as<std::string>;
};

/// moves_in_file(p, t): all legal moves that the text of a move in a game file may mean, which is more than read_move
/// accepts: a text with several meanings, which the next moves decide, and other programs' notations. None if it
/// means none; may throw BadInput for a text that is no move.
template <class R>
concept ReadsFiles = requires(const typename R::Position p, std::string_view text) {
  { R::moves_in_file(p, text) } -> std::same_as<std::vector<typename R::Move>>;
};

/// evaluation_terms(p): the named terms, in centipawns for the side to move; computed apart, their sum is evaluate(p).
template <class R>
concept HasEvaluationTerms = requires(const typename R::Position p) {
  { R::evaluation_terms(p) } -> std::same_as<std::vector<std::pair<std::string, int>>>;
};

/// A position that the command `bench` searches.
struct BenchPosition {
  std::string_view label;  ///< one word for the report
  std::string_view position;
  int depth;  ///< plies; chosen so that the search takes a fraction of a second
};

/// bench_positions: a list of BenchPosition. Without it `bench` searches the start position alone.
template <class R>
concept HasBenchPositions = requires {
  {std::span<const BenchPosition>(R::bench_positions)};
};

/// A further name by which UCI programs know the game, and what those programs expect.
struct UciVariant {
  std::string_view name;
  int drawn_after_reversible_plies;  ///< searches score a draw after this many plies without capture or man's move
  /// Whether such programs write positions like this text: a client that names no game and sends one plays the variant.
  bool (*is_position)(std::string_view text);
};

/// uci_variants: a list of UciVariant.
template <class R>
concept HasUciVariants = requires {
  {std::span<const UciVariant>(R::uci_variants)};
};

}  // namespace crownd
