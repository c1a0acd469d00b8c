#include "games/reduced_chess/evaluate.hpp"

#include "network/network.hpp"

#include <cmath>
#include <initializer_list>

namespace crownd::reduced_chess {

namespace {

// Centipawns, chosen by hand so that won endings are won.
constexpr int drive_range = 400;     // from the centre to the edge or corner
constexpr int approach_range = 200;  // for the distance of the own king
constexpr int confine_range = 300;   // for the remaining room
constexpr int escape_square = 8;
constexpr int seen_square = 4;           // on an 8x8 board
constexpr int attacked_ring_square = 6;  // each slider that sees it counts
constexpr int common_attack = 2;         // times the square of the number of such pairs of slider and square
constexpr int max_ring_attack = 250;

/// The number of squares that the lone king could ever reach if no other piece moves, including its own.
template <std::size_t Words>
int room_of(const Position<Words>& p, Side strong_kings) {
  const unsigned weak_king = p.king_of(opponent(strong_kings));
  auto occupied = p.occupied();
  occupied.remove(weak_king);
  auto guarded = geometry<Words>.king_steps[p.king_of(strong_kings)];
  const auto& pieces = p.of(strong_kings);
  (pieces & p.rooks).for_each([&](unsigned square) { guarded |= rook_sight<Words>(square, occupied); });
  (pieces & p.bishops).for_each([&](unsigned square) { guarded |= bishop_sight<Words>(square, occupied); });

  auto unreached = geometry<Words>.boards[p.size] & ~guarded;
  unreached.remove(weak_king);
  auto edge = SquareSet<Words>::of(weak_king);
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

/// Progress of a side that can mate against a lone king, in centipawns: how near the lone king is to an edge or, where
/// bishops must mate, to a corner; how near the own king is; the room and the flight squares of the lone king; and the
/// attacked squares, on the board and around it. Each part has the same range on all board sizes.
template <std::size_t Words>
int mop_up(const Position<Words>& p, Side side) {
  const Place weak_king = place_of<Words>(p.king_of(opponent(side)));
  const Place strong_king = place_of<Words>(p.king_of(side));
  const int last = p.size - 1;

  const int to_edge_row = std::min(weak_king.row, last - weak_king.row);
  const int to_edge_column = std::min(weak_king.column, last - weak_king.column);
  // With a rook the distance to the nearest edge counts, with bishops alone that to the corner.
  const int way = !(p.of(side) & p.rooks).empty()
                      ? 3 * std::min(to_edge_row, to_edge_column) + std::max(to_edge_row, to_edge_column)
                      : 2 * (to_edge_row + to_edge_column);
  const int edge = drive_range - drive_range * way / (2 * last);

  const int rows_apart = std::abs(weak_king.row - strong_king.row);
  const int columns_apart = std::abs(weak_king.column - strong_king.column);
  const int apart = 2 * std::max(rows_apart, columns_apart) + std::min(rows_apart, columns_apart);
  const int approach = approach_range - approach_range * apart / (3 * last);

  // The side of a square of the same area: the last squares taken count more than the first.
  const double room_side = std::sqrt(room_of(p, side)) / p.size;
  const int confine = confine_range - static_cast<int>(confine_range * room_side);

  Position<Words> turned = p;
  turned.side = opponent(side);
  const auto wanted = geometry<Words>.boards[p.size] & ~p.of(side);
  const int escapes = static_cast<int>(king_targets(turned, wanted).size());

  const Activity activity = find_attacks(p)[static_cast<std::size_t>(index_of(side))];
  const int seen = seen_square * standard_size * (activity.rook_mobility + activity.bishop_mobility) / p.size;
  const int hits = activity.king_zone_attacks;
  const int attack = std::min(attacked_ring_square * hits + common_attack * hits * hits, max_ring_attack);
  return edge + approach + confine - escape_square * escapes + seen + attack;
}

// weights.bin and weights.net, embedded by engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_reduced_chess_weights[], crownd_reduced_chess_weights_end[];
extern "C" const std::uint8_t crownd_reduced_chess_network[], crownd_reduced_chess_network_end[];

const std::span<const std::int16_t> learned_weights =
    network::linear_weights({crownd_reduced_chess_weights, crownd_reduced_chess_weights_end}, feature_count);

const network::Network learned_network({crownd_reduced_chess_network, crownd_reduced_chess_network_end},
                                       Evaluation<1>::network_shape);
/// The network is not evaluated if the terms differ by more centipawns.
constexpr int clear_advantage = 400;

// Centipawns against a lone king: above other evaluations, so that the search aims for the ending, and material counts,
// so that none is given away.
constexpr int sure_win = 2000;
constexpr int rook_kept = 300;
constexpr int bishop_kept = 200;

/// The value of an ending of known result, for the side to move.
struct Known {
  int material = 0;
  int drive = 0;
};
template <std::size_t Words>
std::optional<Known> known_of(const Position<Words>& p, const Army& own, const Army& enemy) {
  if (is_material_draw(own, enemy)) return Known{};
  if (!own.is_lone_king() && !enemy.is_lone_king()) return {};
  const bool winning = enemy.is_lone_king();
  const Army& army = winning ? own : enemy;
  const int sign = winning ? 1 : -1;
  return Known{sign * (sure_win + army.rooks * rook_kept + army.bishop_count() * bishop_kept),
               sign * mop_up(p, winning ? p.side : opponent(p.side))};
}

/// A stage's sums of weights are in 1/stage_unit of the weights of weights.bin.
constexpr int stage_unit = full_board * large_board;
static_assert(feature_unit == fraction * stage_unit);

struct StageWeights {
  std::array<std::int32_t, term_count> terms{};
  std::array<std::int32_t, pattern_count> patterns{};
};
const auto stage_weights = [] {
  std::array<std::array<StageWeights, large_board + 1>, full_board + 1> table{};
  for (int fullness = 0; fullness <= full_board; ++fullness)
    for (int largeness = 0; largeness <= large_board; ++largeness) {
      auto& stage = table[static_cast<std::size_t>(fullness)][static_cast<std::size_t>(largeness)];
      for (std::size_t term = 0; term < term_count; ++term)
        for_shares({fullness, largeness}, [&](std::size_t share, int amount) {
          stage.terms[term] += learned_weights[shares * term + share] * amount;
        });
      for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        const std::size_t first = first_pattern_feature + 2 * pattern;
        stage.patterns[pattern] =
            (learned_weights[first] * fullness + learned_weights[first + 1] * (full_board - fullness)) * large_board;
      }
    }
  return table;
}();

const StageWeights& weights_of(const Stage& stage) {
  return stage_weights[static_cast<std::size_t>(stage.fullness)][static_cast<std::size_t>(stage.largeness)];
}

/// All sums are in 1/units_per_centipawn. A board full of rooks needs more than 32 bits.
using Sum = std::int64_t;

template <std::size_t Words>
Sum worth_of_patterns(const Position<Words>& p, const Overview& seen, const StageWeights& stage) {
  std::int32_t sum = 0;
  each_pattern(p, seen, [&](std::size_t number, int sign) { sum += sign * stage.patterns[number]; });
  return Sum{sum} * fraction;
}

Sum worth_of_armies(const Army& own, const Army& enemy) {
  const auto feature = army_feature(own, enemy);
  return Sum{feature_unit} * (feature.sign * learned_weights[feature.number] +
                              same_colour_bishops(own, enemy) * learned_weights[like_bishops_feature]);
}

constexpr int units_per_centipawn = feature_unit * weights_per_centipawn;

template <std::size_t Words>
int sum_of_terms(const Position<Words>& p, const Army& own, const Army& enemy) {
  const Overview seen{own, enemy, find_attacks(p)};
  const TermValues terms = terms_of(p, seen);
  const StageWeights& stage = weights_of(stage_of(p.size, seen));
  Sum sum = worth_of_armies(own, enemy) + worth_of_patterns(p, seen, stage);
  for (std::size_t term = 0; term < term_count; ++term) sum += Sum{terms[term]} * stage.terms[term];
  return static_cast<int>(sum / units_per_centipawn);
}

template <std::size_t Words>
bool uses_network(const Position<Words>& p, int pieces, int centipawns) {
  return Views::covers(p.size, pieces) && std::abs(centipawns) <= clear_advantage;
}

}  // namespace

template <std::size_t Words>
Score Evaluation<Words>::evaluate(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  if (const auto known = known_of(p, own, enemy)) return Score::centipawns(known->material + known->drive);
  const int terms = sum_of_terms(p, own, enemy);
  const int pieces = own.count() + enemy.count();
  if (!uses_network(p, pieces, terms)) return Score::centipawns(terms);
  return Score::centipawns(terms + learned_network.evaluate(Views::inputs(p, pieces)));
}

template <std::size_t Words>
int Evaluation<Words>::handcrafted(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  const auto known = known_of(p, own, enemy);
  return known ? known->material + known->drive : sum_of_terms(p, own, enemy);
}

template <std::size_t Words>
std::optional<network::Inputs> Evaluation<Words>::network_inputs(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  const int pieces = own.count() + enemy.count();
  if (known_of(p, own, enemy) || !uses_network(p, pieces, sum_of_terms(p, own, enemy))) return {};
  return Views::inputs(p, pieces);
}

template <std::size_t Words>
std::span<const std::uint8_t> Evaluation<Words>::network_file() {
  return {crownd_reduced_chess_network, crownd_reduced_chess_network_end};
}

template <std::size_t Words>
std::vector<std::pair<std::string, int>> Evaluation<Words>::evaluation_terms(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  std::vector<std::pair<std::string, int>> list;
  int sum = 0;
  if (const auto known = known_of(p, own, enemy)) {
    list = {{"material", known->material}, {"drive", known->drive}};
    sum = known->material + known->drive;
  } else {
    const Overview seen{own, enemy, find_attacks(p)};
    const TermValues terms = terms_of(p, seen);
    const StageWeights& stage = weights_of(stage_of(p.size, seen));
    const auto& term_weights = stage.terms;
    Sum exact = 0;
    int rounded = 0;
    const auto add = [&](const char* name, Sum worth, std::initializer_list<Term> parts) {
      for (const Term part : parts) worth += Sum{terms[part]} * term_weights[part];
      list.emplace_back(name, static_cast<int>(worth / units_per_centipawn));
      exact += worth;
      rounded += list.back().second;
    };
    add("material", worth_of_armies(own, enemy), {rooks, bishops, bishop_pair});
    add("mobility", 0, {rook_mobility, bishop_mobility});
    add("attack", 0, {king_zone_attacks, king_zone_attacks_squared, rook_checks, bishop_checks, ready_rook_checks});
    add("patterns", worth_of_patterns(p, seen, stage), {});
    add("king", 0, {flights, king_from_edges});
    add("threats", 0, {loose, pins, hanging_to_move, hanging_waiting});
    add("tempo", 0, {tempo});
    sum = static_cast<int>(exact / units_per_centipawn);
    list.emplace_back("rounding", sum - rounded);
    const auto inputs = network_inputs(p);
    list.emplace_back("network", inputs ? learned_network.evaluate(*inputs) : 0);
    sum += list.back().second;
  }
  // No evaluation may look like a proven win.
  if (const int beyond = sum - Score::centipawns(sum).raw(); beyond != 0) list.emplace_back("limit", -beyond);
  return list;
}

template <std::size_t Words>
std::optional<int> Evaluation<Words>::features(const Position<Words>& p, std::vector<Feature>& list) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  if (known_of(p, own, enemy)) return {};
  const Overview seen{own, enemy, find_attacks(p)};
  const TermValues terms = terms_of(p, seen);
  const auto add = [&](std::size_t number, int value) {
    if (value != 0) list.push_back({static_cast<std::uint32_t>(number), value});
  };
  const Stage stage = stage_of(p.size, seen);
  for (std::size_t term = 0; term < term_count; ++term)
    for_shares(stage, [&](std::size_t share, int amount) { add(shares * term + share, terms[term] * amount); });
  each_pattern(p, seen, [&](std::size_t number, int sign) {
    const std::size_t first = first_pattern_feature + 2 * number;
    add(first, sign * fraction * stage.fullness * large_board);
    add(first + 1, sign * fraction * (full_board - stage.fullness) * large_board);
  });
  add(like_bishops_feature, feature_unit * same_colour_bishops(own, enemy));
  const auto armies_here = army_feature(own, enemy);
  add(armies_here.number, feature_unit * armies_here.sign);
  return 0;
}

template <std::size_t Words>
std::span<const std::int16_t> Evaluation<Words>::weights() {
  return learned_weights;
}

template struct Evaluation<1>;
template struct Evaluation<2>;
template struct Evaluation<4>;
template struct Evaluation<11>;

}  // namespace crownd::reduced_chess
