#include "book/tools/lines.hpp"

#include "reading/written_move.hpp"

#include <cstdint>
#include <functional>
#include <queue>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace crownd::crown_book {

namespace {

using Form = board::GameInfo::Notation::Form;

class Chooser {
 public:
  Chooser(const book::Book& book, connection::Engine& engine, const LineLimits& limits)
      : book_(book), engine_(engine), limits_(limits) {}

  LineTree choose() && {
    begin();
    for (std::size_t lines = 0; lines < limits_.lines && !open_.empty(); ++lines) {
      const auto [cost, order, from, move] = open_.top();
      open_.pop();
      follow(from, move, cost);
    }
    return std::move(tree_);
  }

 private:
  /// What it costs, a number that orders those of equal cost, the position that it is played in, and its index there.
  using Deviation = std::tuple<std::int64_t, std::size_t, std::size_t, std::size_t>;

  void begin() {
    const auto game = std::string(book_.game());
    try {
      engine_.set_position(game, limits_.position.empty() ? "startpos" : limits_.position);
    } catch (const connection::Refused& refused) {
      throw std::runtime_error("--position '" + limits_.position + "': " + refused.what());
    }
    tree_.info = board::game_info(engine_.squares());
    if (tree_.info.notation.form != Form::plain) tree_.standard = engine_.standard_position();
    const auto position = engine_.position();
    if (book_.find(position).empty())
      throw std::runtime_error("the book does not know '" + position + "'; --position TEXT begins elsewhere");
    tree_.nodes.push_back({position, {}, {}, {}, {}, {}});
    seconds_to_move_ = {to_move_is_second()};
    plies_ = {0};
    seen_.insert(position);
    open(0, 0, 0);
  }

  [[nodiscard]] bool to_move_is_second() { return tree_.info.side_index(engine_.status().side) == 1; }

  /// The moves of a position from the one of that index on may be played, at a cost for the line that leads to it.
  void open(std::size_t node, std::size_t first, std::int64_t cost) {
    const auto moves = book_.find(tree_.nodes[node].position);
    for (auto index = first; index < moves.size(); ++index)
      open_.emplace(cost + moves.front().score.raw() - moves[index].score.raw(), opened_++, node, index);
  }

  /// Plays a move, and then the best ones.
  void follow(std::size_t node, std::size_t move, std::int64_t cost) {
    engine_.set_position(book_.game(), tree_.nodes[node].position);
    while (true) {
      node = play(node, book_.find(tree_.nodes[node].position)[move]);
      if (tree_.nodes[node].known || plies_[node] == limits_.plies) return;
      if (book_.find(tree_.nodes[node].position).empty()) return;
      open(node, 1, cost);
      move = 0;
    }
  }

  std::size_t play(std::size_t from, const book::BookMove& move) {
    const bool needs_legal = tree_.info.notation.form == Form::pgn;
    const auto legal = needs_legal ? engine_.legal_moves() : std::vector<std::string>();
    auto written = reading::play_written(engine_, tree_.info.notation, move.move, legal);
    const auto number = tree_.nodes.size();
    auto position = engine_.position();
    const bool known = !seen_.insert(position).second;
    tree_.nodes.push_back({std::move(position), std::move(written.text), move, seconds_to_move_[from], known, {}});
    tree_.nodes[from].next.push_back(number);
    plies_.push_back(plies_[from] + 1);
    seconds_to_move_.push_back(tree_.info.side_index(written.status.side) == 1);
    return number;
  }

  const book::Book& book_;
  connection::Engine& engine_;
  const LineLimits& limits_;
  LineTree tree_;
  std::vector<std::size_t> plies_;     ///< from the root, by node
  std::vector<bool> seconds_to_move_;  ///< by node
  std::set<std::string> seen_;
  std::size_t opened_ = 0;
  std::priority_queue<Deviation, std::vector<Deviation>, std::greater<>> open_;
};

}  // namespace

LineTree choose_lines(const book::Book& book, connection::Engine& engine, const LineLimits& limits) {
  return Chooser(book, engine, limits).choose();
}

}  // namespace crownd::crown_book
