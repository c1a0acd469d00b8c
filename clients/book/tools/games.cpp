#include "batch/daemon.hpp"
#include "book/book_file.hpp"
#include "book/expansion/value.hpp"
#include "book/tools/lines.hpp"
#include "book/tools/loaded_book.hpp"
#include "book/tools/tools.hpp"
#include "notation/evaluation.hpp"
#include "notation/fen.hpp"
#include "notation/writer.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <utility>

namespace crownd::crown_book {

namespace {

using Form = board::GameInfo::Notation::Form;
using Node = LineTree::Node;

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
  /// For White, or in the plain form for the side that moves first; empty where the move has ended the game.
  [[nodiscard]] std::string score_comment(const Node& node) const {
    const auto& value = node.value;
    const auto after = book::led_forward({value.score, value.depth, value.wins, value.losses}).score;
    if (after.is_decided() && after.plies_to_end() == 0) return "";
    const auto& notation = tree_.info.notation;
    const auto shown = notation.form == Form::plain ? std::size_t{0} : notation.white;
    const auto score = (node.mover_is_second ? std::size_t{1} : std::size_t{0}) == shown ? -after : after;
    return notation::score_comment({score.is_decided(), score.is_decided() ? score.moves_to_end() : score.raw()},
                                   value.depth);
  }
  [[nodiscard]] notation::Move move_of(const Node& node) const {
    notation::Move move{algebraic_ ? tree_.info.algebraic(node.move) : node.move, {}, {}, {}};
    if (auto comment = score_comment(node); !comment.empty()) move.comments.push_back(std::move(comment));
    if (node.known) move.comments.emplace_back("transposition");
    return move;
  }
  /// The first of them and what follows it, with the others as variations.
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
    const bool second_begins = tree_.nodes[tree_.nodes.front().next.front()].mover_is_second;
    const auto form = tree_.info.notation.form;
    if (form == Form::plain)
      notation::write_plain_game(std::cout, game, second_begins);
    else
      notation::write_game(std::cout, game,
                           {.first_number = notation::move_number(tree_.standard),
                            .second_begins = second_begins,
                            .numbers_second = form != Form::pdn});
    std::cout << '\n';
  }

  const LineTree& tree_;
  std::vector<notation::Tag> tags_;
  bool algebraic_;
};

/// `2026.11.25`, from the fact; `????.??.??` if the book does not say it.
std::string date_of(const book::Book& book) {
  for (const auto& [key, value] : book.facts()) {
    if (key != created_key) continue;
    auto date = value;
    std::replace(date.begin(), date.end(), '-', '.');
    return date;
  }
  return "????.??.??";
}

/// Those that every PGN has, and where the lines begin: readers of PDN do not agree on the start position of each game.
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
    tags.push_back({"GameType", algebraic ? tree.info.algebraic_pdn_type() : notation.pdn_type});
  tags.push_back({"SetUp", "1"});
  tags.push_back({"FEN", tree.standard});
  return tags;
}

void check_notation(const GameStyle& style, const board::GameInfo& info) {
  const auto format = style.format;
  if (style.algebraic && info.fact("algebraic").empty())
    throw std::runtime_error("--algebraic: squares of " + info.name + " have one kind of names");
  const auto form = info.notation.form;
  const std::string right = form == Form::pdn ? "pdn" : form == Form::pgn ? "pgn" : "games";
  if ((format == Format::pdn && form != Form::pdn) || (format == Format::pgn && form != Form::pgn))
    throw std::runtime_error("--format: games of " + info.name + " are not written so; --format " + right +
                             " writes them");
}

}  // namespace

void print_games(const std::string& file, const GameStyle& style, const LineLimits& limits,
                 const batch::Daemons& daemons) {
  const LoadedBook loaded(file);
  auto daemon = std::move(batch::make_daemons(daemons, {}, 1, 1).front());
  const auto tree = choose_lines(loaded.book(), daemon.engine(), limits);
  check_notation(style, tree.info);
  const GameWriter writer(tree, tags_of(file, loaded.book(), tree, style.algebraic), style.algebraic);
  // The plain form has no place for variations.
  if (style.each_line || tree.info.notation.form == Form::plain)
    writer.write_lines();
  else
    writer.write_tree();
}

}  // namespace crownd::crown_book
