#include "games/reduced_chess/evaluate.hpp"

#include "core/weights_file.hpp"
#include "games/reduced_chess/drive.hpp"
#include "games/reduced_chess/terms.hpp"
#include "network/network.hpp"

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <span>

namespace crownd::reduced_chess {

namespace {

// weights.bin and weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_reduced_chess_weights[], crownd_reduced_chess_weights_end[];
extern "C" const std::uint8_t crownd_reduced_chess_network[], crownd_reduced_chess_network_end[];

const WeightsFile weights_file({crownd_reduced_chess_weights, crownd_reduced_chess_weights_end}, feature_count);
const std::span<const std::int16_t> weights = weights_file.weights();

const network::Network learned_network({crownd_reduced_chess_network, crownd_reduced_chess_network_end},
                                       Evaluation<1>::network_shape);
/// Where the terms see an advantage of more centipawns, the network is not asked.
constexpr int clear_advantage = 400;

// Centipawns against a lone king: above other evaluations, so that the search aims for the ending; material
// counts so that none is given away for nothing.
constexpr int sure_win = 2000;
constexpr int rook_kept = 300;
constexpr int bishop_kept = 200;

/// Known endings: the value for the side to move, or nothing.
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
               sign * drive_against_king(p, winning ? p.side : opponent(p.side))};
}

/// Sums of weights here are in 1/stage_unit of those of weights.bin: the share that a stage has of each weight.
constexpr int stage_unit = full_board * large_board;
static_assert(feature_unit == fraction * stage_unit);

/// The weights of a stage.
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
          stage.terms[term] += weights[shares * term + share] * amount;
        });
      for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        const std::size_t first = first_pattern_feature + 2 * pattern;
        stage.patterns[pattern] =
            (weights[first] * fullness + weights[first + 1] * (full_board - fullness)) * large_board;
      }
    }
  return table;
}();

const StageWeights& weights_of(const Stage& stage) {
  return stage_weights[static_cast<std::size_t>(stage.fullness)][static_cast<std::size_t>(stage.largeness)];
}

/// All sums are in 1/units_a_centipawn. A board full of rooks needs more than 32 bits.
using Sum = std::int64_t;

template <std::size_t Words>
Sum worth_of_patterns(const Position<Words>& p, const Overview& seen, const StageWeights& stage) {
  std::int32_t sum = 0;
  each_pattern(p, seen, [&](std::size_t number, int sign) { sum += sign * stage.patterns[number]; });
  return Sum{sum} * fraction;
}

Sum worth_of_armies(const Army& own, const Army& enemy) {
  const auto feature = army_feature(own, enemy);
  return Sum{feature_unit} *
         (feature.sign * weights[feature.number] + like_bishops(own, enemy) * weights[like_bishops_feature]);
}

constexpr int units_a_centipawn = feature_unit * weights_a_centipawn;

/// What terms, patterns and armies say, in centipawns.
template <std::size_t Words>
int sum_of_terms(const Position<Words>& p, const Army& own, const Army& enemy) {
  const Overview seen{own, enemy, survey(p)};
  const TermValues terms = terms_of(p, seen);
  const StageWeights& stage = weights_of(stage_of(p.size, seen));
  Sum sum = worth_of_armies(own, enemy) + worth_of_patterns(p, seen, stage);
  for (std::size_t term = 0; term < term_count; ++term) sum += Sum{terms[term]} * stage.terms[term];
  return static_cast<int>(sum / units_a_centipawn);
}

/// Whether the network adds to what the terms say.
template <std::size_t Words>
bool asks_network(const Position<Words>& p, int pieces, int centipawns) {
  return Views::covers(p.size, pieces) && std::abs(centipawns) <= clear_advantage;
}

}  // namespace

template <std::size_t Words>
Score Evaluation<Words>::evaluate(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  if (const auto known = known_of(p, own, enemy)) return Score::centipawns(known->material + known->drive);
  const int terms = sum_of_terms(p, own, enemy);
  const int pieces = own.count() + enemy.count();
  if (!asks_network(p, pieces, terms)) return Score::centipawns(terms);
  return Score::centipawns(terms + learned_network.evaluate(Views::inputs(p, pieces)));
}

template <std::size_t Words>
int Evaluation<Words>::unlearned(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  const auto known = known_of(p, own, enemy);
  return known ? known->material + known->drive : sum_of_terms(p, own, enemy);
}

template <std::size_t Words>
std::optional<network::Inputs> Evaluation<Words>::network_inputs(const Position<Words>& p) {
  const Army own = army_of(p, p.side), enemy = army_of(p, opponent(p.side));
  const int pieces = own.count() + enemy.count();
  if (known_of(p, own, enemy) || !asks_network(p, pieces, sum_of_terms(p, own, enemy))) return {};
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
    const Overview seen{own, enemy, survey(p)};
    const TermValues terms = terms_of(p, seen);
    const StageWeights& stage = weights_of(stage_of(p.size, seen));
    const auto& term_weights = stage.terms;
    Sum exact = 0;
    int rounded = 0;
    const auto add = [&](const char* name, Sum worth, std::initializer_list<Term> parts) {
      for (const Term part : parts) worth += Sum{terms[part]} * term_weights[part];
      list.emplace_back(name, static_cast<int>(worth / units_a_centipawn));
      exact += worth;
      rounded += list.back().second;
    };
    add("material", worth_of_armies(own, enemy), {rooks, bishops, bishop_pair});
    add("mobility", 0, {rook_mobility, bishop_mobility});
    add("attack", 0, {ring_hits, ring_hits_squared, rook_checks, bishop_checks, ready_rook_checks});
    add("patterns", worth_of_patterns(p, seen, stage), {});
    add("king", 0, {flights, king_from_edges});
    add("threats", 0, {loose, pins, hanging_to_move, hanging_waiting});
    add("tempo", 0, {tempo});
    sum = static_cast<int>(exact / units_a_centipawn);
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
  const Overview seen{own, enemy, survey(p)};
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
  add(like_bishops_feature, feature_unit * like_bishops(own, enemy));
  const auto armies_here = army_feature(own, enemy);
  add(armies_here.number, feature_unit * armies_here.sign);
  return 0;
}

template <std::size_t Words>
std::span<const std::int16_t> Evaluation<Words>::weights() {
  return weights_file.weights();
}

template struct Evaluation<1>;
template struct Evaluation<2>;
template struct Evaluation<4>;
template struct Evaluation<11>;

}  // namespace crownd::reduced_chess
