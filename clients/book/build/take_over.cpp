#include "book/build/take_over.hpp"

#include "book/book_file.hpp"
#include "book/tools/loaded_book.hpp"
#include "book/tools/rulings.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace crownd::crown_book {

namespace {

using book::Graph;

Graph::Leaf searched_leaf(const book::Entry& entry) {
  const auto& best = entry.moves.front();
  return {move_value(best), {{best.move, move_value(best)}}};
}

/// Of a position that the book does not have: the game is over there, or rules or tables knew it, unless the book was
/// cut.
Graph::Leaf leaf_behind(const book::BookMove& move) {
  auto value = book::led_forward(move_value(move));
  const bool exact = value.score.is_decided() || value.depth <= 0;
  value.depth = std::max(value.depth, 0);
  return {value, {}, exact};
}

class TakenOver {
 public:
  TakenOver(const book::Book& book, const batch::Daemons& daemons) {
    book.for_each([this](const book::Entry& entry) { entries_.push_back(entry); });
    for (std::size_t number = 0; number < entries_.size(); ++number)
      numbers_.emplace(entries_[number].position, number);
    after_.resize(entries_.size());
    known_.resize(entries_.size());
    const Entries all{std::string(book.game()), entries_.size(),
                      [this](std::size_t number) { return entries_[number]; }};
    for_each_ruling(all, daemons, [this](std::size_t number, const book::Entry& entry, const Ruling& ruling) {
      check_ruling(entry, ruling);
      // A search gives a position with one legal move that move, too.
      const bool expanded =
          ruling.legal == entry.moves.size() && (ruling.legal > 1 || numbers_.contains(ruling.moves.front().after));
      if (!expanded) return;
      for (const auto& move : ruling.moves) after_[number].push_back(move.after);
    });
  }

  /// First what begins with the positions that no other leads to.
  [[nodiscard]] std::vector<Record> records() {
    std::vector<bool> led_to(entries_.size());
    for (const auto& positions : after_)
      for (const auto& position : positions)
        if (const auto found = numbers_.find(position); found != numbers_.end()) led_to[found->second] = true;
    for (const bool also_in_circles : {false, true})
      for (std::size_t number = 0; number < entries_.size(); ++number)
        if (!known_[number] && (also_in_circles || !led_to[number])) begin(number);
    return std::move(records_);
  }

 private:
  void begin(std::size_t root) {
    known_[root] = true;
    records_.push_back({Record::Kind::root, entries_[root].position, searched_leaf(entries_[root])});
    std::deque<std::size_t> open{root};
    for (; !open.empty(); open.pop_front()) {
      const auto number = open.front();
      if (after_[number].empty()) continue;
      Record expansion{Record::Kind::expansion, entries_[number].position};
      for (std::size_t i = 0; i < after_[number].size(); ++i)
        expansion.children.push_back(child(entries_[number].moves[i], after_[number][i], open));
      records_.push_back(std::move(expansion));
    }
  }

  Child child(const book::BookMove& move, const std::string& position, std::deque<std::size_t>& open) {
    Child child{move.move, position, std::nullopt};
    const auto found = numbers_.find(position);
    if (found == numbers_.end()) {
      if (others_.insert(position).second) child.leaf = leaf_behind(move);
    } else if (!known_[found->second]) {
      known_[found->second] = true;
      open.push_back(found->second);
      child.leaf = searched_leaf(entries_[found->second]);
    }
    return child;
  }

  std::vector<book::Entry> entries_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::vector<std::vector<std::string>> after_;  ///< where the moves of an expanded position lead
  std::vector<bool> known_;                      ///< whether a record has brought the position
  std::unordered_set<std::string> others_;       ///< positions behind moves that the book does not have
  std::vector<Record> records_;
};

}  // namespace

std::vector<Record> records_of_book(const BuildSettings& settings) {
  const LoadedBook loaded(settings.grow);
  const auto& book = loaded.book();
  const auto refuse = [&](const std::string& what) {
    throw std::runtime_error("--grow: '" + settings.grow + "' is " + what);
  };
  if (book.game() != settings.game) refuse("of the game " + std::string(book.game()) + ", not " + settings.game);
  if (const auto nodes = nodes_of(book); nodes != settings.nodes)
    refuse(nodes == 0 ? "a book that does not say with how many nodes it was searched"
                      : "of searches of " + std::to_string(nodes) + " nodes, not " + std::to_string(settings.nodes));
  return TakenOver(book, settings.daemons).records();
}

}  // namespace crownd::crown_book
