#include "games/breakthrough/rules.hpp"

namespace crownd::breakthrough {
namespace {

/// Hand-made: a pawn, and more the further it has advanced. Learned weights would be a file weights.bin, as for
/// reduced chess.
// clang-format off
constexpr std::array<std::int16_t, Rules::feature_count> table{
110, 105, 100, 110, 110, 100, 105, 110,
100, 100, 100, 100, 100, 100, 100, 100,
103, 105, 107, 107, 107, 107, 105, 103,
110, 115, 118, 120, 120, 118, 115, 110,
125, 132, 140, 145, 145, 140, 132, 125,
160, 175, 185, 190, 190, 185, 175, 160,
260, 280, 290, 290, 290, 290, 280, 260,
900, 900, 900, 900, 900, 900, 900, 900,
};
// clang-format on

/// From the side's own view: its first row is row 1.
std::uint32_t seen_by(Side side, Square square) { return side == Side::first ? square : square ^ 56U; }

template <class Visit>
void for_each_pawn(Bits pawns, Visit visit) {
  for (; pawns != 0; pawns &= pawns - 1) visit(static_cast<Square>(std::countr_zero(pawns)));
}

int worth(const Position& position, Side side) {
  int sum = 0;
  for_each_pawn(position.of(side), [&](Square square) { sum += table[seen_by(side, square)]; });
  return sum;
}

}  // namespace

Score Rules::evaluate(const Position& position) {
  return Score::centipawns(worth(position, position.to_move) - worth(position, opponent(position.to_move)));
}

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  return {{"own pawns", worth(position, position.to_move)},
          {"enemy pawns", -worth(position, opponent(position.to_move))}};
}

std::optional<int> Rules::features(const Position& position, std::vector<Feature>& list) {
  for (const Side side : {position.to_move, opponent(position.to_move)})
    for_each_pawn(position.of(side), [&](Square square) {
      list.push_back({seen_by(side, square), side == position.to_move ? 1 : -1});
    });
  return 0;
}

std::span<const std::int16_t> Rules::weights() { return table; }

}  // namespace crownd::breakthrough
