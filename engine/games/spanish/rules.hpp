#pragma once

#include "core/random.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/notation.hpp"
#include "games/draughts_family/own_facts.hpp"
#include "games/draughts_family/position_list.hpp"
#include "games/draughts_family/rules.hpp"

namespace crownd::spanish {

using namespace draughts_family;

/// The most moves of any position.
/// Slides and steps: a king has at most 13, and an empty square is reached from at most 4 directions, so k kings have
/// at most min(13 k, 4 (32 - k)) <= 96, and replacing kings by men does not add any. Captures: 388 is proved by
/// tests/games/spanish/max_captures.cpp, which adds up for every set of enemies what pieces on all other squares could
/// take if none were in the way. Hill climbing found no position of more than 40.
inline constexpr std::size_t max_moves = 388;

/// The slides of kings in direction D: all slide together, and none can pass another.
template <Direction D>
[[nodiscard]] constexpr int count_slides(Bits kings, Bits empty) {
  int count = 0;
  for (Bits targets = step<D>(kings) & empty; targets != 0; targets = step<D>(targets) & empty)
    count += std::popcount(targets);
  return count;
}

[[nodiscard]] constexpr int count_slides(Bits kings, Bits empty) {
  if (kings == 0) return 0;
  return count_slides<Direction::up_right>(kings, empty) + count_slides<Direction::down_right>(kings, empty) +
         count_slides<Direction::down_left>(kings, empty) + count_slides<Direction::up_left>(kings, empty);
}

template <Side S>
[[nodiscard]] constexpr int count_steps(Bits men, Bits empty) {
  return std::popcount(step<forward_left<S>>(men) & empty) + std::popcount(step<forward_right<S>>(men) & empty);
}

/// The Spanish numbering (rule 5): 1 is White's lower right corner, numbers run right to left, then upwards, and 32 is
/// the upper left corner. On the family's board, which is the Spanish one mirrored, they run left to right.
[[nodiscard]] constexpr Square square_of(int number) {
  return squares_by_place[static_cast<std::size_t>((32 - number) / 4 * 4 + (number - 1) % 4)];
}
[[nodiscard]] constexpr int number_of(Square square) {
  const int place = places_by_square[square];
  return 29 - place / 4 * 4 + place % 4;
}

/// The column on the Spanish board as drawn, counted from 0 at the left.
[[nodiscard]] constexpr int drawn_column(Square square) { return 7 - column_of(square); }

static_assert(row_of(square_of(1)) == 7 && drawn_column(square_of(1)) == 7);
static_assert(row_of(square_of(32)) == 0 && drawn_column(square_of(32)) == 0);
static_assert(row_of(square_of(28)) == 1 && drawn_column(square_of(28)) == 1);
static_assert(number_of(square_of(1)) == 1 && number_of(square_of(23)) == 23 && number_of(square_of(32)) == 32);

/// Own men with no enemy piece ahead.
[[nodiscard]] inline Bits runaway_men(const MoverView& view) {
  Bits watched = enemies_of(view);  // grows to all squares with an enemy somewhere ahead
  for (int row = 0; row < 7; ++row)
    watched |= step<Direction::down_left>(watched) | step<Direction::down_right>(watched);
  return view.own_men & ~watched;
}

/// Further network inputs of Spanish draughts: runaway men by row, and how many squares the kings reach without a jump.
struct OwnInputs {
  static constexpr std::size_t max_slides = 20;
  static constexpr std::size_t free_man_row = 0;  ///< by row, from the top
  static constexpr std::size_t slides_row = 8;
  static constexpr std::size_t rows = slides_row + max_slides + 1;

  template <class Add>
  static void of_side(const MoverView& view, Bits empty, Add add) {
    if (view.enemy_kings == 0)
      for (Bits left = runaway_men(view); left != 0; left &= left - 1)
        add(free_man_row + static_cast<std::size_t>(row_of(lowest(left))));
    if (view.own_kings != 0)
      add(slides_row + std::min(static_cast<std::size_t>(count_slides(view.own_kings, empty)), max_slides));
  }
};

struct Model;

/// Spanish draughts: flying kings, captures forward only for men, the laws of quantity and quality. PDN GameType 24.
struct Rules : SharedRules<Position>,
               PlayingStrength<Rules, Position, Evaluation<Position, Model, OwnInputs>, Kings::fly> {
  using Game = Rules;
  using Move = draughts_family::Move;

  static constexpr std::string_view name = "spanish";
  static constexpr std::string_view title = "Spanish draughts";
  static constexpr std::array<std::string_view, 2> side_names{"w", "b"};
  static constexpr std::size_t max_moves = spanish::max_moves;
  using Moves = MoveList<Move, max_moves>;

  static constexpr bool must_capture = true;  ///< rule 20
  static constexpr std::array bench_positions{BenchPosition{"start", "startpos", 13},
                                              BenchPosition{"kings", "W:W2,6,9,K23,24,26:BK1,21,31,32", 13}};

  static void legal_moves(const Position& position, Moves& list);
  static void noisy_moves(const Position& position, Moves& list);
  [[nodiscard]] static bool has_moves(const Position& position);
  [[nodiscard]] static std::uint64_t count_moves(const Position& position);
  using PositionList = draughts_family::PositionList<max_moves>;
  static void add_children(const Position& position, PositionList& list);
  [[nodiscard]] static std::uint64_t take_moves(PositionList& list);
  [[nodiscard]] static Result result(const Position& position) { return result_of<Rules>(position); }
  [[nodiscard]] static std::uint64_t key(const Position& position);
  [[nodiscard]] static std::uint32_t move_id(const Move& move);

  [[nodiscard]] static bool is_threatened(const Position& position);

  [[nodiscard]] static int order_hint(const Position& position, const Move& move);
  static void own_facts(const auto& comparison, auto& facts) {
    draughts_family::add_trapped_kings<Rules>(comparison, facts);
  }

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& position);
  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static Counters counters_of(std::string_view text);
  [[nodiscard]] static std::string format_position(const Position& position);
  [[nodiscard]] static std::string standard_position(const Position& position) { return format_position(position); }
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text);
  [[nodiscard]] static std::vector<Move> moves_in_file(const Position& position, std::string_view text);
  [[nodiscard]] static std::string format_move(const Position& position, const Move& move);
  [[nodiscard]] static std::vector<std::string> picture(const Position& position);

  [[nodiscard]] static Description description(const Position& position);
  [[nodiscard]] static Board board(const Position& position);
  [[nodiscard]] static std::vector<MovePath> paths(const Position& position, const Move& move);
};

/// Computed from the whole position: cheaper than updating a key with every move.
inline std::uint64_t Rules::key(const Position& position) {
  const auto pair = [](std::uint64_t high, std::uint64_t low) { return high << 32 | low; };
  const std::uint64_t pieces = pair(position.pieces[0], position.pieces[1]);
  const std::uint64_t rest = pair(static_cast<std::uint64_t>(index_of(position.to_move)), position.kings);
  return mix(mix(pieces) + rest);
}

inline std::uint32_t Rules::move_id(const Move& move) {
  constexpr std::uint32_t spread = 0x9e3779b1;  // odd: different captured sets between the same squares never collide
  return (static_cast<std::uint32_t>(move.from) << 5 | move.to) ^ move.captured * spread;
}

static_assert(crownd::Rules<Rules>);
static_assert(HasBoard<Rules> && HasNoisyMoves<Rules> && HasQuickCount<Rules> && HasOrderHint<Rules> &&
              HasStandardText<Rules>);
static_assert(sizeof(Position) == 16 && sizeof(Move) == 8);

}  // namespace crownd::spanish

extern template struct crownd::draughts_family::Evaluation<crownd::spanish::Position, crownd::spanish::Model,
                                                           crownd::spanish::OwnInputs>;
