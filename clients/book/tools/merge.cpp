#include "book/book_file.hpp"
#include "book/expansion/graph.hpp"
#include "book/tools/loaded_book.hpp"
#include "book/tools/rulings.hpp"
#include "book/tools/tools.hpp"

#include <algorithm>
#include <deque>
#include <iostream>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace crownd::crown_book {

namespace {

/// What the books say of a position.
struct Known {
  std::vector<book::BookMove> moves;
  std::int64_t nodes = 0;  ///< of the searches of the book that says so; 0 if it does not say
};

/// Which of two says more of a position: the one with more moves, since a position that was expanded has all; then the
/// one that is decided; then the one that was searched with more nodes, or more deeply.
auto rank(const Known& known) {
  const auto& best = known.moves.front();
  return std::tuple(known.moves.size(), best.score.is_decided(), known.nodes, best.depth);
}

/// The better one stays, and has the visits of both.
void combine(Known& known, Known other) {
  if (rank(other) > rank(known)) std::swap(known, other);
  for (const auto& move : other.moves) {
    const auto same = std::find_if(known.moves.begin(), known.moves.end(),
                                   [&](const book::BookMove& each) { return each.move == move.move; });
    if (same != known.moves.end()) same->visits += move.visits;
  }
}

/// All positions of some books, each once, and where their moves lead.
class Union {
 public:
  explicit Union(const std::deque<LoadedBook>& books) : game_(books.front().book().game()) {
    std::map<std::string, Known> all;
    for (const auto& loaded : books)
      loaded.book().for_each([&, nodes = nodes_of(loaded.book())](const book::Entry& entry) {
        Known known{entry.moves, nodes};
        const auto [found, is_new] = all.try_emplace(entry.position, known);
        if (!is_new) combine(found->second, std::move(known));
      });
    for (auto& [position, known] : all) entries_.push_back({position, std::move(known.moves)});
    for (const auto& entry : entries_) graph_.add(entry.position, {move_value(entry.moves.front())});
  }

  /// A position all of whose moves are known is worth what those that they lead to say, in whichever book they are.
  void lead_back(const batch::Daemons& daemons) {
    const Entries all{game_, entries_.size(), [this](std::size_t number) { return entries_[number]; }};
    std::map<std::size_t, std::vector<std::string>> linked;  // in the order of the file, however the answers come
    for_each_ruling(all, daemons, [&](std::size_t number, const book::Entry& entry, const Ruling& ruling) {
      check_ruling(entry, ruling);
      if (ruling.legal != entry.moves.size()) return;
      for (const auto& move : ruling.moves) linked[number].push_back(move.after);
    });
    for (const auto& [number, positions] : linked) link(number, positions);
    graph_.lead_back();
    for (const auto& [number, positions] : linked) value_anew(number);
  }

  [[nodiscard]] const std::vector<book::Entry>& entries() const { return entries_; }
  [[nodiscard]] std::size_t expansions() const { return graph_.expansions(); }

 private:
  void link(std::size_t number, const std::vector<std::string>& positions) {
    const auto& moves = entries_[number].moves;
    // Nothing is gained for a position with one move that was searched and not expanded.
    const auto known = graph_.find(positions.front());
    if (moves.size() == 1 && (!known || *known >= entries_.size())) return;
    std::vector<book::Graph::Edge> edges;
    for (std::size_t i = 0; i < moves.size(); ++i)
      edges.push_back({moves[i].move, graph_.add(positions[i], {book::led_forward(move_value(moves[i]))})});
    graph_.expand(static_cast<book::Graph::Id>(number), std::move(edges));
  }
  void value_anew(std::size_t number) {
    const auto& edges = graph_.at(static_cast<book::Graph::Id>(number)).edges;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto value = book::led_back(graph_.at(edges[i].child).value);
      auto& move = entries_[number].moves[i];
      move = {move.move,  value.score,  std::clamp(value.depth, 0, book::form::most_depth),
              value.wins, value.losses, move.visits};
    }
  }

  std::string game_;
  std::vector<book::Entry> entries_;  ///< the number of each is its id in the graph
  book::Graph graph_;
};

/// What all books say of themselves: the least nodes, if all say how many; further facts with each of their values.
book::Facts facts_of(const std::deque<LoadedBook>& books, const std::string& program, std::size_t expansions) {
  constexpr std::string_view between = ", ";
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
      const auto is_ours = [&](const auto& each) { return each.first == key; };
      if (key == book::form::game_key || key == nodes_key || std::any_of(facts.begin(), facts.end(), is_ours)) continue;
      auto& values = others[key];
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  for (const auto& [key, values] : others) {
    std::string text;
    for (const auto& value : values) text.append(text.empty() ? "" : between).append(value);
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
      throw std::runtime_error("'" + file + "' is of the game " + std::string(book.game()) + ", but '" +
                               settings.files.front() + "' of " + std::string(game) +
                               ": only books of one game are merged");
  }
  Union all(books);
  all.lead_back(settings.daemons);
  const auto& entries = all.entries();
  write_book(settings.out, std::string(books.front().book().game()),
             facts_of(books, settings.program, all.expansions()), entries);
  std::cout << settings.out << ": " << entries.size() << " positions, " << all.expansions()
            << " of them with all moves\n";
}

}  // namespace crownd::crown_book
