#pragma once

#include "tables/small_tables.hpp"
#include "training/table_set.hpp"
#include "training/verify.hpp"

namespace crownd::testing {

/// Holds the values of tables to the rules.
template <draughts_family::HasMoverView R>
training::Verifier<R> verifier_of(const SolvedTables& known) {
  return training::Verifier<R>([&known](const typename R::Position& position) -> std::optional<Score> {
    if (!R::Ending::covers(position)) return {};
    const TableIndex spot = R::table_index(position);
    const auto found = known.find(spot.ending);
    if (found == known.end()) return {};
    return tables::score_of(found->second.at(spot.place), tables::plies_added<R>);
  });
}

/// Calls `visit` with every position of two to few_pieces pieces.
template <class R, class Visit>
void for_each_position(Visit visit) {
  for (int pieces = 2; pieces <= few_pieces; ++pieces)
    for (unsigned part = 0; part < training::TablePositions<R>::parts; ++part)
      training::TablePositions<R>::for_each(pieces, part, visit);
}

}  // namespace crownd::testing
