#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/position.hpp"
#include "network/network.hpp"
#include "training/data_folder.hpp"
#include "training/fit.hpp"
#include "training/network_fit.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <ostream>
#include <stdexcept>

namespace crownd::training {

inline constexpr std::size_t set_bytes = 4;

/// The four sets of a draughts board, each as four bytes, little-endian.
[[nodiscard]] inline std::string bytes_of(const draughts_family::MoverView& pieces) {
  std::string bytes;
  for (const std::uint32_t set : {pieces.own_men, pieces.own_kings, pieces.enemy_men, pieces.enemy_kings})
    for (std::size_t i = 0; i < set_bytes; ++i) bytes += static_cast<char>(set >> (8 * i) & 0xff);
  return bytes;
}

[[nodiscard]] inline draughts_family::MoverView pieces_of(const std::string& bytes) {
  std::array<std::uint32_t, 4> sets{};
  if (bytes.size() != sets.size() * set_bytes) throw std::runtime_error("training data of another game");
  for (std::size_t i = 0; i < bytes.size(); ++i)
    sets[i / set_bytes] |= std::uint32_t{static_cast<std::uint8_t>(bytes[i])} << (8 * (i % set_bytes));
  return {sets[0], sets[1], sets[2], sets[3]};
}

/// A compact position. Draughts positions are stored as the side to move sees them, and decoded with the first side to
/// move, since evaluations are symmetric. Positions of other games are stored as text.
template <Rules R>
[[nodiscard]] std::string encode(const typename R::Position& position) {
  if constexpr (draughts_family::HasMoverView<R>)
    return bytes_of(R::mover_view(position));
  else
    return R::format_position(position);
}

/// Throws BadInput or std::runtime_error if the bytes encode no position.
template <Rules R>
[[nodiscard]] typename R::Position decode(const std::string& bytes) {
  if constexpr (draughts_family::HasMoverView<R>) {
    const auto position = R::position_of(pieces_of(bytes));
    if (!position) throw std::runtime_error("training data has an impossible position");
    return *position;
  } else {
    return R::parse_position(bytes);
  }
}

/// One whole chunk out of this many is held out: positions of one game are too similar to be split.
inline constexpr std::size_t held_out_every = 16;
[[nodiscard]] constexpr bool is_held_out(std::size_t chunk, std::size_t chunk_count) {
  return chunk % held_out_every == held_out_every - 1 || chunk + 1 == chunk_count;
}

/// Whether the position is an ending: a shallow search fails to win many won endings, so the results of fast games are
/// misleading there. False for games without piece counts.
template <Rules R>
[[nodiscard]] bool has_few_pieces([[maybe_unused]] const typename R::Position& position) {
  constexpr int few = 6;
  if constexpr (HasPieceCount<R>)
    return R::piece_count(position) <= few;
  else
    return false;
}

/// The scale that best predicts results from the scores of positions that `is_used` accepts, among scores not far
/// apart: with much more material a game is surely won, or surely drawn, and the margin no longer matters.
template <Rules R, class IsUsed>
[[nodiscard]] double scale_of(const std::vector<Chunk>& chunks, IsUsed is_used) {
  constexpr int not_far_apart = 200;  // centipawns
  std::vector<float> scores, outcomes;
  for (const Chunk& chunk : chunks)
    for (const Sample& sample : chunk.samples) {
      if (std::abs(sample.score) > not_far_apart || !is_used(sample)) continue;
      scores.push_back(sample.score);
      outcomes.push_back(static_cast<float>(sample.outcome + 1) / 2);
    }
  return fitting_scale(scores, outcomes);
}

/// The share of the game result in a target; the rest is the expectation from the search score.
struct ResultShare {
  double usual = 0.5;
  double ending = 0.5;  ///< with few pieces, where deeper search makes results more reliable
};

/// Positions and their targets: expected results, from 0 to 1.
template <Rules R>
struct Samples {
  void add(const Sample& sample, const typename R::Position& position, const ResultShare& result_share, double scale) {
    const double share = has_few_pieces<R>(position) ? result_share.ending : result_share.usual;
    positions.push_back(position);
    targets.push_back(
        static_cast<float>(share * (sample.outcome + 1) / 2 + (1 - share) * expectation(sample.score, scale)));
  }

  std::vector<typename R::Position> positions;
  std::vector<float> targets;
};

/// The samples of a game whose evaluation is a sum of features. Features are computed when they are needed: they take
/// 50 times the memory of a position.
template <HasFeatures R>
[[nodiscard]] FeatureSampleOf features_in(const Samples<R>& samples) {
  return [&samples](std::size_t i, FeatureSample& sample) {
    sample.features.clear();
    sample.fixed = *R::features(samples.positions[i], sample.features);
    sample.target = samples.targets[i];
  };
}

/// The samples of a game whose evaluation is a network. Inputs take 20 times the memory of a position.
template <HasNetwork R>
[[nodiscard]] SampleOf inputs_in(const Samples<R>& samples) {
  return [&samples](std::size_t i) {
    const auto& position = samples.positions[i];
    return NetworkSample{*R::network_inputs(position), R::handcrafted(position), samples.targets[i]};
  };
}

/// The loss of the built-in evaluation on samples.
template <Rules R>
class MeasuredLoss {
 public:
  void add(const Sample& sample, const ResultShare& result_share, double scale) {
    const auto position = decode<R>(sample.position);
    samples_.add(sample, position, result_share, scale);
    groups_.push_back(group_of(sample, position));
  }

  /// Prints a line for all samples, for close ones, and for each stage of the game: their number, the mean cross
  /// entropy in nats at `scale`, and the best scale of this evaluation; then its speed in processor time.
  void print(double scale, std::ostream& out) const {
    std::vector<float> scores;
    const std::clock_t begun = std::clock();
    for (const auto& position : samples_.positions) scores.push_back(static_cast<float>(R::evaluate(position).raw()));
    const double taken = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    for (unsigned group = 0; group < group_names.size(); ++group) {
      std::vector<float> of_group, targets;
      for (std::size_t i = 0; i < scores.size(); ++i) {
        if ((groups_[i] >> group & 1) == 0) continue;
        of_group.push_back(scores[i]);
        targets.push_back(samples_.targets[i]);
      }
      if (of_group.empty()) continue;
      const double best = fitting_scale(of_group, targets);
      out << std::left << std::setw(15) << group_names[group] << std::right << std::setw(9) << of_group.size()
          << " positions, loss " << std::fixed << std::setprecision(5) << mean_loss(of_group, targets, scale) << ", "
          << mean_loss(of_group, targets, best) << " at its best scale " << std::setprecision(1) << best << std::endl;
    }
    out << std::setprecision(0) << static_cast<double>(scores.size()) / taken
        << " evaluations a second of processor time" << std::endl;
  }

 private:
  /// Positions with scores within so many centipawns are close.
  static constexpr int close = 150;
  inline static const std::vector<std::string> group_names{"all",          "close",        "2-6 pieces",
                                                           "7-8 pieces",   "9-12 pieces",  "13-16 pieces",
                                                           "17-20 pieces", "21-24 pieces", "more pieces"};

  static double mean_loss(const std::vector<float>& scores, const std::vector<float>& targets, double scale) {
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      sum += cross_entropy(static_cast<double>(targets[i]), expectation(static_cast<double>(scores[i]), scale));
    return sum / static_cast<double>(scores.size());
  }

  /// Bit n: the sample belongs to group n.
  static unsigned group_of(const Sample& sample, [[maybe_unused]] const typename R::Position& position) {
    unsigned groups = std::abs(sample.score) <= close ? 0b11 : 0b01;
    if constexpr (HasPieceCount<R>) {
      constexpr int last_of_stage[] = {6, 8, 12, 16, 20, 24};
      unsigned stage = 2;
      for (const int last : last_of_stage) stage += R::piece_count(position) > last;
      groups |= 1U << stage;
    }
    return groups;
  }

  Samples<R> samples_;
  std::vector<unsigned> groups_;
};

}  // namespace crownd::training
