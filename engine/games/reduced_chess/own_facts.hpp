#pragma once

#include "games/reduced_chess/moves.hpp"

#include <string>

namespace crownd::reduced_chess {

/// The pieces of the side to move that an enemy rook or bishop on `square` attacks.
template <std::size_t Words>
[[nodiscard]] SquareSet<Words> attacked_from(const Position<Words>& position, unsigned square) {
  const auto sight = position.rooks.has(square)     ? rook_sight<Words>(square, position.occupied())
                     : position.bishops.has(square) ? bishop_sight<Words>(square, position.occupied())
                                                    : SquareSet<Words>{};
  return sight & position.own();
}

/// To each loss of material that the opponent's second reply captures, adds a fork if the piece that gave the first
/// reply captures one of several pieces that it attacked, and a pin if the captured piece was pinned to its king.
/// `name_of(square)`: the text of a square.
template <std::size_t Words, class Comparison, class Facts, class NameOf>
void add_forks_and_pins(const Comparison& comparison, Facts& facts, NameOf name_of) {
  constexpr std::size_t reply = 1, second_reply = 3;
  for (std::size_t i = 0, count = facts.size(); i < count; ++i) {
    const auto line = facts[i].line;
    const bool loses_material =
        facts[i].name == "loses-material" || facts[i].name == "unheld" || facts[i].name == "shot";
    if (!loses_material || line.size() <= second_reply) continue;
    auto position = after(after(comparison.position, line[0]), line[reply]);
    const unsigned attacker = line[reply].to, captured = line[second_reply].to;
    const auto targets = attacked_from<Words>(position, attacker);
    const bool is_there = position.own().has(captured) && line[reply + 1].from != captured;
    if (!is_there) continue;
    if (line[second_reply].from == attacker && targets.size() > 1 && targets.has(captured)) {
      std::string names;
      targets.for_each([&](unsigned square) { names += (names.empty() ? "" : ",") + name_of(square); });
      facts.push_back({"fork", {{"square", name_of(attacker)}, {"targets", names}}, line});
    }
    if (constraints_of<Words>(position).pinned.has(captured))
      facts.push_back({"pin", {{"square", name_of(captured)}}, line});
  }
}

}  // namespace crownd::reduced_chess
