#pragma once

#include "core/rules.hpp"
#include "games/reduced_chess/moves.hpp"
#include "network/network.hpp"

#include <cstdlib>

namespace crownd::reduced_chess {

struct Army {
  int rooks = 0;
  std::array<int, 2> bishops{};  ///< by the colour of their squares

  [[nodiscard]] int bishop_count() const { return bishops[0] + bishops[1]; }
  [[nodiscard]] int count() const { return rooks + bishop_count(); }
  [[nodiscard]] bool has_pair() const { return bishops[0] > 0 && bishops[1] > 0; }
  [[nodiscard]] bool is_lone_king() const { return count() == 0; }
};

template <std::size_t Words>
inline constexpr SquareSet<Words> colour_of_a1 = [] {
  SquareSet<Words> set;
  for (unsigned square = 0; square < square_count<Words>; ++square)
    if ((row_of<Words>(square) + column_of<Words>(square)) % 2 == 0) set.add(square);
  return set;
}();

template <std::size_t Words>
[[nodiscard]] inline Army army_of(const Position<Words>& p, Side side) {
  const auto bishops = p.of(side) & p.bishops;
  Army army;
  army.rooks = static_cast<int>((p.of(side) & p.rooks).size());
  army.bishops[0] = static_cast<int>((bishops & colour_of_a1<Words>).size());
  army.bishops[1] = static_cast<int>(bishops.size()) - army.bishops[0];
  return army;
}

/// Whether no sequence of moves leads to mate: a king checked by bishops of one colour only can always step aside.
[[nodiscard]] inline bool is_material_draw(const Army& a, const Army& b) {
  return a.rooks + b.rooks == 0 && (a.bishops[0] + b.bishops[0] == 0 || a.bishops[1] + b.bishops[1] == 0);
}

/// Activity of one side's pieces in counts of squares or pieces, not scaled to the board.
struct Activity {
  int rook_mobility = 0;      ///< squares attacked by rooks, without own pieces
  int bishop_mobility = 0;    ///< the same for bishops
  int king_zone_attacks = 0;  ///< pairs of a rook or bishop and a square next to the enemy king that it sees
  int rook_checks = 0;        ///< unguarded squares for a rook check on the next move
  int bishop_checks = 0;      ///< the same for bishops
  int flights = 0;            ///< squares that the own king can step to
  int hanging = 0;            ///< rooks attacked by bishops, and attacked unguarded pieces
  int loose = 0;              ///< rooks and bishops that nothing guards
  int pins = 0;               ///< own rooks and bishops that look at the enemy king through one enemy piece
};

/// With at least this many pieces of a side on a wide board, the attacks of all are computed at once.
inline constexpr unsigned crowd = 24;

/// Attacks of sliders of one kind: their number, and the attacked squares.
template <std::size_t Words>
struct Seen {
  SquareSet<Words> squares;
  int mobility = 0;
  int king_zone_attacks = 0;

  void add(const SquareSet<Words>& more, const SquareSet<Words>& open, const SquareSet<Words>& ring) {
    mobility += static_cast<int>((more & open).size());
    king_zone_attacks += static_cast<int>((more & ring).size());
    squares |= more;
  }
};

/// In all directions of the kind, given as differences of square numbers.
template <int... Steps, std::size_t Words>
[[nodiscard]] inline Seen<Words> seen_by_all(const SquareSet<Words>& sliders, const SquareSet<Words>& occupied,
                                             const SquareSet<Words>& open, const SquareSet<Words>& ring) {
  Seen<Words> seen;
  (seen.add(seen_towards<Steps>(sliders, occupied), open, ring), ...);
  return seen;
}

/// The same one by one; `sight(square)`: what a slider of that kind sees from there.
template <std::size_t Words, class Sight>
[[nodiscard]] inline Seen<Words> seen_one_by_one(const SquareSet<Words>& sliders, const SquareSet<Words>& open,
                                                 const SquareSet<Words>& ring, Sight sight) {
  Seen<Words> seen;
  sliders.for_each([&](unsigned square) { seen.add(sight(square), open, ring); });
  return seen;
}

/// The activity of both sides, by index_of(Side).
template <std::size_t Words>
[[nodiscard]] inline std::array<Activity, 2> find_attacks(const Position<Words>& p) {
  using Set = SquareSet<Words>;
  const Set occupied = p.occupied();
  const Set& board = geometry<Words>.boards[p.size];
  std::array<Activity, 2> both;
  std::array<Set, 2> rook_sights, bishop_sights, guarded;

  for (std::size_t side = 0; side < 2; ++side) {
    const Set& own = p.pieces[side];
    const Set open = board & ~own;
    const Set ring = geometry<Words>.king_steps[p.kings[1 - side]] & board;
    Activity& activity = both[side];
    const auto take = [&](const Seen<Words>& by_rooks, const Seen<Words>& by_bishops) {
      activity.rook_mobility = by_rooks.mobility;
      activity.bishop_mobility = by_bishops.mobility;
      activity.king_zone_attacks = by_rooks.king_zone_attacks + by_bishops.king_zone_attacks;
      rook_sights[side] = by_rooks.squares;
      bishop_sights[side] = by_bishops.squares;
    };
    constexpr int row = static_cast<int>(stride<Words>);
    if (Words >= many_words && own.size() >= crowd)
      take(seen_by_all<1, -1, row, -row>(own & p.rooks, occupied, open, ring),
           seen_by_all<row + 1, row - 1, -row + 1, -row - 1>(own & p.bishops, occupied, open, ring));
    else
      take(
          seen_one_by_one(own & p.rooks, open, ring, [&](unsigned at) { return rook_sight<Words>(at, occupied); }),
          seen_one_by_one(own & p.bishops, open, ring, [&](unsigned at) { return bishop_sight<Words>(at, occupied); }));
    guarded[side] = rook_sights[side] | bishop_sights[side] | geometry<Words>.king_steps[p.kings[side]];
  }

  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t other = 1 - side;
    const Set& own = p.pieces[side];
    const Set own_rooks = own & p.rooks, own_bishops = own & p.bishops;
    const Set safe = board & ~own & ~guarded[other];
    const unsigned enemy_king = p.kings[other];
    Activity& activity = both[side];
    activity.flights = static_cast<int>((geometry<Words>.king_steps[p.kings[side]] & safe).size());
    activity.hanging = static_cast<int>(
        ((own_rooks & bishop_sights[other]) | ((own_rooks | own_bishops) & guarded[other] & ~guarded[side])).size());
    activity.loose = static_cast<int>(((own_rooks | own_bishops) & ~guarded[side]).size());
    if (!own_rooks.empty()) {
      const Set lines = rook_sight<Words>(enemy_king, occupied);
      activity.rook_checks = static_cast<int>((lines & rook_sights[side] & safe).size());
      const Set hidden = own_rooks & ~lines & (row_through<Words>(enemy_king) | column_through<Words>(enemy_king));
      if (!hidden.empty())
        activity.pins +=
            static_cast<int>((hidden & rook_sight<Words>(enemy_king, occupied ^ (lines & p.pieces[other]))).size());
    }
    if (!own_bishops.empty()) {
      const Set lines = bishop_sight<Words>(enemy_king, occupied);
      activity.bishop_checks = static_cast<int>((lines & bishop_sights[side] & safe).size());
      const Set hidden =
          own_bishops & ~lines & (rising_through<Words>(enemy_king) | falling_through<Words>(enemy_king));
      if (!hidden.empty())
        activity.pins +=
            static_cast<int>((hidden & bishop_sight<Words>(enemy_king, occupied ^ (lines & p.pieces[other]))).size());
    }
  }
  return both;
}

// Patterns of the learned evaluation, present or absent, with a weight each. They mean the same on boards of all sizes:
// rooks and bishops relative to each king, distances of kings from the edges, and attacks on the squares around a king.

/// Distances beyond this many columns or rows count as this many.
inline constexpr std::size_t farthest = 7;
inline constexpr std::size_t offsets = (farthest + 1) * (farthest + 2) / 2;
/// Kings farther from an edge than this are in the middle.
inline constexpr std::size_t deepest = 4;
inline constexpr std::size_t depths = (deepest + 1) * (deepest + 2) / 2;
/// Limits of the counted flight squares of a king, and of the attacks on the squares around it.
inline constexpr int max_flights = 5;
inline constexpr int max_hits = 9;
inline constexpr std::size_t dangers = (max_flights + 1) * (max_hits + 1);

/// The first pattern of each group: a rook relative to its own and to the enemy's king, a bishop likewise, a king
/// relative to the edges, danger to the king of the side to move and to the other king.
namespace first_pattern {
inline constexpr std::size_t rook_and_own = 0;
inline constexpr std::size_t rook_and_enemy = rook_and_own + offsets;
inline constexpr std::size_t bishop_and_own = rook_and_enemy + offsets;
inline constexpr std::size_t bishop_and_enemy = bishop_and_own + offsets;
inline constexpr std::size_t king = bishop_and_enemy + offsets;
inline constexpr std::size_t danger_to_mover = king + depths;
inline constexpr std::size_t danger_to_other = danger_to_mover + dangers;
}  // namespace first_pattern
inline constexpr std::size_t pattern_count = first_pattern::danger_to_other + dangers;

/// The number of two distances in any order: (0, 0) is 0, (1, 0) is 1, (1, 1) is 2, (2, 0) is 3.
[[nodiscard]] constexpr std::size_t number_of_pair(std::size_t a, std::size_t b) {
  const std::size_t high = std::max(a, b), low = std::min(a, b);
  return high * (high + 1) / 2 + low;
}

/// number_of_pair of the distances between two squares in columns and rows.
template <std::size_t Words>
[[nodiscard]] inline std::size_t offset_number(unsigned a, unsigned b) {
  static constexpr auto numbers = [] {
    constexpr std::size_t side = stride<Words>;
    std::array<std::array<std::uint8_t, side>, side> table{};
    for (std::size_t columns = 0; columns < side; ++columns)
      for (std::size_t rows = 0; rows < side; ++rows)
        table[columns][rows] =
            static_cast<std::uint8_t>(number_of_pair(std::min(columns, farthest), std::min(rows, farthest)));
    return table;
  }();
  const auto between = [](unsigned x, unsigned y) { return x > y ? x - y : y - x; };
  return numbers[between(column_of<Words>(a), column_of<Words>(b))][between(row_of<Words>(a), row_of<Words>(b))];
}

/// The danger to a king, by the activity of its own and of the other side.
[[nodiscard]] inline std::size_t danger_number(const Activity& own, const Activity& enemy) {
  const int hits = std::min(enemy.king_zone_attacks + enemy.rook_checks + enemy.bishop_checks, max_hits);
  return static_cast<std::size_t>(std::min(own.flights, max_flights) * (max_hits + 1) + hits);
}

/// The input of all terms: the armies of the side to move and of the other, and find_attacks().
struct Overview {
  Army own;
  Army enemy;
  std::array<Activity, 2> both;
};

/// Calls add(number, sign) for each pattern of a board, `sign` 1 for the side to move and -1 for the other.
template <std::size_t Words, class Add>
inline void each_pattern(const Position<Words>& p, const Overview& seen, Add add) {
  const auto mover = static_cast<std::size_t>(index_of(p.side));
  for (const std::size_t side : {mover, 1 - mover}) {
    const int sign = side == mover ? 1 : -1;
    const unsigned own_king = p.kings[side], enemy_king = p.kings[1 - side];
    const auto seen_from_kings = [&](const SquareSet<Words>& set, std::size_t from_own, std::size_t from_enemy) {
      set.for_each([&](unsigned square) {
        add(from_own + offset_number<Words>(square, own_king), sign);
        add(from_enemy + offset_number<Words>(square, enemy_king), sign);
      });
    };
    seen_from_kings(p.pieces[side] & p.rooks, first_pattern::rook_and_own, first_pattern::rook_and_enemy);
    seen_from_kings(p.pieces[side] & p.bishops, first_pattern::bishop_and_own, first_pattern::bishop_and_enemy);
    const auto depth = [&](unsigned place) { return std::min<std::size_t>({place, p.size - 1 - place, deepest}); };
    const std::size_t king = number_of_pair(depth(column_of<Words>(own_king)), depth(row_of<Words>(own_king)));
    add(first_pattern::king + king, sign);
    add((side == mover ? first_pattern::danger_to_mover : first_pattern::danger_to_other) +
            danger_number(seen.both[side], seen.both[1 - side]),
        sign);
  }
}

/// Terms of the learned evaluation, each for the side to move minus the same for the other side.
enum Term : std::size_t {
  rooks,
  bishops,
  bishop_pair,
  rook_mobility,
  bishop_mobility,
  king_zone_attacks,
  king_zone_attacks_squared,  ///< a tenth of the square: attackers together are worth more than each alone
  rook_checks,
  bishop_checks,
  ready_rook_checks,  ///< rook_checks of the side to move, which can give one now
  flights,
  king_from_edges,  ///< rows and columns from the nearest edges
  loose,
  pins,
  hanging_to_move,  ///< hanging pieces of the side to move, which can still save one
  hanging_waiting,  ///< hanging pieces of the other side
  tempo,
  term_count
};

/// Each term has four weights, for full and empty boards, both small and large, interpolated by the number of pieces
/// besides kings, in `full_board` steps from `empty_board_pieces`, and by size, in `large_board` steps from
/// `small_board`.
inline constexpr int empty_board_pieces = 3;
inline constexpr int full_board = 8;
inline constexpr int small_board = 6;
inline constexpr int large_board = 4;
/// Terms that grow with the board are scaled to this size; in these fractions.
inline constexpr int standard_size = 8;
inline constexpr int fraction = 64;

/// How full a board is, 0 to full_board, and how large, 0 to large_board.
struct Stage {
  int fullness = 0;
  int largeness = 0;
};
[[nodiscard]] inline Stage stage_of(int size, const Overview& seen) {
  return {std::clamp(seen.own.count() + seen.enemy.count() - empty_board_pieces, 0, full_board),
          std::clamp(size - small_board, 0, large_board)};
}

/// Calls take(index, share) for the weights of a full and an empty small board, then of both on a large board. The
/// shares add up to full_board * large_board.
inline constexpr std::size_t shares = 4;
template <class Take>
inline void for_shares(const Stage& stage, Take take) {
  const int emptiness = full_board - stage.fullness, smallness = large_board - stage.largeness;
  take(std::size_t{0}, stage.fullness * smallness);
  take(std::size_t{1}, emptiness * smallness);
  take(std::size_t{2}, stage.fullness * stage.largeness);
  take(std::size_t{3}, emptiness * stage.largeness);
}

/// Features: four of each term, two of each pattern (for a full and an empty board), like bishops, and pairs of armies.
inline constexpr std::size_t armies = 24;
inline constexpr std::size_t army_pairs = armies * (armies - 1) / 2;
inline constexpr std::size_t first_pattern_feature = shares * term_count;
inline constexpr std::size_t like_bishops_feature = first_pattern_feature + 2 * pattern_count;
inline constexpr std::size_t first_army_feature = like_bishops_feature + 1;
inline constexpr std::size_t feature_count = first_army_feature + army_pairs;
inline constexpr int feature_unit = fraction * full_board * large_board;
inline constexpr int weights_per_centipawn = 4;

using TermValues = std::array<int, term_count>;

/// The index of an army of at most three rooks and three bishops, which tells whether its bishops are on both colours;
/// `armies` for a larger army.
[[nodiscard]] inline std::size_t army_number(const Army& army) {
  constexpr int max = 3;
  const int bishop_count = army.bishop_count();
  if (army.rooks > max || bishop_count > max) return armies;
  const int kind = bishop_count < 2 ? bishop_count : 2 * bishop_count - 2 + (army.has_pair() ? 1 : 0);
  return static_cast<std::size_t>(army.rooks * 6 + kind);
}

/// A pair of armies, with the sign 1 or -1, or 0 if none applies.
struct ArmyFeature {
  std::size_t number = 0;
  int sign = 0;
};
[[nodiscard]] inline ArmyFeature army_feature(const Army& own, const Army& enemy) {
  const std::size_t a = army_number(own), b = army_number(enemy);
  if (a == armies || b == armies || a == b) return {};
  const std::size_t high = std::max(a, b), low = std::min(a, b);
  return {first_army_feature + high * (high - 1) / 2 + low, a > b ? 1 : -1};
}

/// 1 or -1 if each side has one bishop, both on squares of one colour: trading them helps the side with more rooks.
[[nodiscard]] inline int same_colour_bishops(const Army& own, const Army& enemy) {
  if (own.bishop_count() != 1 || own.bishops != enemy.bishops || own.rooks == enemy.rooks) return 0;
  return own.rooks > enemy.rooks ? 1 : -1;
}

template <std::size_t Words>
[[nodiscard]] inline int from_edges(unsigned square, int size) {
  const int row = static_cast<int>(row_of<Words>(square)), column = static_cast<int>(column_of<Words>(square));
  return std::min(row, size - 1 - row) + std::min(column, size - 1 - column);
}

template <std::size_t Words>
[[nodiscard]] inline TermValues terms_of(const Position<Words>& p, const Overview& seen) {
  const auto mover = static_cast<std::size_t>(index_of(p.side));
  const Activity& own = seen.both[mover];
  const Activity& enemy = seen.both[1 - mover];
  const int scaled = fraction * standard_size / p.size;

  TermValues values{};
  values[rooks] = fraction * (seen.own.rooks - seen.enemy.rooks);
  values[bishops] = fraction * (seen.own.bishop_count() - seen.enemy.bishop_count());
  values[bishop_pair] = fraction * (int{seen.own.has_pair()} - int{seen.enemy.has_pair()});
  values[rook_mobility] = scaled * (own.rook_mobility - enemy.rook_mobility);
  values[bishop_mobility] = scaled * (own.bishop_mobility - enemy.bishop_mobility);
  values[king_zone_attacks] = fraction * (own.king_zone_attacks - enemy.king_zone_attacks);
  values[king_zone_attacks_squared] =
      fraction * (own.king_zone_attacks * own.king_zone_attacks - enemy.king_zone_attacks * enemy.king_zone_attacks) /
      10;
  values[rook_checks] = fraction * (own.rook_checks - enemy.rook_checks);
  values[bishop_checks] = fraction * (own.bishop_checks - enemy.bishop_checks);
  values[ready_rook_checks] = fraction * own.rook_checks;
  values[flights] = fraction * (own.flights - enemy.flights);
  values[king_from_edges] =
      scaled * (from_edges<Words>(p.own_king(), p.size) - from_edges<Words>(p.enemy_king(), p.size));
  values[loose] = fraction * (own.loose - enemy.loose);
  values[pins] = fraction * (own.pins - enemy.pins);
  values[hanging_to_move] = fraction * own.hanging;
  values[hanging_waiting] = -fraction * enemy.hanging;
  values[tempo] = fraction;
  return values;
}

/// Network inputs for each side, oriented by its king: squares of all pieces on the boards of each size (above the
/// largest size the surplus middle lines count as one), and distances from both kings, shared by all sizes.
struct Views {
  static constexpr int min_size = 4, max_size = 11;
  /// Rooks and bishops of both sides; with more the rows would not fit.
  static constexpr int max_pieces = 18;

  enum Man : std::size_t { own_rook, own_bishop, enemy_rook, enemy_bishop, enemy_king, own_king, men };
  /// The first ones of Man, whose distances from the own king and from the enemy king are inputs.
  static constexpr std::size_t men_from_own_king = own_king, men_from_enemy_king = enemy_king;

  // Numbers of rows: squares on the boards of each size, then distances, then sizes.
  static constexpr std::size_t sizes = max_size - min_size + 1;
  static constexpr std::array<std::size_t, sizes + 1> square_row = [] {
    std::array<std::size_t, sizes + 1> first{};
    for (std::size_t i = 0; i < sizes; ++i) first[i + 1] = first[i] + men * (min_size + i) * (min_size + i);
    return first;
  }();
  static constexpr int farthest = 9;  ///< columns or rows; larger distances count as this
  static constexpr std::size_t span = 2 * farthest + 1;
  static constexpr std::size_t distances = span * span;
  static constexpr std::size_t from_own_king_row = square_row[sizes];
  static constexpr std::size_t from_enemy_king_row = from_own_king_row + men_from_own_king * distances;
  static constexpr std::size_t size_row = from_enemy_king_row + men_from_enemy_king * distances;
  static constexpr std::size_t row_count = size_row + sizes;

  static constexpr std::size_t pieces_per_bucket = 2;
  static constexpr std::size_t bucket_count = 8;

  /// Whether the network judges boards of this size with `pieces` rooks and bishops.
  [[nodiscard]] static bool covers(int size, int pieces) { return size >= min_size && pieces <= max_pieces; }

  /// For covered positions, with `pieces` rooks and bishops.
  template <std::size_t Words>
  [[nodiscard]] static network::Inputs inputs(const Position<Words>& p, int pieces) {
    network::Inputs inputs;
    add_rows(p, p.side, inputs.mover);
    add_rows(p, opponent(p.side), inputs.opponent);
    inputs.bucket = std::min(static_cast<std::size_t>(pieces) / pieces_per_bucket, bucket_count - 1);
    return inputs;
  }

 private:
  /// Maps a row or column to one of the largest size with its own rows.
  static int seen_line(int line, int size) {
    constexpr int half = max_size / 2;
    return line <= half ? line : std::max(half, line - std::max(size - max_size, 0));
  }

  template <std::size_t Words>
  static void add_rows(const Position<Words>& p, Side side, network::Rows& rows) {
    const auto own = static_cast<std::size_t>(index_of(side));
    const int size = p.size;
    const int seen_size = std::min(size, max_size);
    const std::size_t size_index = static_cast<std::size_t>(seen_size - min_size);
    const Place king = place_of<Words>(p.kings[own]), other_king = place_of<Words>(p.kings[1 - own]);
    const Orientation orientation(king, other_king, size);
    const Place own_place = orientation.of(king), enemy_place = orientation.of(other_king);
    const auto add_square = [&](Man man, Place place) {
      rows.add(square_row[size_index] +
               static_cast<std::size_t>((static_cast<int>(man) * seen_size + seen_line(place.row, size)) * seen_size +
                                        seen_line(place.column, size)));
    };
    const auto add_distance = [&](std::size_t first, Man man, Place place, Place from) {
      const auto steps = [](int a, int b) {
        return static_cast<std::size_t>(std::clamp(a - b, -farthest, farthest) + farthest);
      };
      rows.add(first + man * distances + steps(place.row, from.row) * span + steps(place.column, from.column));
    };
    const auto add_men = [&](const SquareSet<Words>& set, Man man) {
      set.for_each([&](unsigned square) {
        const Place place = orientation.of(place_of<Words>(square));
        add_square(man, place);
        add_distance(from_own_king_row, man, place, own_place);
        add_distance(from_enemy_king_row, man, place, enemy_place);
      });
    };
    add_men(p.pieces[own] & p.rooks, own_rook);
    add_men(p.pieces[own] & p.bishops, own_bishop);
    add_men(p.pieces[1 - own] & p.rooks, enemy_rook);
    add_men(p.pieces[1 - own] & p.bishops, enemy_bishop);
    add_square(own_king, own_place);
    add_square(enemy_king, enemy_place);
    add_distance(from_own_king_row, enemy_king, enemy_place, own_place);
    rows.add(size_row + size_index);
  }
};

static_assert(3 * Views::max_pieces + 4 <= network::Rows::max_rows);

/// Static evaluation in centipawns for the side to move, for boards of all sizes. A draw by material is 0. Against a
/// lone king it is a sure win, the material, and how far the king has been driven (mop_up). Otherwise it is
/// learned: terms, patterns, a value for each pair of armies, which covers drawish material, and a network. See
/// network/network.hpp for the meaning of each name.
template <std::size_t Words>
struct Evaluation {
  [[nodiscard]] static Score evaluate(const Position<Words>& position);
  /// Computed without evaluate(), so that tests can compare both.
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position<Words>& position);

  static constexpr std::size_t feature_count = reduced_chess::feature_count;
  static constexpr int feature_unit = reduced_chess::feature_unit;
  static constexpr int weights_per_centipawn = reduced_chess::weights_per_centipawn;
  [[nodiscard]] static std::optional<int> features(const Position<Words>& position, std::vector<Feature>& list);
  /// From weights.bin, by feature.
  [[nodiscard]] static std::span<const std::int16_t> weights();

  /// With at most 18 rooks and bishops and no clear advantage, the network's score is added to that of the terms.
  static constexpr network::Shape network_shape{Views::row_count, 128, 32, 32, Views::bucket_count};
  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const Position<Words>& position);
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int handcrafted(const Position<Words>& position);
};

}  // namespace crownd::reduced_chess
