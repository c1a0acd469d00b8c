#pragma once

#include "core/random.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/notation.hpp"
#include "games/draughts_family/own_facts.hpp"
#include "games/draughts_family/position_list.hpp"
#include "games/draughts_family/rules.hpp"

namespace crownd::english {

using namespace draughts_family;

/// American (English) draughts without evaluation and search parameters: the base of variants.
struct BareRules : SharedRules<Position> {
  using Move = draughts_family::Move;
  static constexpr std::array<std::string_view, 2> side_names{"b", "a"};
  /// Steps: a king goes from an occupied to an empty square, so each of the 49 pairs of diagonal neighbours gives at
  /// most one. Captures: the squares fall into four classes of 8, and a jump stays in its class and takes one of 9
  /// squares that lie between two of that class. Enumerating all placements of own kings and men, empty squares and
  /// enemies on a class and on the squares between gives at most 14 captures a class.
  static constexpr std::size_t max_moves = 4 * 14;
  using Moves = MoveList<Move, max_moves>;

  static void legal_moves(const Position& position, Moves& list);
  [[nodiscard]] static Result result(const Position& position) { return result_of<BareRules>(position); }
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(Move move);

  static constexpr bool must_capture = true;
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  using PositionList = draughts_family::PositionList<max_moves>;
  static void add_children(const Position& position, PositionList& list);
  [[nodiscard]] static std::uint64_t take_moves(PositionList& list);
  [[nodiscard]] static bool is_threatened(const Position& position);

  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static Counters counters_of(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static std::string standard_position(const Position& position);
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::vector<Move> moves_in_file(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, Move move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, Move move);
};

/// Computed from the whole position: two rounds of `mix` cost less than updating a key with every move.
inline std::uint64_t BareRules::key(const Position& position) {
  const std::uint64_t sides = position.pieces[0] | std::uint64_t{position.pieces[1]} << 32;
  const std::uint64_t rest = position.kings | std::uint64_t{index_of(position.to_move) != 0} << 32;
  return mix(mix(sides) ^ rest);
}

/// The squares take 10 bits, a hash of the captured set the others. Without captures the id is below 1024.
inline std::uint32_t BareRules::move_id(Move move) {
  constexpr std::uint32_t golden = 0x9e3779b1;  // Knuth's multiplicative hashing: odd, near 2^32 over the golden ratio
  return (move.captured * golden) >> 10 << 10 | static_cast<std::uint32_t>(move.to) << 5 | move.from;
}

struct Model;

/// The rules, and the playing strength, which variants do not inherit.
struct Rules : BareRules, PlayingStrength<Rules, Position, Evaluation<Position, Model>, Kings::step> {
  using Game = Rules;

  static constexpr std::string_view name = "english";
  static constexpr std::string_view title = "American/English draughts";
  static constexpr std::array bench_positions{
      BenchPosition{"start", "startpos", 13},
      BenchPosition{"middle", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15", 13},
      BenchPosition{"kings", "W:WK4,23,27,28,29:B1,7,9,10,12,K30", 15}};

  /// Narrower margins than the family's, since the network errs less than the evaluations that those were tuned with:
  /// +10 Elo (0 to +19) in 1000 games at 8,000 nodes.
  static constexpr search::Tuning tuning = [] {
    search::Tuning numbers = draughts_family::tuning;
    numbers.futility_margin = 40;
    numbers.probcut_margin = 25;
    return numbers;
  }();

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static int order_hint(const Position& position, Move move);
  static void own_facts(const auto& comparison, auto& facts) {
    draughts_family::add_trapped_kings<Rules>(comparison, facts);
  }
};

static_assert(crownd::Rules<Rules> && HasBoard<Rules> && HasEndings<Rules>);

/// Names of squares: PDN numbers ("11"), rows and columns with row 1 on top ("6c", also read as "c6"), or as in chess
/// with White's left corner, square 29, as a1 ("f6"). A letter and a digit name a dark square in one of these two only.
enum class Naming : std::uint8_t { number, coordinates, algebraic };

/// PDN numbers from the lower right: square 1 is place 31 of the board text, square 32 is place 0.
[[nodiscard]] constexpr int number_of(Square square) { return places - places_by_square[square]; }
[[nodiscard]] constexpr Square square_of_number(int number) {
  return squares_by_place[static_cast<std::size_t>(places - number)];
}

[[nodiscard]] std::string name_of(Square square, Naming naming);

struct NamedSquares {
  Route squares;  ///< one or more
  Naming naming = Naming::number;
};

/// Reads the squares of a move: `11-15`, `22x15x8`, `6c-5d`, `6cx4e`, `6c5d`, `b6-a5`; separators and spaces are
/// optional, case is ignored. Also reads one square alone. Throws illegal_move for other texts and unused squares.
[[nodiscard]] NamedSquares read_squares(std::string_view text);

}  // namespace crownd::english

extern template struct crownd::draughts_family::Evaluation<crownd::english::Position, crownd::english::Model>;
