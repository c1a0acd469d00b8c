#pragma once

#include "games/draughts_family/table_pieces.hpp"
#include "games/draughts_family/views.hpp"
#include "network/network.hpp"

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::draughts_family {

/// The evaluation of a game by Patterns (see Learned) and a network, shared by the draughts games. Where the patterns
/// see a clear advantage they are accurate enough, and the network is not evaluated.
///
/// An Addition has
///   network()  the network
///   clear      what a clear advantage is, in centipawns
template <class Patterns, class Addition>
struct Networked {
  /// Centipawns for the side to move.
  [[nodiscard]] static int evaluate(const TablePieces& view) {
    const int patterns = Patterns::evaluate(view);
    if (std::abs(patterns) > Addition::clear) return patterns;
    return patterns + Addition::network().evaluate(Views::inputs(view));
  }

  /// See HasNetwork.
  [[nodiscard]] static std::optional<network::Inputs> inputs(const TablePieces& view) {
    if (std::abs(Patterns::evaluate(view)) > Addition::clear) return {};
    return Views::inputs(view);
  }

  /// Terms of evaluate().
  [[nodiscard]] static std::vector<std::pair<std::string, int>> terms(const TablePieces& view) {
    auto terms = Patterns::terms(view);
    const auto asked = inputs(view);
    terms.emplace_back("network", asked ? Addition::network().evaluate(*asked) : 0);
    return terms;
  }
};

}  // namespace crownd::draughts_family
