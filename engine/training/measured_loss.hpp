#pragma once

#include "core/rules.hpp"
#include "training/descent.hpp"
#include "training/fit.hpp"
#include "training/samples.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <ostream>
#include <string>
#include <vector>

namespace crownd::training {

/// How well the evaluation that is built in expects the targets of samples, whatever it is made of.
template <Rules R>
class MeasuredLoss {
 public:
  void add(const Sample& sample, const ResultShare& result_share, double scale) {
    const auto position = decode<R>(sample.position);
    positions_.push_back(position);
    targets_.push_back(target_of<R>(sample, position, result_share, scale));
    groups_.push_back(group_of(sample, position));
  }

  /// A line for all samples, one for those that the search calls close, and one for each stage of the game: how many,
  /// the mean cross entropy in nats at `scale`, and the scale at which this evaluation does best; then its speed, by
  /// processor time.
  void print(double scale, std::ostream& out) const {
    std::vector<float> scores;
    const std::clock_t begun = std::clock();
    for (const auto& position : positions_) scores.push_back(static_cast<float>(R::evaluate(position).raw()));
    const double taken = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    for (unsigned group = 0; group < group_names.size(); ++group) {
      std::vector<float> of_group, targets;
      for (std::size_t i = 0; i < scores.size(); ++i) {
        if ((groups_[i] >> group & 1) == 0) continue;
        of_group.push_back(scores[i]);
        targets.push_back(targets_[i]);
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
  /// Centipawns of the search within which a position is called close.
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

  std::vector<typename R::Position> positions_;
  std::vector<float> targets_;
  std::vector<unsigned> groups_;
};

}  // namespace crownd::training
