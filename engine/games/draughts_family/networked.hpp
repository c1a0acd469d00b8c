#pragma once

#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/learned.hpp"
#include "games/draughts_family/mover_view.hpp"
#include "games/draughts_family/views.hpp"
#include "network/abilities.hpp"
#include "network/network.hpp"

#include <cstdlib>

namespace crownd::draughts_family {

// Where the features see a clear advantage they are accurate enough, and the network is not evaluated.

template <class P, class Model>
Score Evaluation<P, Model>::evaluate(const P& position) {
  const MoverView view = mover_view(position);
  const int learned = Learned<Model>::evaluate(view);
  const bool is_clear = std::abs(learned) > Model::clear_advantage;
  return Score::centipawns(is_clear ? learned : learned + Model::network().evaluate(Views::inputs(view)));
}

template <class P, class Model>
std::vector<std::pair<std::string, int>> Evaluation<P, Model>::evaluation_terms(const P& position) {
  auto terms = Learned<Model>::terms(mover_view(position));
  const auto inputs = network_inputs(position);
  terms.emplace_back("network", inputs ? Model::network().evaluate(*inputs) : 0);
  return terms;
}

template <class P, class Model>
std::optional<int> Evaluation<P, Model>::features(const P& position, std::vector<Feature>& list) {
  return Learned<Model>::features(mover_view(position), list);
}

template <class P, class Model>
const std::size_t Evaluation<P, Model>::feature_count = Learned<Model>::weight_count;

template <class P, class Model>
std::span<const std::int16_t> Evaluation<P, Model>::weights() {
  return {Model::weights(), Learned<Model>::weight_count};
}

template <class P, class Model>
std::optional<network::Inputs> Evaluation<P, Model>::network_inputs(const P& position) {
  const MoverView view = mover_view(position);
  if (std::abs(Learned<Model>::evaluate(view)) > Model::clear_advantage) return {};
  return Views::inputs(view);
}

template <class P, class Model>
std::span<const std::uint8_t> Evaluation<P, Model>::network_file() {
  return Model::network_file();
}

template <class P, class Model>
int Evaluation<P, Model>::unlearned(const P& position) {
  return Learned<Model>::evaluate(mover_view(position));
}

}  // namespace crownd::draughts_family
