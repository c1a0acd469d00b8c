#include "batch/daemons.hpp"
#include "batch/inputs.hpp"
#include "batch/score_text.hpp"
#include "board/game_info.hpp"
#include "book/book.hpp"
#include "book/book_file.hpp"
#include "book/commands.hpp"
#include "book/expansion.hpp"
#include "connection/engine.hpp"
#include "notation/game.hpp"
#include "wire/words.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <queue>
#include <set>

namespace crownd::crown_book {

namespace {

/// Lines from a position, as a tree.
struct LineTree {
  /// A position, and the move that leads to it.
  struct Node {
    std::string position;
    std::string move;      ///< in the game's notation; empty for the root
    book::BookMove value;  ///< of that move, for its side
    std::size_t ply = 0;
    bool mover_is_second = false;  ///< of that move
    bool second_to_move = false;
    bool transposition = false;       ///< the position occurs earlier in the tree, and continues there
    std::vector<std::size_t> next{};  ///< indices of the children, the best move first
  };
  board::GameInfo info;
  std::string standard;  ///< the root as FEN, if the notation has FENs
  std::vector<Node> nodes;
};

using Form = board::GameInfo::Notation::Form;

/// Chooses the best line, and other lines in the order of the total loss of their moves against the best ones. Each
/// line continues with best moves after its last deviation.
class LineChooser {
 public:
  LineChooser(const book::Book& book, connection::Engine& engine, const ExportSettings& settings)
      : book_(book), engine_(engine), settings_(settings) {}

  /// Throws std::runtime_error if the book does not have the root position.
  LineTree choose() && {
    begin();
    for (std::size_t lines = 0; lines < settings_.lines && !candidates_.empty(); ++lines) {
      const auto [cost, order, from, move] = candidates_.top();
      candidates_.pop();
      follow(from, move, cost);
    }
    return std::move(tree_);
  }

 private:
  /// Cost, tie-breaker, parent node, index of the move there.
  using Deviation = std::tuple<std::int64_t, std::size_t, std::size_t, std::size_t>;

  void begin() {
    const auto game = std::string(book_.game());
    try {
      engine_.set_position(game, settings_.position.empty() ? "startpos" : settings_.position);
    } catch (const connection::Refused& refused) {
      throw std::runtime_error("--position '" + settings_.position + "': " + refused.what());
    }
    tree_.info = board::game_info(engine_.squares());
    if (tree_.info.notation.form != Form::plain) tree_.standard = engine_.standard_position();
    const auto position = engine_.position();
    if (book_.find(position).empty())
      throw std::runtime_error("the book does not have '" + position + "'; --position TEXT selects another root");
    tree_.nodes.push_back({position, {}, {}, 0, false, is_second(engine_.status())});
    seen_.insert(position);
    add_candidates(0, 0, 0);
  }

  [[nodiscard]] bool is_second(const wire::Status& status) const { return tree_.info.side_index(status.side) == 1; }

  /// Adds the moves of a node, beginning with number `first`, to the candidates. `cost` is the cost of the line to it.
  void add_candidates(std::size_t node, std::size_t first, std::int64_t cost) {
    const auto moves = book_.find(tree_.nodes[node].position);
    for (auto index = first; index < moves.size(); ++index)
      candidates_.emplace(cost + moves.front().score.raw() - moves[index].score.raw(), added_++, node, index);
  }

  /// Adds a line: a move, then best moves.
  void follow(std::size_t node, std::size_t move, std::int64_t cost) {
    engine_.set_position(book_.game(), tree_.nodes[node].position);
    while (true) {
      node = play(node, book_.find(tree_.nodes[node].position)[move]);
      if (tree_.nodes[node].transposition || tree_.nodes[node].ply == settings_.plies) return;
      if (book_.find(tree_.nodes[node].position).empty()) return;
      add_candidates(node, 1, cost);
      move = 0;
    }
  }

  std::size_t play(std::size_t from, const book::BookMove& move) {
    const bool needs_legal = tree_.info.notation.form == Form::pgn;
    const auto legal = needs_legal ? engine_.legal_moves() : std::vector<std::string>();
    auto written = batch::play_move(engine_, tree_.info.notation, move.move, legal);
    const auto number = tree_.nodes.size();
    auto position = engine_.position();
    const bool transposition = !seen_.insert(position).second;
    auto& before = tree_.nodes[from];
    before.next.push_back(number);
    tree_.nodes.push_back({std::move(position), std::move(written.text), move, before.ply + 1, before.second_to_move,
                           is_second(written.status), transposition});
    return number;
  }

  const book::Book& book_;
  connection::Engine& engine_;
  const ExportSettings& settings_;
  LineTree tree_;
  std::set<std::string> seen_;
  std::size_t added_ = 0;
  std::priority_queue<Deviation, std::vector<Deviation>, std::greater<>> candidates_;
};

using Node = LineTree::Node;

/// A move with algebraic squares in place of numbers: `f6-e5`.
std::string algebraic(const board::GameInfo& info, std::string_view move) {
  constexpr std::string_view digits = "0123456789";
  std::string text;
  while (!move.empty()) {
    const auto number = move.substr(0, std::min(move.find_first_not_of(digits), move.size()));
    for (wire::Words names(info.fact("algebraic")); !number.empty() && !names.empty();) {
      const bool found = names.take() == number;
      const auto name = names.take();
      if (found) text += name;
    }
    move.remove_prefix(number.size());
    const auto separator = move.substr(0, std::min(move.find_first_of(digits), move.size()));
    text += separator;
    move.remove_prefix(separator.size());
  }
  return text;
}

/// The GameType of PDN with algebraic squares.
std::string algebraic_pdn_type(std::string type) {
  // The fifth field is N or A, and the corner with square 1 or a1; that of a1 is 0.
  if (const auto at = type.find(",N"); at != std::string::npos) type.replace(at, std::string_view(",N1").size(), ",A0");
  return type;
}

class GameWriter {
 public:
  GameWriter(const LineTree& tree, std::vector<notation::Tag> tags, bool algebraic)
      : tree_(tree), tags_(std::move(tags)), algebraic_(algebraic) {}

  /// One game with variations.
  void write_tree() const { write({tags_, line_from(tree_.nodes.front().next), "*"}); }
  /// A game for each line.
  void write_lines() const {
    std::vector<const Node*> line;
    write_lines_from(tree_.nodes.front(), line);
  }

 private:
  /// The score for White, or in the plain form for the first side; empty if the move ends the game.
  [[nodiscard]] std::string score_comment(const Node& node) const {
    const auto& value = node.value;
    const auto after = book::position_value({value.score, value.depth, value.wins, value.losses}).score;
    if (after.is_decided() && after.plies_to_end() == 0) return "";
    const auto& notation = tree_.info.notation;
    const auto shown = notation.form == Form::plain ? std::size_t{0} : notation.white;
    const auto score = (node.mover_is_second ? std::size_t{1} : std::size_t{0}) == shown ? -after : after;
    return batch::score_comment({score.is_decided(), score.is_decided() ? score.moves_to_end() : score.raw()},
                                value.depth);
  }
  [[nodiscard]] notation::Move move_of(const Node& node) const {
    notation::Move move{algebraic_ ? algebraic(tree_.info, node.move) : node.move, {}, {}, {}};
    if (auto comment = score_comment(node); !comment.empty()) move.comments.push_back(std::move(comment));
    if (node.transposition) move.comments.emplace_back("transposition");
    return move;
  }
  /// The main line from the first of these nodes, with the others as variations.
  [[nodiscard]] notation::Line line_from(const std::vector<std::size_t>& first) const {
    notation::Line line;
    for (const auto* next = &first; !next->empty(); next = &tree_.nodes[next->front()].next) {
      auto move = move_of(tree_.nodes[next->front()]);
      for (std::size_t i = 1; i < next->size(); ++i) {
        const auto& other = tree_.nodes[(*next)[i]];
        auto variation = line_from(other.next);
        variation.moves.insert(variation.moves.begin(), move_of(other));
        move.variations.push_back(std::move(variation));
      }
      line.moves.push_back(std::move(move));
    }
    return line;
  }
  void write_lines_from(const Node& node, std::vector<const Node*>& line) const {
    if (node.next.empty()) {
      notation::Game game{tags_, {}, "*"};
      for (const auto* each : line) game.line.moves.push_back(move_of(*each));
      return write(game);
    }
    for (const auto index : node.next) {
      line.push_back(&tree_.nodes[index]);
      write_lines_from(tree_.nodes[index], line);
      line.pop_back();
    }
  }
  void write(const notation::Game& game) const {
    const bool is_plain = tree_.info.notation.form == Form::plain;
    std::cout << batch::game_text(game, tree_.info.notation, is_plain, tree_.standard,
                                  tree_.nodes.front().second_to_move);
  }

  const LineTree& tree_;
  std::vector<notation::Tag> tags_;
  bool algebraic_;
};

/// `2026.11.25`, or `????.??.??` if the book has no date.
std::string date_of(const book::Book& book) {
  for (const auto& [key, value] : book.facts()) {
    if (key != created_key) continue;
    auto date = value;
    std::replace(date.begin(), date.end(), '-', '.');
    return date;
  }
  return "????.??.??";
}

/// The seven tags of PGN, and always the start position: PDN readers disagree about the default start position.
std::vector<notation::Tag> tags_of(const std::string& file, const book::Book& book, const LineTree& tree,
                                   bool algebraic) {
  const auto& notation = tree.info.notation;
  const bool plain = notation.form == Form::plain;
  std::vector<notation::Tag> tags;
  if (plain) tags.push_back({"Game", tree.info.name});
  tags.insert(tags.end(), {{"Event", "Opening book " + std::filesystem::path(file).filename().string()},
                           {"Site", "?"},
                           {"Date", date_of(book)},
                           {"Round", "?"},
                           {plain ? "First" : "White", "?"},
                           {plain ? "Second" : "Black", "?"},
                           {"Result", "*"}});
  if (plain) {
    tags.push_back({"Start", tree.nodes.front().position});
    return tags;
  }
  if (notation.form == Form::pdn)
    tags.push_back({"GameType", algebraic ? algebraic_pdn_type(notation.pdn_type) : notation.pdn_type});
  tags.push_back({"SetUp", "1"});
  tags.push_back({"FEN", tree.standard});
  return tags;
}

void check_notation(const ExportSettings& settings, const board::GameInfo& info) {
  if (settings.algebraic && info.fact("algebraic").empty())
    throw std::runtime_error("--algebraic: squares of " + info.name + " have only one notation");
  const auto form = info.notation.form;
  const std::string right = form == Form::pdn ? "pdn" : form == Form::pgn ? "pgn" : "games";
  if ((settings.format == Format::pdn && form != Form::pdn) || (settings.format == Format::pgn && form != Form::pgn))
    throw std::runtime_error("--format: games of " + info.name + " have another notation: use --format " + right);
}

using Json = nlohmann::ordered_json;

Json json_of(const book::Entry& entry) {
  Json json{{"position", entry.position}, {"moves", Json::array()}};
  for (const auto& move : entry.moves) {
    Json each{{"move", move.move}};
    if (move.score.is_decided())
      each["mate"] = move.score.moves_to_end();
    else
      each["cp"] = move.score.raw();
    each["depth"] = move.depth;
    each["wins"] = move.wins;
    each["losses"] = move.losses;
    each["visits"] = move.visits;
    json["moves"].push_back(std::move(each));
  }
  return json;
}

void print_text(const book::Entry& entry) {
  std::cout << entry.position;
  for (const auto& move : entry.moves)
    std::cout << " | " << move.move << ' ' << move.score.raw() << ' ' << move.depth << ' ' << move.wins << ' '
              << move.losses << ' ' << move.visits;
  std::cout << '\n';
}

void print_entries(const book::Book& book, Format format) {
  book.for_each([&](const book::Entry& entry) {
    if (format == Format::json)
      std::cout << json_of(entry).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    else
      print_text(entry);
  });
}

}  // namespace

void export_book(const ExportSettings& settings) {
  const LoadedBook loaded(settings.file);
  const auto& book = loaded.book();
  if (settings.format == Format::text || settings.format == Format::json) return print_entries(book, settings.format);
  LineTree tree;
  const auto choose = [&](connection::Engine& engine) { tree = LineChooser(book, engine, settings).choose(); };
  batch::Daemons(settings.daemons, {}).perform("export", choose, report);
  check_notation(settings, tree.info);
  const GameWriter writer(tree, tags_of(settings.file, book, tree, settings.algebraic), settings.algebraic);
  // The plain form has no variations.
  if (settings.each_line || tree.info.notation.form == Form::plain)
    writer.write_lines();
  else
    writer.write_tree();
}

void print_statistics(const std::string& file) {
  const LoadedBook loaded(file);
  const auto& book = loaded.book();
  std::uint64_t moves = 0, several = 0;
  book.for_each([&](const book::Entry& entry) {
    moves += entry.moves.size();
    several += entry.moves.size() > 1 ? 1 : 0;
  });
  for (const auto& [key, value] : book.facts())
    std::cout << wire::printable(key) << ' ' << wire::printable(value) << '\n';
  std::cout << "positions " << book.positions() << "\npositions with several moves " << several << "\nmoves " << moves
            << "\nbytes " << std::filesystem::file_size(file) << '\n';
}

}  // namespace crownd::crown_book
