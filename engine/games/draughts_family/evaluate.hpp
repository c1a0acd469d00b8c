#pragma once

#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/mover_view.hpp"

namespace crownd::draughts_family {

/// The network of a game; a file of another shape ends the program when it starts.
template <class Model, class Own>
const network::Network built_in_network(Model::network_file(), Views<Own>::shape);

template <class P, class Model, class Own>
Score Evaluation<P, Model, Own>::evaluate(const P& position) {
  const MoverView view = mover_view(position);
  const int sum = built_in_network<Model, Own>.evaluate(Views<Own>::inputs(view)) + Model::fixed(view);
  return Score::centipawns(sum / Model::drawish(view));
}

template <class P, class Model, class Own>
std::vector<std::pair<std::string, int>> Evaluation<P, Model, Own>::evaluation_terms(const P& position) {
  const MoverView view = mover_view(position);
  const int whole = built_in_network<Model, Own>.evaluate(Views<Own>::inputs(view));
  const int driving = Model::fixed(view);
  return {{"network", whole},
          {"driving", driving},
          {"drawn ending", (whole + driving) / Model::drawish(view) - (whole + driving)}};
}

template <class P, class Model, class Own>
std::optional<network::Inputs> Evaluation<P, Model, Own>::network_inputs(const P& position) {
  const MoverView view = mover_view(position);
  if (Model::drawish(view) != 1) return {};
  return Views<Own>::inputs(view);
}

template <class P, class Model, class Own>
std::span<const std::uint8_t> Evaluation<P, Model, Own>::network_file() {
  return Model::network_file();
}

template <class P, class Model, class Own>
int Evaluation<P, Model, Own>::unlearned(const P& position) {
  return Model::fixed(mover_view(position));
}

}  // namespace crownd::draughts_family
