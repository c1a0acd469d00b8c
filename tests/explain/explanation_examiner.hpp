#pragma once

#include "core/random.hpp"
#include "explain/material_search.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"

#include <map>
#include <set>
#include <sstream>

namespace crownd::testing {

/// Explains random bad moves of a game, and checks each fact by playing its line. Losses of material and promotions are
/// also played on against an engine with ten times the nodes, which must not avoid them.
template <Rules R>
class ExplanationExaminer {
 public:
  /// `nodes`: of each explanation.
  ExplanationExaminer(std::uint64_t seed, std::uint64_t nodes)
      : random_(seed), nodes_(nodes), game_(games::find(R::name)->make()) {}

  void examine(std::size_t mistakes) {
    for (const std::size_t wanted = mistakes_ + mistakes; mistakes_ < wanted;) examine_game();
  }

  [[nodiscard]] std::size_t mistakes() const { return mistakes_; }
  [[nodiscard]] std::size_t explained() const { return explained_; }
  /// The number of facts of each name.
  [[nodiscard]] const std::map<std::string, std::size_t>& facts() const { return facts_; }
  /// Swings played on, and those that the engine avoided.
  [[nodiscard]] std::size_t played() const { return played_; }
  [[nodiscard]] const std::vector<std::string>& avoided() const { return avoided_; }
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

 private:
  using Position = typename R::Position;
  using Moves = std::vector<std::string>;

  static constexpr int least_loss = 60;  // permille, an inaccuracy
  static constexpr int least_swing = 70;
  /// The plies played after the line, in which the defender may win the material back.
  static constexpr std::size_t plies_after = 6;
  /// The same after a line of best play, from which the defender may deviate to lose later.
  static constexpr std::size_t plies_after_best_play = 16;
  static constexpr int attacker_depth = 7;

  void examine_game() {
    game_->set_position("startpos", {});
    game_->clear_memory();
    const int plies = random_.between(2, 70);
    for (int ply = 0; ply < plies; ++ply) {
      const Moves legal = game_->legal_moves();
      if (legal.empty()) return;
      game_->play(Moves{random_.percent(40) ? legal[random_.below(legal.size())] : search(*game_, 200)});
    }
    const Moves legal = game_->legal_moves();
    constexpr int tries = 3;
    for (int i = 0; legal.size() > 1 && i < tries; ++i) {
      play::Control control;
      const auto explanation = game_->explain(legal[random_.below(legal.size())], nodes_, least_loss, control);
      if (explanation && explanation->loss >= least_loss) return examine(*explanation);
    }
  }

  /// `among`: the moves to consider, all if empty.
  static std::string search(play::AnyGame& game, std::uint64_t limit, const Moves& among = {}) {
    play::Limits limits;
    limits.nodes = limit;
    play::Control control;
    return *game.search(limits, among, control, [](const play::Info&) {}).move;
  }

  void examine(const play::Explanation& explanation) {
    ++mistakes_;
    explained_ += explanation.facts.empty() ? 0 : 1;
    for (const play::Fact& fact : explanation.facts) {
      ++facts_[fact.name];
      std::ostringstream text;
      text << R::name << ' ' << game_->position_text() << " move " << explanation.move << ": " << fact.name;
      for (const auto& [key, value] : fact.fields) text << ' ' << key << ' ' << value;
      for (const auto& move : fact.line) text << ' ' << move;
      about_ = text.str();
      check(explanation, fact);
    }
  }

  void check(const play::Explanation& explanation, const play::Fact& fact) {
    const bool about_best = fact.name.starts_with("misses-");
    expect(!fact.line.empty() && fact.line.front() == (about_best ? explanation.best : explanation.move), "first move");
    if (const auto plies = value(fact, "plies")) expect(std::to_string(fact.line.size()) == *plies, "plies");
    const Position root = R::parse_position(game_->position_text());
    const Side mover = R::side_to_move(root);
    const Side loser = about_best ? opponent(mover) : mover;
    const Played line = play(root, fact.line);
    std::string name = about_best ? fact.name.substr(7) : fact.name;
    constexpr std::string_view later = "-later";
    const bool is_later = name.ends_with(later);
    if (is_later) name.resize(name.size() - later.size());
    const std::size_t plies = fact.line.size() + (is_later ? plies_after_best_play : plies_after);
    if (name == "loses" || name == "win" || name == "draws") {
      const Result result = R::result(line.end);
      expect(result.over() && result.reason->word == value(fact, "by"), "reason of the end");
      const bool is_won = result.outcome == Outcome::win && result.winner == mover;
      expect(name == "draws" ? result.outcome == Outcome::draw
                             : result.outcome == Outcome::win && is_won == (name == "win"),
             "result");
    } else if (name == "material" || name == "loses-material" || name == "shot" || name == "unheld") {
      check_material(fact, line);
      const int gain = value_of(line.taken) - value_of(line.lost);
      expect(about_best ? gain >= least_swing : gain <= -least_swing, "balance of captures");
      if (const auto square = value(fact, "square")) expect(line.lost_squares.contains(*square), "lost square");
      play_on(root, fact.line.front(), plies, loser, false);
    } else if (name == "crown" || name == "lets-crown") {
      expect(line.last_promotion == fact.line.size() && (line.last_promoter == mover) == about_best, "promotion");
      play_on(root, fact.line.front(), plies, loser, true);
    } else if (name == "trapped") {
      check_trapped(line.end, *value(fact, "square"));
    } else if (name == "fork") {
      const auto targets = counts(*value(fact, "targets"));
      expect(targets.size() > 1, "targets");
      const auto second = play(root, {fact.line.begin(), fact.line.begin() + 4});
      expect(std::ranges::any_of(second.lost_squares, [&](const auto& each) { return targets.contains(each); }),
             "target");
    } else if (name == "pin") {
      expect(line.lost_squares.contains(*value(fact, "square")), "pinned piece");
    } else if (name == "table") {
      play::Control control;
      const auto probed = game_->probe(control);
      expect(probed && probed->position && word(*probed->position) == value(fact, "before"), "table value before");
      for (const auto& [move, score] : probed->moves)
        if (move == explanation.move) expect(score && word(*score) == value(fact, "after"), "table value after");
    }
  }

  /// The king on the square is lost by each of its moves.
  void check_trapped(const Position& position, const std::string& square) {
    for (const auto& move : legal_moves<R>(position)) {
      const MovePath path = R::paths(position, move).front();
      if (path.squares.front() != square) continue;
      const Position next = R::after(position, move);
      bool is_lost = false;
      for (const auto& reply : legal_moves<R>(next)) {
        const MovePath taking = R::paths(next, reply).front();
        is_lost = is_lost || std::ranges::count(taking.takes, path.squares.back()) > 0;
      }
      expect(is_lost, "trapped king, which may move to " + path.squares.back());
    }
  }

  struct Played {
    Position end;
    std::map<std::string, int> lost, taken;  ///< by kind
    std::set<std::string> lost_squares;
    std::size_t last_promotion = 0;  ///< its ply from 1
    Side last_promoter = Side::first;
    std::set<Side> promoters;
  };

  /// Plays a line by the rules; an illegal move throws.
  Played play(Position position, const Moves& line) const {
    Played played;
    const Side mover = R::side_to_move(position);
    const auto looks = R::description(position).pieces;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const auto move = R::read_move(position, line[i]);
      const MovePath path = R::paths(position, move).front();
      const Board board = R::board(position);
      for (const std::string& square : path.takes) {
        const bool is_loss = R::side_to_move(position) != mover;
        if (is_loss) played.lost_squares.insert(square);
        for (const auto& row : board.cells)
          for (const BoardCell& cell : row)
            for (const PieceInfo& look : looks)
              if (cell.name == square && cell.piece == look.letter)
                ++(is_loss ? played.lost : played.taken)[std::string(look.kind)];
      }
      if (path.becomes != 0) {
        played.last_promotion = i + 1;
        played.last_promoter = R::side_to_move(position);
        played.promoters.insert(played.last_promoter);
      }
      position = R::after(position, move);
    }
    played.end = position;
    return played;
  }

  void check_material(const play::Fact& fact, const Played& line) {
    auto lost = line.lost, taken = line.taken;
    for (const auto& [kind, count] : line.lost) {
      const int both = std::min(count, taken[kind]);
      lost[kind] -= both;
      taken[kind] -= both;
    }
    expect(counts(value(fact, "lost").value_or("")) == without_zeros(lost), "lost pieces");
    expect(counts(value(fact, "taken").value_or("")) == without_zeros(taken), "taken pieces");
  }

  static std::map<std::string, int> without_zeros(std::map<std::string, int> counts) {
    std::erase_if(counts, [](const auto& each) { return each.second == 0; });
    return counts;
  }

  static std::map<std::string, int> counts(const std::string& list) {
    std::map<std::string, int> counts;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) ++counts[word];
    return counts;
  }

  /// Plays on against an engine with ten times the nodes, which must not avoid the loss of material or the promotion of
  /// the opponent. The loss may be one of the balance, in which a promotion counts, or of captures alone. The opponent
  /// is the same engine, but considers only moves that keep its material, or promote; if it does not succeed, it plays
  /// once more and considers all moves.
  void play_on(const Position& root, const std::string& move, std::size_t plies, Side loser, bool is_promotion) {
    ++played_;
    const auto succeeds = [&](bool keeps_material) {
      const Moves line = continuation(root, move, plies, loser, keeps_material, is_promotion);
      const Played played = play(root, line);
      if (is_promotion) return played.promoters.contains(opponent(loser));
      if (const Result result = R::result(played.end); result.over())
        return result.outcome == Outcome::win && result.winner != loser;
      const int captures = R::side_to_move(root) == loser ? value_of(played.taken) - value_of(played.lost)
                                                          : value_of(played.lost) - value_of(played.taken);
      const int balance = balance_for(loser, played.end, values(), attacker_depth) - balance_for(loser, root, values());
      const int coming = balance_for(loser, played.end, equal_values(), attacker_depth) -
                         balance_for(loser, played.end, equal_values());
      return std::min(balance, captures + coming) <= -least_swing;
    };
    if (!succeeds(true) && !succeeds(false)) avoided_.push_back(about_);
  }

  /// The game from `move`, for at most so many plies.
  Moves continuation(const Position& root, const std::string& move, std::size_t plies, Side loser, bool keeps_material,
                     bool is_promotion) const {
    const auto weights = is_promotion ? promotion_values() : values();
    const auto moves_that_keep_material = [&](const Position& position, int depth) {
      std::vector<std::pair<int, std::string>> moves;
      for (const auto& each : legal_moves<R>(position)) {
        const auto found = material_search(weights).search(R::after(position, each), depth - 1);
        if (!found) return Moves{};
        moves.emplace_back(-found->balance, R::format_move(position, each));
      }
      const int best = std::ranges::max(moves).first;
      Moves kept;
      for (const auto& [balance, text] : moves)
        if (balance > best - least_swing) kept.push_back(text);
      return kept;
    };
    const auto engine = games::find(R::name)->make();
    Moves line{move};
    Position position = R::after(root, R::read_move(root, move));
    while (line.size() < plies && !R::result(position).over()) {
      const int depth = std::max(attacker_depth, static_cast<int>(plies - line.size()));
      const bool is_filtered = keeps_material && R::side_to_move(position) != loser;
      engine->set_position(R::format_position(position), {});
      line.push_back(search(*engine, 10 * nodes_, is_filtered ? moves_that_keep_material(position, depth) : Moves{}));
      position = R::after(position, R::read_move(position, line.back()));
    }
    return line;
  }

  static explain::MaterialSearch<R> material_search(const std::vector<int>& values) {
    constexpr std::uint64_t max_nodes = 2'000'000;
    std::vector<Side> sides;
    for (const PieceInfo& look : R::description(R::start()).pieces) sides.push_back(look.side);
    return {values, std::move(sides), max_nodes, [] { return true; }};
  }

  static int value_of(const std::map<std::string, int>& pieces) {
    int sum = 0;
    for (const auto& [kind, count] : pieces)
      for (const PieceInfo& look : R::description(R::start()).pieces)
        if (look.kind == kind && look.side == Side::first) sum += count * look.value;
    return sum;
  }

  /// The second kind of each side is the promoted one in all games with promotion.
  static constexpr bool promotes = R::name != std::string_view("reduced-chess");

  /// The balance of material for a side, after a search of `depth` plies; very low if the nodes do not suffice.
  static int balance_for(Side side, const Position& position, const std::vector<int>& values, int depth = 0) {
    auto search = material_search(values);
    const auto found = depth > 0 ? search.search(position, depth) : std::nullopt;
    if (depth > 0 && !found) return -1'000'000;
    const int balance = found ? found->balance : search.balance(position);
    return R::side_to_move(position) == side ? balance : -balance;
  }

  static std::vector<int> values() {
    std::vector<int> all;
    for (const PieceInfo& look : R::description(R::start()).pieces) all.push_back(look.value);
    return all;
  }
  /// Values that no promotion changes.
  static std::vector<int> equal_values() {
    std::vector<int> all;
    for (const PieceInfo& look : R::description(R::start()).pieces)
      all.push_back(promotes && all.size() % 2 == 1 ? all.back() : look.value);
    return all;
  }
  static std::vector<int> promotion_values() {
    constexpr int bonus = 400;
    std::vector<int> all;
    for (const PieceInfo& look : R::description(R::start()).pieces)
      all.push_back(look.value + (all.size() % 2 == 1 ? bonus : 0));
    return all;
  }

  static std::optional<std::string> value(const play::Fact& fact, std::string_view key) {
    for (const auto& [name, value] : fact.fields)
      if (name == key) return value;
    return std::nullopt;
  }

  static std::string word(Score score) {
    if (score == Score::draw()) return "draw";
    return score > Score::draw() ? "win" : "loss";
  }

  void expect(bool holds, const std::string& what) {
    if (!holds) faults_.push_back(about_ + ": wrong " + what);
  }

  Random random_;
  std::uint64_t nodes_;
  std::unique_ptr<play::AnyGame> game_;
  std::string about_;
  std::size_t mistakes_ = 0, explained_ = 0, played_ = 0;
  std::map<std::string, std::size_t> facts_;
  std::vector<std::string> avoided_, faults_;
};

}  // namespace crownd::testing
