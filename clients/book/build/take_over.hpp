#pragma once

#include "book/build/settings.hpp"
#include "book/build/state.hpp"

#include <vector>

namespace crownd::crown_book {

/// The records with which the book of --grow would have been built, so that building goes on from it. Positions with
/// all their legal moves were expanded. Asks the daemons where the moves lead. Throws std::runtime_error if the book
/// cannot be read, is of another game or other nodes, or is wrong.
[[nodiscard]] std::vector<Record> records_of_book(const BuildSettings& settings);

}  // namespace crownd::crown_book
