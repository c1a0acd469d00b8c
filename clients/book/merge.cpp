#include "book/book_file.hpp"
#include "book/commands.hpp"
#include "book/expansion.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>
#include <utility>

namespace crownd::crown_book {

namespace {

/// The entry of a position, and the nodes of its book.
struct Candidate {
  std::vector<book::BookMove> moves;
  std::int64_t nodes = 0;  ///< 0 if unknown
};

/// Orders the entries of a position: expanded ones (with all moves) come first; then decided scores, more nodes,
/// and more depth.
auto rank(const Candidate& known) {
  const auto& best = known.moves.front();
  return std::tuple(known.moves.size(), best.score.is_decided(), known.nodes, best.depth);
}

/// Keeps the better entry, with the visits of both.
void combine(Candidate& known, Candidate other) {
  if (rank(other) > rank(known)) std::swap(known, other);
  for (const auto& move : other.moves) {
    const auto same = std::ranges::find(known.moves, move.move, &book::BookMove::move);
    if (same != known.moves.end()) same->visits += move.visits;
  }
}

/// The union of some books.
class Union {
 public:
  explicit Union(const std::deque<LoadedBook>& books) : game_(books.front().book().game()) {
    std::map<std::string, Candidate> all;
    for (const auto& loaded : books)
      loaded.book().for_each([&, nodes = nodes_of(loaded.book())](const book::Entry& entry) {
        Candidate known{entry.moves, nodes};
        const auto [found, is_new] = all.try_emplace(entry.position, known);
        if (!is_new) combine(found->second, std::move(known));
      });
    for (auto& [position, known] : all) entries_.push_back({position, std::move(known.moves)});
    for (const auto& entry : entries_) graph_.add(entry.position, {value_of(entry.moves.front())});
  }

  /// Backs up the values of all books to positions with all legal moves.
  void back_up(batch::Daemons& daemons) {
    const Entries all{game_, entries_.size(), [this](std::size_t number) { return entries_[number]; }};
    std::map<std::size_t, std::vector<std::string>> linked;  // sorted, so that the result is deterministic
    validate_entries(all, daemons, [&](std::size_t number, const book::Entry& entry, const Validation& validation) {
      expect_valid(entry, validation);
      if (validation.legal != entry.moves.size()) return;
      for (const auto& move : validation.moves) linked[number].push_back(move.after);
    });
    for (const auto& [number, positions] : linked) link(number, positions);
    graph_.back_up();
    for (const auto& [number, positions] : linked) update_values(number);
  }

  [[nodiscard]] const std::vector<book::Entry>& entries() const { return entries_; }
  [[nodiscard]] std::size_t expansions() const { return graph_.expansions(); }

 private:
  void link(std::size_t number, const std::vector<std::string>& positions) {
    const auto& moves = entries_[number].moves;
    // A position with one move may be a leaf.
    const auto known = graph_.find(positions.front());
    if (moves.size() == 1 && (!known || *known >= entries_.size())) return;
    std::vector<book::Graph::Edge> edges;
    for (std::size_t i = 0; i < moves.size(); ++i)
      edges.push_back({moves[i].move, graph_.add(positions[i], {book::position_value(value_of(moves[i]))})});
    graph_.expand(static_cast<book::Graph::Id>(number), std::move(edges));
  }
  void update_values(std::size_t number) {
    const auto& edges = graph_.at(static_cast<book::Graph::Id>(number)).edges;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto value = book::move_value(graph_.at(edges[i].child).value);
      auto& move = entries_[number].moves[i];
      move = {move.move,  value.score,  std::clamp(value.depth, 0, book::form::max_depth),
              value.wins, value.losses, move.visits};
    }
  }

  std::string game_;
  std::vector<book::Entry> entries_;  ///< an index is also an id in the graph
  book::Graph graph_;
};

/// The combined facts: the least nodes, if known for all books; all values of other facts.
book::Facts facts_of(const std::deque<LoadedBook>& books, const std::string& program, std::size_t expansions) {
  constexpr std::string_view separator = ", ";
  book::Facts facts{{"program", program}};
  std::vector<std::int64_t> nodes;
  for (const auto& loaded : books) nodes.push_back(nodes_of(loaded.book()));
  if (const auto least = *std::min_element(nodes.begin(), nodes.end()); least > 0)
    facts.emplace_back(nodes_key, std::to_string(least));
  facts.emplace_back("expanded", std::to_string(expansions));
  facts.emplace_back(created_key, today());
  std::map<std::string, std::vector<std::string>> others;
  for (const auto& loaded : books)
    for (const auto& [key, value] : loaded.book().facts()) {
      const auto is_ours = [&key = key](const auto& each) { return each.first == key; };
      if (key == book::form::game_key || key == nodes_key || std::any_of(facts.begin(), facts.end(), is_ours)) continue;
      auto& values = others[key];
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  for (const auto& [key, values] : others) {
    std::string text;
    for (const auto& value : values) text.append(text.empty() ? "" : separator).append(value);
    facts.emplace_back(key, text);
  }
  return facts;
}

}  // namespace

void merge(const MergeSettings& settings) {
  check_writable(settings.out, settings.force);
  std::deque<LoadedBook> books;
  for (const auto& file : settings.files) {
    const auto& book = books.emplace_back(file).book();
    if (const auto game = books.front().book().game(); book.game() != game)
      throw std::runtime_error("'" + file + "' has the game " + std::string(book.game()) + ", but '" +
                               settings.files.front() + "' has " + std::string(game) +
                               ": all books must have the same game");
  }
  Union all(books);
  batch::Daemons daemons(settings.daemons, {});
  all.back_up(daemons);
  const auto& entries = all.entries();
  write_book(settings.out, std::string(books.front().book().game()),
             facts_of(books, settings.program, all.expansions()), entries);
  std::cout << settings.out << ": " << entries.size() << " positions, " << all.expansions()
            << " of them with all moves\n";
}

}  // namespace crownd::crown_book
