#include "annotate/judgement/chances.hpp"

#include <cmath>

namespace crownd::annotate {

namespace {

/// Centipawns at which the chance without `wdl` is 73 %, one e-fold of the odds.
constexpr double logistic_scale = 150;
constexpr double halving_loss = 160;

}  // namespace

int chance_of(const wire::Score& score, const std::optional<wire::WinDrawLoss>& wdl) {
  if (wdl) return (2 * wdl->win + wdl->draw + 1) / 2;
  if (score.mate) return score.value > 0 ? certain : 0;
  return static_cast<int>(std::lround(certain / (1 + std::exp(-score.value / logistic_scale))));
}

std::optional<int> chance_of(const wire::Exact& exact) {
  switch (exact.verdict) {
    case wire::Verdict::win: return certain;
    case wire::Verdict::draw: return even;
    case wire::Verdict::loss: return 0;
    case wire::Verdict::unknown: break;
  }
  return std::nullopt;
}

wire::Score reversed(wire::Score score) {
  score.value = -score.value;
  return score;
}

wire::WinDrawLoss reversed(wire::WinDrawLoss wdl) { return {wdl.loss, wdl.draw, wdl.win}; }

wire::Exact reversed(wire::Exact exact) {
  if (exact.verdict == wire::Verdict::win)
    exact.verdict = wire::Verdict::loss;
  else if (exact.verdict == wire::Verdict::loss)
    exact.verdict = wire::Verdict::win;
  return exact;
}

double accuracy_of(int loss) { return 100 * std::exp2(-loss / halving_loss); }

}  // namespace crownd::annotate
