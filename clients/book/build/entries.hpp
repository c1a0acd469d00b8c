#pragma once

#include "book/expansion/graph.hpp"
#include "book/form.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace crownd::crown_book {

/// What a book says of the positions of a graph whose values have been led back, in the order of a file: all moves of
/// those that were expanded, and of the others those that are known. `visits` is by position.
[[nodiscard]] std::vector<book::Entry> entries_of(const book::Graph& graph, std::span<const std::uint64_t> visits);

}  // namespace crownd::crown_book
