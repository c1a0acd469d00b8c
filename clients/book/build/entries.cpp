#include "book/build/entries.hpp"

#include <algorithm>
#include <utility>

namespace crownd::crown_book {

namespace {

book::BookMove book_move(const std::string& move, const book::Value& value, std::uint64_t visits) {
  return {move, value.score, std::min(value.depth, book::form::most_depth), value.wins, value.losses, visits};
}

}  // namespace

std::vector<book::Entry> entries_of(const book::Graph& graph, std::span<const std::uint64_t> visits) {
  std::vector<book::Entry> entries;
  for (book::Graph::Id id = 0; id < graph.size(); ++id) {
    const auto& position = graph.at(id);
    book::Entry entry{position.text, {}};
    for (const auto& [move, child] : position.edges)
      entry.moves.push_back(book_move(move, book::led_back(graph.at(child).value), visits[child]));
    if (!position.expanded())
      for (const auto& [move, value] : position.leaf.moves) entry.moves.push_back(book_move(move, value, 1));
    if (!entry.moves.empty()) entries.push_back(std::move(entry));
  }
  const auto before = [](const book::Entry& one, const book::Entry& other) { return one.position < other.position; };
  std::sort(entries.begin(), entries.end(), before);
  return entries;
}

}  // namespace crownd::crown_book
