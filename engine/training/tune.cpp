#include "training/tune.hpp"

#include <charconv>

namespace crownd::training {

using search::Tuning;

std::span<const TuningNumber> tuning_numbers() {
  static constexpr TuningNumber numbers[] = {
      {"reduce_from_depth", &Tuning::reduce_from_depth},
      {"reduce_from_move", &Tuning::reduce_from_move},
      {"reduction_base", &Tuning::reduction_base},
      {"reduction_divisor", &Tuning::reduction_divisor},
      {"reduction_cut_node", &Tuning::reduction_cut_node},
      {"reduction_not_improving", &Tuning::reduction_not_improving},
      {"reduction_history", &Tuning::reduction_history},
      {"reduced_depth", &Tuning::reduced_depth},
      {"internal_reduction_depth", &Tuning::internal_reduction_depth},
      {"reverse_futility_margin", &Tuning::reverse_futility_margin},
      {"reverse_futility_depth", &Tuning::reverse_futility_depth},
      {"futility_margin", &Tuning::futility_margin},
      {"futility_base", &Tuning::futility_base},
      {"futility_depth", &Tuning::futility_depth},
      {"late_pruning_depth", &Tuning::late_pruning_depth},
      {"late_pruning_base", &Tuning::late_pruning_base},
      {"losing_capture_margin", &Tuning::losing_capture_margin},
      {"losing_quiet_margin", &Tuning::losing_quiet_margin},
      {"losing_check_margin", &Tuning::losing_check_margin},
      {"probcut_margin", &Tuning::probcut_margin},
      {"probcut_depth", &Tuning::probcut_depth},
      {"probcut_share", &Tuning::probcut_share},
      {"null_move_base", &Tuning::null_move_base},
      {"null_move_divisor", &Tuning::null_move_divisor},
      {"null_move_margin", &Tuning::null_move_margin},
      {"aspiration_window", &Tuning::aspiration_window},
      {"check_plies_in_quiescence", &Tuning::check_plies_in_quiescence},
      {"delta_margin", &Tuning::delta_margin},
      {"threat_plies_in_quiescence", &Tuning::threat_plies_in_quiescence},
      {"deepening_step", &Tuning::deepening_step},
  };
  return numbers;
}

const TuningNumber& tuning_number(std::string_view name) {
  const auto numbers = tuning_numbers();
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const auto& one) { return one.name == name; });
  if (found != numbers.end()) return *found;
  std::string known;
  for (const auto& number : numbers) known += (known.empty() ? "" : ", ") + std::string(number.name);
  throw std::invalid_argument("the search has no number '" + std::string(name) + "'; there are " + known);
}

Tuning changed(Tuning from, const std::string& change) {
  const auto equals = change.find('=');
  const auto& number = tuning_number(std::string_view(change).substr(0, equals));
  int value = 0;
  const char* const end = change.data() + change.size();
  const char* const begin = equals == std::string::npos ? end : change.data() + equals + 1;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || value < 0)
    throw std::invalid_argument("'" + change + "' is not a change: NAME=NUMBER is needed, such as probcut_margin=40");
  from.*number.member = value;
  return from;
}

namespace {

constexpr double step_exponent = 0.101;
constexpr double rate_exponent = 0.602;
// SPSA's A as a share of all iterations, so that the first few steps are not too large.
constexpr double stability_share = 0.1;

}  // namespace

Spsa::Spsa(std::vector<Number> numbers, int iterations, double rate, std::uint64_t seed)
    : numbers_(std::move(numbers)), iterations_(iterations), rate_(rate), random_(seed) {}

double Spsa::decaying_factor(double exponent, double offset) const {
  return std::pow((offset + iterations_) / (offset + done_ + 1), exponent);
}

void Spsa::step(const Compare& compare) {
  const double larger = decaying_factor(step_exponent, 0);
  std::vector<double> moves;
  Point up, down;
  for (const auto& number : numbers_) {
    moves.push_back(number.step * larger * (random_.percent(50) ? 1 : -1));
    up.push_back(std::max(0.0, number.value + moves.back()));
    down.push_back(std::max(0.0, number.value - moves.back()));
  }
  const double rate = rate_ * decaying_factor(rate_exponent, stability_share * iterations_);
  const double better = compare(up, down);
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    numbers_[i].value = std::max(0.0, numbers_[i].value + rate * better * moves[i]);
  ++done_;
}

Spsa::Point Spsa::point() const {
  Point values;
  for (const auto& number : numbers_) values.push_back(number.value);
  return values;
}

}  // namespace crownd::training
