#include "games/reduced_chess/evaluate.hpp"

#include "games/reduced_chess/exchange.hpp"
#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/moves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace crownd::reduced_chess {

namespace {

// Centipawns. Chosen by hand so that won endings are won and trades are judged sensibly; not fitted.
constexpr int bishop_pair = 50;
constexpr int rook_mobility = 3;  // a square, on an 8x8 board
constexpr int bishop_mobility = 4;
constexpr int attacked_ring_square = 6;  // each slider that sees it counts
constexpr int common_attack = 2;         // times the number of such pairs of square and slider, squared
constexpr int most_ring_attack = 250;
constexpr int hopeless_share = 4;    // material that cannot mate is divided by this
constexpr int drive_range = 400;     // what a whole board's way to the edge or corner is worth
constexpr int approach_range = 200;  // the same for the way of the own king
constexpr int confine_range = 300;   // the same for the room that is left
constexpr int escape_square = 8;
constexpr int standard_size = 8;

struct Terms {
  int material = 0;
  int mobility = 0;
  int attack = 0;
  int drive = 0;
};

struct Army {
  int rooks = 0;
  std::array<int, 2> bishops{};  // by the colour of their squares

  [[nodiscard]] int bishop_count() const { return bishops[0] + bishops[1]; }
  [[nodiscard]] bool has_pair() const { return bishops[0] > 0 && bishops[1] > 0; }
  [[nodiscard]] bool can_mate() const { return rooks > 0 || has_pair(); }
  [[nodiscard]] bool is_lone_king() const { return rooks + bishop_count() == 0; }
};

template <std::size_t Words>
int row(unsigned square) {
  return static_cast<int>(row_of<Words>(square));
}
template <std::size_t Words>
int column(unsigned square) {
  return static_cast<int>(column_of<Words>(square));
}

template <std::size_t Words>
const SquareSet<Words>& pieces_of(const Position<Words>& p, Side side) {
  return p.pieces[static_cast<std::size_t>(index_of(side))];
}
template <std::size_t Words>
unsigned king_of(const Position<Words>& p, Side side) {
  return p.kings[static_cast<std::size_t>(index_of(side))];
}

template <std::size_t Words>
Army army_of(const Position<Words>& p, Side side) {
  Army army;
  army.rooks = static_cast<int>((pieces_of(p, side) & p.rooks).size());
  (pieces_of(p, side) & p.bishops).for_each([&](unsigned square) {
    ++army.bishops[(row_of<Words>(square) + column_of<Words>(square)) % 2];
  });
  return army;
}

/// No sequence of moves leads to mate: a king in check from the only colour of bishops there is can always step aside.
bool is_material_draw(const Army& a, const Army& b) {
  return a.rooks + b.rooks == 0 && (a.bishops[0] + b.bishops[0] == 0 || a.bishops[1] + b.bishops[1] == 0);
}

int material_of(const Army& army) {
  const int sum = army.rooks * rook_value + army.bishop_count() * bishop_value + (army.has_pair() ? bishop_pair : 0);
  return army.can_mate() ? sum : sum / hopeless_share;
}

template <std::size_t Words>
void add_activity(Terms& terms, const Position<Words>& p, Side side) {
  const auto own = pieces_of(p, side);
  const auto occupied = p.occupied();
  const unsigned target = king_of(p, opponent(side));
  const auto& board = geometry<Words>.boards[p.size];
  const auto ring = (geometry<Words>.king_steps[target] & board) | SquareSet<Words>::of(target);
  const auto open = board & ~own;
  int weighted = 0;
  int on_ring = 0;
  (own & p.rooks).for_each([&](unsigned square) {
    const auto sight = rook_sight<Words>(square, occupied);
    weighted += rook_mobility * static_cast<int>((sight & open).size());
    on_ring += static_cast<int>((sight & ring).size());
  });
  (own & p.bishops).for_each([&](unsigned square) {
    const auto sight = bishop_sight<Words>(square, occupied);
    weighted += bishop_mobility * static_cast<int>((sight & open).size());
    on_ring += static_cast<int>((sight & ring).size());
  });
  terms.mobility = weighted * standard_size / p.size;
  terms.attack = std::min(attacked_ring_square * on_ring + common_attack * on_ring * on_ring, most_ring_attack);
}

/// The squares that the lone king could ever walk to while nobody else moves, its own included: what rooks and bishops
/// fence it in with.
template <std::size_t Words>
int room_of(const Position<Words>& p, Side hunters) {
  const unsigned prey = king_of(p, opponent(hunters));
  auto occupied = p.occupied();
  occupied.remove(prey);
  auto guarded = geometry<Words>.king_steps[king_of(p, hunters)];
  const auto& pieces = pieces_of(p, hunters);
  (pieces & p.rooks).for_each([&](unsigned square) { guarded |= rook_sight<Words>(square, occupied); });
  (pieces & p.bishops).for_each([&](unsigned square) { guarded |= bishop_sight<Words>(square, occupied); });

  auto unreached = geometry<Words>.boards[p.size] & ~guarded;
  unreached.remove(prey);
  auto edge = SquareSet<Words>::of(prey);
  unsigned room = 0;
  while (!edge.empty()) {
    room += edge.size();
    SquareSet<Words> next;
    edge.for_each([&](unsigned square) { next |= geometry<Words>.king_steps[square]; });
    edge = next & unreached;
    unreached &= ~edge;
  }
  return static_cast<int>(room);
}

/// How far the ending against a lone king has come. Every part is scaled so that its whole range is the same on all
/// sizes; all grow as the lone king is driven, met and shut in.
template <std::size_t Words>
int drive_against(const Position<Words>& p, Side side, const Army& army) {
  const unsigned prey = king_of(p, opponent(side));
  const unsigned hunter = king_of(p, side);
  const int last = p.size - 1;
  const int prey_row = row<Words>(prey), prey_column = column<Words>(prey);

  const int to_edge_row = std::min(prey_row, last - prey_row);
  const int to_edge_column = std::min(prey_column, last - prey_column);
  // With a rook the nearer edge is what counts, with bishops alone the corner: both ways must be gone.
  const int way = army.rooks > 0 ? 3 * std::min(to_edge_row, to_edge_column) + std::max(to_edge_row, to_edge_column)
                                 : 2 * (to_edge_row + to_edge_column);
  const int edge = drive_range - drive_range * way / (2 * last);

  const int rows_apart = std::abs(prey_row - row<Words>(hunter));
  const int columns_apart = std::abs(prey_column - column<Words>(hunter));
  const int apart = 2 * std::max(rows_apart, columns_apart) + std::min(rows_apart, columns_apart);
  const int approach = approach_range - approach_range * apart / (3 * last);

  // By the side of a square as large as the room, so that the last squares taken count more than the first.
  const double room_side = std::sqrt(room_of(p, side)) / p.size;
  const int confine = confine_range - static_cast<int>(confine_range * room_side);

  Position<Words> turned = p;
  turned.side = opponent(side);
  const auto wanted = geometry<Words>.boards[p.size] & ~pieces_of(p, side);
  const int escapes = static_cast<int>(king_targets(turned, wanted).size());
  return edge + approach + confine - escape_square * escapes;
}

template <std::size_t Words>
Terms terms_of(const Position<Words>& p, Side side, const Army& own, const Army& enemy) {
  Terms terms;
  terms.material = material_of(own);
  add_activity(terms, p, side);
  if (enemy.is_lone_king() && own.can_mate()) terms.drive = drive_against(p, side, own);
  return terms;
}

/// The differences, seen from the side to move.
template <std::size_t Words>
Terms balance_of(const Position<Words>& p) {
  const Army own_army = army_of(p, p.side);
  const Army enemy_army = army_of(p, opponent(p.side));
  if (is_material_draw(own_army, enemy_army)) return {};
  const Terms own = terms_of(p, p.side, own_army, enemy_army);
  const Terms enemy = terms_of(p, opponent(p.side), enemy_army, own_army);
  return {own.material - enemy.material, own.mobility - enemy.mobility, own.attack - enemy.attack,
          own.drive - enemy.drive};
}

int sum_of(const Terms& terms) { return terms.material + terms.mobility + terms.attack + terms.drive; }

}  // namespace

template <std::size_t Words>
Score evaluate(const Position<Words>& position) {
  return Score::centipawns(sum_of(balance_of(position)));
}

template <std::size_t Words>
std::vector<std::pair<std::string, int>> evaluation_terms(const Position<Words>& position) {
  const Terms terms = balance_of(position);
  const int sum = sum_of(terms);
  return {{"material", terms.material},
          {"mobility", terms.mobility},
          {"attack", terms.attack},
          {"drive", terms.drive},
          {"limit", Score::centipawns(sum).raw() - sum}};
}

template Score evaluate<1>(const Position<1>&);
template Score evaluate<2>(const Position<2>&);
template Score evaluate<4>(const Position<4>&);
template Score evaluate<11>(const Position<11>&);
template std::vector<std::pair<std::string, int>> evaluation_terms<1>(const Position<1>&);
template std::vector<std::pair<std::string, int>> evaluation_terms<2>(const Position<2>&);
template std::vector<std::pair<std::string, int>> evaluation_terms<4>(const Position<4>&);
template std::vector<std::pair<std::string, int>> evaluation_terms<11>(const Position<11>&);

}  // namespace crownd::reduced_chess
