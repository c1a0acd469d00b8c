#include "games/spanish/rules.hpp"
#include "games/spanish/slides.hpp"
#include "games/spanish/squares.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <numeric>

namespace crownd::spanish {
namespace {

// All weights are centipawns. They are set by hand. Where there are two, the first holds for a full board and the
// second for the last few pieces; in between they are blended by the number of pieces.

struct Weight {
  int full;
  int bare;
};

constexpr int man = 100;
/// A flying king is worth about three men, and more the emptier the board is that it flies over.
constexpr Weight king{270, 340};
/// A man by its distance from its home row. On a full board far men are targets; on a bare one they are kings to be.
constexpr std::array<Weight, 7> advance{{{0, 0}, {1, 5}, {3, 10}, {5, 17}, {8, 26}, {14, 38}, {24, 55}}};
/// A man on the home row keeps enemy men from crowning: for each, times the enemy men left, out of twelve.
constexpr int guard = 9;
/// Men in the four central squares reach both wings.
constexpr Weight centre{5, 3};
/// A king on the great diagonal cannot be hunted down, and one that has it alone rules the ending.
constexpr Weight great_diagonal{10, 30};
constexpr Weight great_diagonal_alone{10, 25};
/// Each square that a man or a king can go to, captures aside.
constexpr int man_step = 2;
constexpr int king_slide = 2;
/// A man that no enemy piece stands in front of, when the enemy has no king to chase it; less what it has to walk.
constexpr int free_man = 130;
constexpr int free_man_row = 14;
/// To be the one to move.
constexpr int tempo = 4;
/// An ending that cannot be won in practice keeps this fraction of its score.
constexpr int drawn_divisor = 8;

template <std::size_t N>
constexpr Bits squares(const std::array<int, N>& numbers) {
  Bits set = 0;
  for (const int number : numbers) set |= bit(square_of(number));
  return set;
}
constexpr Bits central = squares(std::array{14, 15, 18, 19});
constexpr Bits diagonal = squares(std::array{1, 5, 10, 14, 19, 23, 28, 32});

constexpr int pieces_at_start = 24;
/// From here down the board counts as bare.
constexpr int pieces_when_bare = 6;

int blend(Weight weight, const Position& position) {
  const int pieces = std::popcount(~position.empty());
  if (pieces <= pieces_when_bare) return weight.bare;
  if (pieces >= pieces_at_start) return weight.full;
  const int fullness = pieces - pieces_when_bare, range = pieces_at_start - pieces_when_bare;
  return (weight.full * fullness + weight.bare * (range - fullness)) / range;
}

template <Side S>
constexpr Bits row_from_home(int distance) {
  return draughts_family::row_bits(S == Side::first ? 7 - distance : distance);
}

template <Side S>
int advancement(const Position& position) {
  int sum = 0;
  for (int distance = 1; distance < 7; ++distance)
    if (const int count = std::popcount(position.men(S) & row_from_home<S>(distance)); count > 0)
      sum += count * blend(advance[static_cast<unsigned>(distance)], position);
  return sum;
}

template <Side S>
int home_guard(const Position& position) {
  const int enemy_men = std::popcount(position.men(opponent(S)));
  return guard * std::popcount(position.men(S) & home_row(S)) * enemy_men / 12;
}

template <Side S>
int great_diagonal_kings(const Position& position) {
  if ((position.kings_of(S) & diagonal) == 0) return 0;
  const bool alone = (position.of(opponent(S)) & diagonal) == 0;
  return blend(great_diagonal, position) + (alone ? blend(great_diagonal_alone, position) : 0);
}

template <Side S>
int mobility(const Position& position) {
  return man_step * count_steps<S>(position.men(S), position.empty()) +
         king_slide * count_slides(position.kings_of(S), position.empty());
}

template <Side S>
int free_men(const Position& position) {
  if (position.kings_of(opponent(S)) != 0) return 0;
  Bits watched = position.of(opponent(S));  // grows to all squares with an enemy somewhere ahead
  for (int row = 0; row < 7; ++row)
    watched |= step<draughts_family::opposite(forward_left<S>)>(watched) |
               step<draughts_family::opposite(forward_right<S>)>(watched);
  const Bits free = position.men(S) & ~watched;
  int sum = 0;
  for (int distance = 0; distance < 7; ++distance)
    sum += std::popcount(free & row_from_home<S>(distance)) * (free_man - free_man_row * (7 - distance));
  return sum;
}

/// A single king against kings alone: one or two cannot catch it, and three cannot where it holds the great diagonal.
template <Side S>
bool holds_alone(const Position& position) {
  const Bits lone = position.of(S), hunters = position.of(opponent(S));
  if (std::popcount(lone) != 1 || ((lone | hunters) & ~position.kings) != 0) return false;
  const int count = std::popcount(hunters);
  return count <= 2 || (count == 3 && (lone & diagonal) != 0);
}

struct Term {
  const char* name;
  int value;
};

using Terms = std::array<Term, 9>;

int sum_of(const Terms& terms) {
  return std::accumulate(terms.begin(), terms.end(), 0, [](int sum, const Term& term) { return sum + term.value; });
}

/// Every term is what side S has less what the other has.
template <Side S>
Terms terms_of(const Position& position) {
  constexpr Side T = opponent(S);
  const auto difference = [&](Bits own, Bits other) { return std::popcount(own) - std::popcount(other); };
  Terms terms{{
      {"men", man * difference(position.men(S), position.men(T))},
      {"kings", blend(king, position) * difference(position.kings_of(S), position.kings_of(T))},
      {"advancement", advancement<S>(position) - advancement<T>(position)},
      {"home row", home_guard<S>(position) - home_guard<T>(position)},
      {"centre", blend(centre, position) * difference(position.men(S) & central, position.men(T) & central)},
      {"great diagonal", great_diagonal_kings<S>(position) - great_diagonal_kings<T>(position)},
      {"mobility and tempo", mobility<S>(position) - mobility<T>(position) + tempo},
      {"free men", free_men<S>(position) - free_men<T>(position)},
      {"drawn ending", 0},
  }};
  if (holds_alone<S>(position) || holds_alone<T>(position)) {
    const int sum = sum_of(terms);
    terms.back().value = sum / drawn_divisor - sum;
  }
  return terms;
}

Terms terms_of(const Position& position) {
  return position.side == Side::first ? terms_of<Side::first>(position) : terms_of<Side::second>(position);
}

}  // namespace

Score Rules::evaluate(const Position& position) { return Score::centipawns(sum_of(terms_of(position))); }

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  std::vector<std::pair<std::string, int>> result;
  for (const Term& term : terms_of(position)) result.emplace_back(term.name, term.value);
  return result;
}

}  // namespace crownd::spanish
