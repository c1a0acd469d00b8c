#include "book/builder.hpp"

#include "book/book_file.hpp"
#include "book/expansion.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace crownd::crown_book {

namespace {

using Json = nlohmann::ordered_json;
using batch::refuse_state;
using book::Graph;
using book::Value;

/// Version of the file format. Readers ignore unknown keys.
constexpr int state_version = 1;

Json to_json(const Value& value) { return {value.score.raw(), value.depth, value.wins, value.losses}; }

Value value_from(const Json& json) {
  const auto number = [&](std::size_t index) { return json.at(index).get<int>(); };
  return {Score::from_raw(number(0)), number(1), number(2), number(3)};
}

Json to_json(const Graph::Leaf& leaf) {
  Json json{{"value", to_json(leaf.value)}};
  if (leaf.exact) json["exact"] = true;
  // The single move of a search has the value of its position.
  if (leaf.moves.size() == 1 && leaf.moves.front().value == leaf.value) {
    json["best"] = leaf.moves.front().move;
    return json;
  }
  auto moves = Json::array();
  for (const auto& [move, value] : leaf.moves) moves.push_back({move, to_json(value)});
  json["moves"] = std::move(moves);
  return json;
}

Graph::Leaf leaf_from(const Json& json) {
  Graph::Leaf leaf{value_from(json.at("value")), {}, json.value("exact", false)};
  if (const auto best = json.find("best"); best != json.end()) {
    leaf.moves.push_back({best->get<std::string>(), leaf.value});
    return leaf;
  }
  for (const auto& move : json.at("moves"))
    leaf.moves.push_back({move.at(0).get<std::string>(), value_from(move.at(1))});
  return leaf;
}

Json to_json(const Record& record) {
  if (record.kind == Record::Kind::root) {
    Json json{{"root", record.text}};
    if (record.leaf) json["leaf"] = to_json(*record.leaf);
    return json;
  }
  auto moves = Json::array();
  for (const auto& child : record.children) {
    Json move{child.move, child.text};
    if (child.leaf) move.push_back(to_json(*child.leaf));
    moves.push_back(std::move(move));
  }
  return {{"expanded", record.text}, {"moves", std::move(moves)}};
}

Record record_from(const Json& json) {
  if (const auto root = json.find("root"); root != json.end()) {
    Record record{Record::Kind::root, root->get<std::string>()};
    if (const auto leaf = json.find("leaf"); leaf != json.end()) record.leaf = leaf_from(*leaf);
    return record;
  }
  Record record{Record::Kind::expansion, json.at("expanded").get<std::string>()};
  for (const auto& move : json.at("moves")) {
    Child child{move.at(0).get<std::string>(), move.at(1).get<std::string>(), std::nullopt};
    if (move.size() > 2) child.leaf = leaf_from(move.at(2));
    record.children.push_back(std::move(child));
  }
  return record;
}

void check_first_line(const Json& json, const std::string& file, const std::string& game, std::int64_t nodes) {
  if (json.at("crown-book").get<int>() > state_version)
    refuse_state(file, "was written by a later version of crown-book");
  if (const auto other = json.at("game").get<std::string>(); other != game)
    refuse_state(file, "has the game " + other + ", not " + game);
  if (const auto other = json.at("nodes").get<std::int64_t>(); other != nodes)
    refuse_state(file, "has searches of " + std::to_string(other) + " nodes, not " + std::to_string(nodes));
}

/// The number of the first new root among the work items; those before it are ids of positions.
constexpr std::size_t first_root = std::size_t{1} << 32;

/// Leaves are chosen in batches of this part of the book: choosing takes time, and a few results hardly change the
/// choice.
constexpr std::size_t batch_divisor = 64;

}  // namespace

std::string state_file(const BuildSettings& settings) {
  return settings.state.empty() ? "" : std::filesystem::path(settings.state) / "positions.jsonl";
}

Builder::Builder(const BuildSettings& settings) : settings_(settings), progress_(::isatty(STDERR_FILENO) != 0) {
  if (const auto& folder = settings.state; !folder.empty()) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) refuse_state(folder, "cannot be made: " + error.message());
    const auto file = state_file(settings);
    const auto header = Json{{"crown-book", state_version}, {"game", settings.game}, {"nodes", settings.nodes}}.dump();
    state_ = batch::open_state(file, "crown-book", header, [&](std::size_t number, const std::string& line) {
      const auto json = Json::parse(line);
      if (number == 1)
        check_first_line(json, file, settings.game, settings.nodes);
      else
        apply(record_from(json));
    });
  }
  before_ = graph_.size();
}

void Builder::store(const Record& record) {
  if (state_) state_->add(to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace));
  apply(record);
}

void Builder::import_records(const std::vector<Record>& records) {
  for (const auto& record : records) store(record);
  before_ = graph_.size();
}

std::deque<std::size_t> Builder::set_roots(const std::vector<std::string>& texts) {
  roots_.clear();
  std::deque<std::size_t> items;
  for (const auto& text : texts) {
    if (const auto id = graph_.find(text)) {
      roots_.push_back(*id);
    } else {
      items.push_back(first_root + new_roots_.size());
      new_roots_.push_back(text);
    }
  }
  return items;
}

/// Throws std::invalid_argument if the record contradicts earlier ones.
void Builder::apply(const Record& record) {
  if (record.kind == Record::Kind::root) {
    if (record.leaf) graph_.add(record.text, *record.leaf);
    const auto id = graph_.find(record.text);
    if (!id) throw std::invalid_argument("a root without a value");
    roots_.push_back(*id);
    return;
  }
  const auto id = graph_.find(record.text);
  if (!id) throw std::invalid_argument("an unknown position is expanded");
  std::vector<book::Graph::Edge> edges;
  for (const auto& child : record.children) {
    if (child.leaf) graph_.add(child.text, *child.leaf);
    const auto to = graph_.find(child.text);
    if (!to) throw std::invalid_argument("the move " + child.move + " leads to an unknown position");
    edges.push_back({child.move, *to});
  }
  graph_.expand(*id, std::move(edges));
}

Builder::Job Builder::job(std::size_t item) {
  const std::lock_guard lock(mutex_);
  if (item >= first_root) return {Record::Kind::root, new_roots_[item - first_root]};
  return {Record::Kind::expansion, graph_.at(static_cast<book::Graph::Id>(item)).text};
}

std::deque<std::size_t> Builder::choose_leaves() {
  const std::lock_guard lock(mutex_);
  if (graph_.size() >= settings_.positions) return {};
  graph_.back_up();
  const book::DropOutExpansion expansion(graph_, roots_, settings_.costs);
  const auto count = std::max<std::size_t>(1, graph_.expansions() / batch_divisor);
  const auto leaves = expansion.leaves(count, [&](book::Graph::Id id) { return chosen_.contains(id); });
  chosen_.insert(leaves.begin(), leaves.end());
  return {leaves.begin(), leaves.end()};
}

bool Builder::is_full() {
  const std::lock_guard lock(mutex_);
  return graph_.size() >= settings_.positions;
}

bool Builder::knows(const std::string& text) {
  const std::lock_guard lock(mutex_);
  return graph_.find(text).has_value();
}

void Builder::count_evaluation() {
  const std::lock_guard lock(mutex_);
  ++evaluated_;
  show(false);
}

void Builder::finish(const Record& record) {
  const std::lock_guard lock(mutex_);
  store(record);
  show(true);
}

void Builder::show(bool now) {
  const auto done = std::max(graph_.size(), before_ + evaluated_);
  progress_.show(std::to_string(done) + " of " + std::to_string(settings_.positions) + " positions", done,
                 settings_.positions, before_, now);
}

namespace {

using book::Graph;

Graph::Leaf searched_leaf(const book::Entry& entry) {
  const auto& best = entry.moves.front();
  return {value_of(best), {{best.move, value_of(best)}}};
}

/// A position outside the book: finished or of known value, unless the book was truncated.
Graph::Leaf leaf_after(const book::BookMove& move) {
  auto value = book::position_value(value_of(move));
  const bool exact = value.score.is_decided() || value.depth <= 0;
  value.depth = std::max(value.depth, 0);
  return {value, {}, exact};
}

class BookImport {
 public:
  BookImport(const book::Book& book, batch::Daemons& daemons) {
    book.for_each([this](const book::Entry& entry) { entries_.push_back(entry); });
    for (std::size_t number = 0; number < entries_.size(); ++number)
      numbers_.emplace(entries_[number].position, number);
    after_.resize(entries_.size());
    known_.resize(entries_.size());
    const Entries all{std::string(book.game()), entries_.size(),
                      [this](std::size_t number) { return entries_[number]; }};
    validate_entries(all, daemons, [this](std::size_t number, const book::Entry& entry, const Validation& validation) {
      expect_valid(entry, validation);
      // A leaf with one legal move has that move, too.
      const bool expanded = validation.legal == entry.moves.size() &&
                            (validation.legal > 1 || numbers_.contains(validation.moves.front().after));
      if (!expanded) return;
      for (const auto& move : validation.moves) after_[number].push_back(move.after);
    });
  }

  /// Positions without predecessors come first.
  [[nodiscard]] std::vector<Record> records() {
    std::vector<bool> has_parent(entries_.size());
    for (const auto& positions : after_)
      for (const auto& position : positions)
        if (const auto found = numbers_.find(position); found != numbers_.end()) has_parent[found->second] = true;
    for (const bool also_cycles : {false, true})
      for (std::size_t number = 0; number < entries_.size(); ++number)
        if (!known_[number] && (also_cycles || !has_parent[number])) add_root(number);
    return std::move(records_);
  }

 private:
  void add_root(std::size_t root) {
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
      if (others_.insert(position).second) child.leaf = leaf_after(move);
    } else if (!known_[found->second]) {
      known_[found->second] = true;
      open.push_back(found->second);
      child.leaf = searched_leaf(entries_[found->second]);
    }
    return child;
  }

  std::vector<book::Entry> entries_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::vector<std::vector<std::string>> after_;  ///< the positions after the moves of an expanded position
  std::vector<bool> known_;                      ///< whether a record has the position
  std::unordered_set<std::string> others_;       ///< positions after book moves, outside the book
  std::vector<Record> records_;
};

}  // namespace

std::vector<Record> records_of_book(const BuildSettings& settings, batch::Daemons& daemons) {
  const LoadedBook loaded(settings.grow);
  const auto& book = loaded.book();
  const auto refuse = [&](const std::string& what) {
    throw std::runtime_error("--grow: '" + settings.grow + "' is " + what);
  };
  if (book.game() != settings.game) refuse("a book of the game " + std::string(book.game()) + ", not " + settings.game);
  if (const auto nodes = nodes_of(book); nodes != settings.nodes)
    refuse(nodes == 0
               ? "a book without its number of nodes"
               : "a book with searches of " + std::to_string(nodes) + " nodes, not " + std::to_string(settings.nodes));
  return BookImport(book, daemons).records();
}

}  // namespace crownd::crown_book
