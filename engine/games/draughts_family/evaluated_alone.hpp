#pragma once

#include "games/draughts_family/alone.hpp"
#include "games/draughts_family/mover_view.hpp"

namespace crownd::draughts_family {

template <class P, class Model, class Own>
Score AloneEvaluation<P, Model, Own>::evaluate(const P& position) {
  const MoverView view = mover_view(position);
  const int sum = Model::network().evaluate(WideViews<Own>::inputs(view)) + Model::fixed(view);
  return Score::centipawns(sum / Model::drawish(view));
}

template <class P, class Model, class Own>
std::vector<std::pair<std::string, int>> AloneEvaluation<P, Model, Own>::evaluation_terms(const P& position) {
  const MoverView view = mover_view(position);
  const auto inputs = WideViews<Own>::inputs(view);
  const int whole = Model::network().evaluate(inputs);
  const int driving = Model::fixed(view);
  return {{"network", whole},
          {"driving", driving},
          {"drawn ending", (whole + driving) / Model::drawish(view) - (whole + driving)}};
}

template <class P, class Model, class Own>
std::optional<network::Inputs> AloneEvaluation<P, Model, Own>::network_inputs(const P& position) {
  const MoverView view = mover_view(position);
  if (Model::drawish(view) != 1) return {};
  return WideViews<Own>::inputs(view);
}

template <class P, class Model, class Own>
std::span<const std::uint8_t> AloneEvaluation<P, Model, Own>::network_file() {
  return Model::network_file();
}

template <class P, class Model, class Own>
int AloneEvaluation<P, Model, Own>::unlearned(const P& position) {
  return Model::fixed(mover_view(position));
}

}  // namespace crownd::draughts_family
