#pragma once

#include "explain/material_search.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace crownd::explain {

/// A fact about a move, proven by a line. The names and their fields are in PROTOCOL.md.
template <class Move>
struct Fact {
  using Field = std::pair<std::string_view, std::string>;

  std::string_view name;
  std::vector<Field> fields;  ///< each value is one word
  std::vector<Move> line;     ///< from the position before the move
};

/// A move, the best play after it, and its score for the side that moves.
template <class Move>
struct SearchedMove {
  std::vector<Move> pv;  ///< begins with the move
  Score score;
  int chance = 0;  ///< winning chance in permille, a draw being half a win
};

/// The move to explain and the best one, searched to equal depth.
template <Rules R>
struct Comparison {
  typename R::Position position;
  SearchedMove<typename R::Move> chosen;
  SearchedMove<typename R::Move> best;
  bool is_bad = false;  ///< whether the move loses enough to be explained; else it is explained only if it is the best
  bool is_drawn = false;  ///< the fifty-move rule ends the game with the move

  [[nodiscard]] const typename R::Move& move() const { return chosen.pv.front(); }
  [[nodiscard]] bool is_best() const { return move() == best.pv.front(); }
};

/// Finds the facts that distinguish a bad move from the best one, or the merits of the best move. Material and
/// promotions are proven by a search of all replies, results by a line to the end of the game. Without such facts, the
/// best play after both moves is compared.
template <Rules R>
requires HasBoard<R>
class FactFinder {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Facts = std::vector<Fact<Move>>;
  /// Searches a position with so many nodes; the line is empty if the search was stopped.
  using BestPlay = std::function<SearchedMove<Move>(const Position&, std::uint64_t nodes)>;

  /// `nodes`: of the searches of the two moves, on which the nodes of all other searches depend. `keep_going`: false
  /// ends the search early, with fewer facts.
  FactFinder(const Comparison<R>& comparison, std::uint64_t nodes, BestPlay best_play, std::function<bool()> keep_going)
      : comparison_(comparison),
        pieces_(R::description(comparison.position).pieces),
        squares_(number_of_squares(comparison.position)),
        mover_(R::side_to_move(comparison.position)),
        nodes_(nodes),
        best_play_(std::move(best_play)),
        keep_going_(std::move(keep_going)) {}

  [[nodiscard]] Facts find() {
    if (comparison_.is_bad)
      find_faults();
    else if (comparison_.is_best())
      find_merits();
    return std::move(facts_);
  }

 private:
  using Line = typename MaterialSearch<R>::Line;

  /// Less than any piece.
  static constexpr int least_swing = 70;
  /// Added to the value of a king in the search for promotions.
  static constexpr int promotion_bonus = 400;
  /// A swing counts if it lasts for these plies of further search, or for the second number if the nodes run out.
  static constexpr std::size_t lasting_plies = 6, least_lasting_plies = 2;
  /// Swings later than this after the move do not count.
  static constexpr std::size_t max_plies = 11;
  /// A loss in so few plies explains a move by itself.
  static constexpr std::size_t short_end_plies = 10;
  /// Length of a line of best play, and the plies that each of its searches adds.
  static constexpr std::size_t followed_plies = 30, followed_plies_of_search = 6;
  /// Depths of the search for moves that keep the material that such a line loses.
  static constexpr int least_plies_of_forced_loss = 6, max_plies_of_forced_loss = 14;
  /// Permille of winning chance: the largest difference between later searches of a line and the first, and the least
  /// advantage that the line after the best move keeps.
  static constexpr int tolerance = 150, least_gap = 60;
  static constexpr std::uint64_t max_searches_of_lines = 2 * followed_plies / followed_plies_of_search;
  /// Least nodes of a search of such a line. With 200 nodes, a defender with ten times the nodes avoided 19 of 35
  /// losses.
  static constexpr std::uint64_t least_nodes_of_best_play = 2'000;
  /// A swing of material must last for this many plies of best play after its line. Later returns do not count.
  static constexpr std::size_t plies_of_proof = 12;
  /// Searches of best play after the swing if the pv is too short, with half the nodes each. Against a defender with
  /// ten times the nodes they lower the rate of avoided losses in reduced chess from 2.5 to 1.6 percent. Four searches
  /// with a tenth of the nodes, or three with a third, are no better.
  static constexpr std::uint64_t searches_after_line = 2;
  /// The swing must hold at one of the last plies of such a line: at its end, an exchange may be half finished.
  static constexpr std::size_t plies_of_exchange = R::must_capture ? 4 : 1;
  /// Nodes of each search of material: up to seventeen plies of draughts, in some 100 ms.
  static constexpr std::uint64_t material_nodes_per_node = 20, max_material_nodes = 1'000'000;
  /// On larger boards, nodes cost more in proportion: 0.3 us on 8x8, 4 us on 26x26.
  static constexpr std::size_t squares_of_cheap_node = 64;

  struct Captures {
    std::vector<int> lost;   ///< of the mover, by row of description(p).pieces
    std::vector<int> taken;  ///< of the opponent
  };

  struct Gain {
    int balance = 0;      ///< of material, in centipawns
    int by_captures = 0;  ///< without promotions
  };

  void find_faults() {
    const bool lost =
        add_end("loses", comparison_.chosen, comparison_.chosen.score.is_loss() && !comparison_.best.score.is_loss());
    add_end("draws", comparison_.chosen,
            !comparison_.chosen.score.is_decided() && comparison_.best.score > comparison_.chosen.score);
    add_end("misses-win", comparison_.best, comparison_.best.score.is_win() && !comparison_.chosen.score.is_win());
    if (comparison_.is_drawn || (lost && facts_.front().line.size() <= short_end_plies)) return;
    if constexpr (!loser_may_move_last<R>)
      if (!find_material_faults()) find_promotion_faults();
    if constexpr (requires { R::own_facts(comparison_, facts_); }) R::own_facts(comparison_, facts_);
    if constexpr (!loser_may_move_last<R>)
      if (facts_.empty() && nodes_ / max_searches_of_lines >= least_nodes_of_best_play) find_later_faults();
  }

  void find_merits() {
    add_end("wins", comparison_.best, comparison_.best.score.is_win());
    if (comparison_.is_drawn || !facts_.empty()) return;
    if constexpr (!loser_may_move_last<R>) {
      auto search = material_search(values());
      const int now = search.balance(comparison_.position);
      const auto quiet = search.search(comparison_.position, 0);
      // During an exchange, a recapture is no merit.
      if (!quiet || quiet->balance != now) return;
      std::vector<Line> lines;
      const auto from = lasting(least_swing, [&](int depth) -> std::optional<int> {
        auto line = search.search(R::after(comparison_.position, comparison_.move()), depth);
        if (!line) return std::nullopt;
        lines.push_back(std::move(*line));
        return -lines.back().balance - now;
      });
      if (!from) return;
      if (const auto line = cut(comparison_.move(), lines[*from]); !line.empty())
        add_material("wins-material", line, false);
    }
  }

  /// Adds a fact if the line leads to the end of the game, with the number of plies and the reason of the result.
  bool add_end(std::string_view name, const SearchedMove<Move>& searched, bool applies) {
    if (!applies) return false;
    const Result result = R::result(position_after(searched.pv, searched.pv.size()));
    const bool wanted = searched.score.is_decided()
                            ? result.outcome == Outcome::win && (result.winner == mover_) == searched.score.is_win()
                            : result.outcome == Outcome::draw;
    if (!wanted) return false;
    facts_.push_back(
        {name, {{"plies", std::to_string(searched.pv.size())}, {"by", std::string(result.reason->word)}}, searched.pv});
    return true;
  }

  /// A loss of material, or a missed gain; false if there is none.
  bool find_material_faults() {
    auto search = material_search(values());
    const int now = search.balance(comparison_.position);
    const auto swing = find_swing(search, least_swing);
    if (!swing) return false;
    const auto chosen = cut(comparison_.move(), swing->first), best = cut(comparison_.best.pv.front(), swing->second);
    const int chosen_gain = gain_of(chosen), best_gain = gain_of(best);
    // A promotion can outweigh captures in both lines.
    const bool captures_differ = best_gain - chosen_gain >= least_swing;
    if (is_swing(chosen_gain, true) && (captures_differ || is_swing(-swing->first.balance - now, true))) {
      if (!lasts_in_best_play(chosen, comparison_.chosen.pv, true)) return false;
      if (gives_up_material(search, chosen, now)) return add_material("shot", chosen, true, shot_fields(chosen));
      if (const auto square = unheld_square(chosen)) return add_material("unheld", chosen, true, {{"square", *square}});
      return add_material("loses-material", chosen, true);
    }
    return is_swing(best_gain, false) && (captures_differ || is_swing(-swing->second.balance - now, false)) &&
           lasts_in_best_play(best, comparison_.best.pv, false) && add_material("misses-material", best, false);
  }

  /// A promotion of the opponent that the best move prevents, or one that it achieves.
  void find_promotion_faults() {
    const auto promoting_values = values_of_promotion(comparison_.chosen.pv, comparison_.best.pv);
    if (!promoting_values) return;
    auto search = material_search(*promoting_values);
    const auto swing = find_swing(search, promotion_bonus / 2);
    if (!swing) return;
    const auto chosen = whole(comparison_.move(), swing->first);
    const auto best = whole(comparison_.best.pv.front(), swing->second);
    if (!add_promotion("lets-crown", chosen, best, false)) add_promotion("misses-crown", best, chosen, true);
  }

  /// Values of pieces with a bonus for those that men become in these lines; none if no man promotes.
  [[nodiscard]] std::optional<std::vector<int>> values_of_promotion(const std::vector<Move>& chosen,
                                                                    const std::vector<Move>& best) const {
    std::vector<int> promoted = values();
    for (const auto* line : {&chosen, &best}) {
      Position position = comparison_.position;
      for (const Move& move : *line) {
        if (const char letter = R::paths(position, move).front().becomes; letter != 0)
          if (const std::size_t row = row_of(letter); row < pieces_.size())
            for (std::size_t i = 0; i < pieces_.size(); ++i)
              if (pieces_[i].kind == pieces_[row].kind) promoted[i] = pieces_[i].value + promotion_bonus;
        position = R::after(position, move);
      }
    }
    return promoted == values() ? std::nullopt : std::optional(promoted);
  }

  /// Adds the promotion of a side in a line, unless the side promotes in the other line, too.
  bool add_promotion(std::string_view name, const std::vector<Move>& line, const std::vector<Move>& other,
                     bool of_mover) {
    const auto ply = promotion_ply(line, of_mover);
    if (!ply || promotion_ply(other, of_mover)) return false;
    facts_.push_back({name, {{"plies", std::to_string(*ply)}}, {line.begin(), line.begin() + *ply}});
    return true;
  }

  // Best play beyond the searches of the two moves.

  /// A loss of material or a promotion in the best play after the move, but not after the best move; or a gain or
  /// promotion after the best move only.
  void find_later_faults() {
    const int low = comparison_.chosen.chance, high = comparison_.best.chance;
    const auto chosen = follow(comparison_.chosen, low - tolerance, std::max(low, high - least_gap));
    const auto best = follow(comparison_.best, std::min(high, low + least_gap), high + tolerance);
    auto search = material_search(values());
    const auto loses = [](int gain) { return is_swing(gain, true); };
    const auto wins = [](int gain) { return is_swing(gain, false); };
    const auto add_later = [&](std::string_view name, const std::vector<Move>& line, bool is_loss) {
      if (is_forced(line, is_loss)) add_material(name, line, is_loss);
    };
    for (const auto measure : {&Gain::balance, &Gain::by_captures}) {
      const auto after_chosen = quiet_gains(search, chosen, measure), after_best = quiet_gains(search, best, measure);
      if (const auto ply = settled(after_chosen, after_best, loses))
        add_later("loses-material-later", until(chosen, *ply, loses), true);
      else if (const auto ply_of_gain = settled(after_best, after_chosen, wins))
        add_later("misses-material-later", until(best, *ply_of_gain, wins), false);
      if (!facts_.empty()) return;
    }

    const auto promoting_values = values_of_promotion(chosen, best);
    if (!promoting_values) return;
    auto promoting = material_search(*promoting_values);
    const auto kings_after_chosen = quiet_gains(promoting, chosen, &Gain::balance),
               kings_after_best = quiet_gains(promoting, best, &Gain::balance);
    const auto is_behind = [](int gain) { return gain <= -promotion_bonus / 2; };
    const auto is_ahead = [](int gain) { return gain >= promotion_bonus / 2; };
    if (settled(kings_after_chosen, kings_after_best, is_behind))
      add_promotion("lets-crown-later", chosen, best, false);
    else if (settled(kings_after_best, kings_after_chosen, is_ahead))
      add_promotion("misses-crown-later", best, chosen, true);
  }

  /// The beginning of a line, continued by searches while the winning chance of the mover stays within bounds.
  [[nodiscard]] std::vector<Move> follow(const SearchedMove<Move>& searched, int low, int high) const {
    std::vector<Move> line;
    for (auto next = searched; !next.pv.empty() && line.size() < followed_plies;) {
      const auto plies = static_cast<std::ptrdiff_t>(std::min(next.pv.size(), followed_plies_of_search));
      line.insert(line.end(), next.pv.begin(), next.pv.begin() + plies);
      const Position end = position_after(line, line.size());
      if (R::result(end).over() || !keep_going_()) break;
      next = best_play_(end, nodes_ / max_searches_of_lines);
      const int chance = R::side_to_move(end) == mover_ ? next.chance : 1000 - next.chance;
      if (chance < low || chance > high) {
        line.resize(line.size() - static_cast<std::size_t>(plies));
        break;
      }
    }
    return line;
  }

  /// The gain after each ply of a line.
  [[nodiscard]] std::vector<int> quiet_gains(MaterialSearch<R>& search, const std::vector<Move>& line,
                                             int Gain::*measure) const {
    std::vector<int> gains;
    for (auto end = line.begin(); end != line.end();)
      if (const auto gain = quiet_gain(search, {line.begin(), ++end}))
        gains.push_back((*gain).*measure);
      else
        break;
    return gains;
  }

  /// The ply from which a condition holds to the end of the first line, for at least lasting_plies, and never in the
  /// other line.
  template <class Holds>
  [[nodiscard]] static std::optional<std::size_t> settled(const std::vector<int>& line, const std::vector<int>& other,
                                                          const Holds& holds) {
    std::size_t ply = line.size();
    while (ply > 0 && holds(line[ply - 1])) --ply;
    if (ply + lasting_plies > std::min(line.size(), other.size())) return std::nullopt;
    const bool never = std::none_of(other.begin() + static_cast<std::ptrdiff_t>(ply), other.end(), holds);
    return never ? std::optional(ply) : std::nullopt;
  }

  /// The line to the capture after which a condition holds for the gain, at `ply` or later.
  template <class Holds>
  [[nodiscard]] std::vector<Move> until(const std::vector<Move>& line, std::size_t ply, const Holds& holds) const {
    for (auto end = static_cast<std::ptrdiff_t>(ply); end < std::ssize(line); ++end)
      if (std::vector<Move> part(line.begin(), line.begin() + end); holds(gain_of(part))) return part;
    return line;
  }

  /// Whether the side that loses material by the last capture of a line could not keep it at its last quiet move. In a
  /// position that is drawn or lost anyway, best play may give up pieces without need.
  [[nodiscard]] bool is_forced(const std::vector<Move>& line, bool is_loss) const {
    std::size_t ply = line.size();
    Position position = comparison_.position;
    do {
      // The first move of the line is the one that the fact explains.
      if (ply <= 1) return true;
      position = position_after(line, --ply);
    } while ((R::side_to_move(position) == mover_) != is_loss || !R::paths(position, line[ply]).front().takes.empty());
    const int gain = gain_of({line.begin(), line.begin() + static_cast<std::ptrdiff_t>(ply)});
    auto search = material_search(values());
    for (int depth = least_plies_of_forced_loss; depth <= max_plies_of_forced_loss; depth += 2) {
      const auto best = search.search(position, depth);
      if (!best) break;
      if (is_swing(gain + of_mover(position, best->balance - search.balance(position)), is_loss)) return true;
    }
    return false;
  }

  [[nodiscard]] static std::size_t number_of_squares(const Position& position) {
    std::size_t number = 0;
    for (const auto& row : R::board(position).cells) number += row.size();
    return number;
  }

  [[nodiscard]] int of_mover(const Position& position, int balance) const {
    return R::side_to_move(position) == mover_ ? balance : -balance;
  }

  // Searches of material.

  [[nodiscard]] std::vector<int> values() const {
    std::vector<int> all;
    for (const PieceInfo& look : pieces_) all.push_back(look.value);
    return all;
  }

  [[nodiscard]] MaterialSearch<R> material_search(std::vector<int> values) const {
    std::vector<Side> sides;
    for (const PieceInfo& look : pieces_) sides.push_back(look.side);
    const std::uint64_t max_nodes = std::min(material_nodes_per_node * nodes_, max_material_nodes);
    const std::uint64_t cost = std::max<std::uint64_t>(squares_ / squares_of_cheap_node, 1);
    return {std::move(values), std::move(sides), max_nodes / cost, keep_going_};
  }

  /// The first depth from which a swing of at least `least` lasts: for lasting_plies, or where the nodes do not suffice
  /// for so many, for least_lasting_plies. `swing_at` returns nothing when the nodes are used up.
  template <class SwingAt>
  [[nodiscard]] static std::optional<std::size_t> lasting(int least, const SwingAt& swing_at) {
    std::size_t depth = 0, length = 0;
    for (; depth <= max_plies + lasting_plies && length <= lasting_plies; ++depth) {
      const std::optional<int> swing = swing_at(static_cast<int>(depth));
      if (!swing) break;
      length = *swing >= least ? length + 1 : 0;
    }
    return length > least_lasting_plies ? std::optional(depth - length) : std::nullopt;
  }

  /// The lines after the move and after the best move, at the first depth from which the best move is better by at
  /// least `least`.
  [[nodiscard]] std::optional<std::pair<Line, Line>> find_swing(MaterialSearch<R>& search, int least) const {
    std::vector<Line> chosen, best;
    const auto from = lasting(least, [&](int depth) -> std::optional<int> {
      auto a = search.search(R::after(comparison_.position, comparison_.move()), depth);
      auto b = search.search(R::after(comparison_.position, comparison_.best.pv.front()), depth);
      if (!a || !b) return std::nullopt;
      chosen.push_back(std::move(*a));
      best.push_back(std::move(*b));
      return chosen.back().balance - best.back().balance;
    });
    if (!from) return std::nullopt;
    return std::pair(chosen[*from], best[*from]);
  }

  // Lines from the position before the move.

  [[nodiscard]] static std::vector<Move> whole(const Move& first, const Line& rest) {
    std::vector<Move> line{first};
    line.insert(line.end(), rest.moves.begin(), rest.moves.end());
    return line;
  }

  /// The line up to its last capture; empty if it has none, or leads to the end of the game.
  [[nodiscard]] std::vector<Move> cut(const Move& first, const Line& rest) const {
    auto line = whole(first, rest);
    if (R::result(position_after(line, line.size())).over()) return {};
    std::size_t end = 0;
    Position position = comparison_.position;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!R::paths(position, line[i]).front().takes.empty()) end = i + 1;
      position = R::after(position, line[i]);
    }
    line.resize(end);
    return line;
  }

  [[nodiscard]] Position position_after(const std::vector<Move>& line, std::size_t plies) const {
    Position position = comparison_.position;
    for (std::size_t i = 0; i < plies; ++i) position = R::after(position, line[i]);
    return position;
  }

  /// The number of plies to the first promotion of a side; none if there is none.
  [[nodiscard]] std::optional<int> promotion_ply(const std::vector<Move>& line, bool of_mover) const {
    Position position = comparison_.position;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if ((R::side_to_move(position) == mover_) == of_mover && R::paths(position, line[i]).front().becomes != 0)
        return static_cast<int>(i) + 1;
      position = R::after(position, line[i]);
    }
    return std::nullopt;
  }

  [[nodiscard]] static char letter_on(const Position& position, std::string_view square) {
    const Board board = R::board(position);
    for (const auto& row : board.cells)
      for (const BoardCell& cell : row)
        if (cell.name == square) return cell.piece;
    return 0;
  }

  [[nodiscard]] std::size_t row_of(char letter) const {
    std::size_t row = 0;
    while (row < pieces_.size() && pieces_[row].letter != letter) ++row;
    return row;
  }

  /// `from`: the plies before are not counted.
  [[nodiscard]] Captures captures_in(const std::vector<Move>& line, std::size_t from = 0) const {
    Captures captures{std::vector<int>(pieces_.size() + 1), std::vector<int>(pieces_.size() + 1)};
    Position position = comparison_.position;
    for (std::size_t i = 0; i < line.size(); ++i) {
      auto& list = R::side_to_move(position) == mover_ ? captures.taken : captures.lost;
      const MovePath path = R::paths(position, line[i]).front();
      if (i >= from)
        for (const std::string& square : path.takes) ++list[row_of(letter_on(position, square))];
      position = R::after(position, line[i]);
    }
    return captures;
  }

  // Facts about material.

  /// The kinds of pieces that the mover loses, or takes, more than its opponent, `man,man,king`.
  struct Net {
    std::string lost;
    std::string taken;
  };
  [[nodiscard]] Net net_of(const std::vector<Move>& line) const {
    const Captures all = captures_in(line);
    Net net;
    for (std::size_t own = 0; own < pieces_.size(); ++own) {
      if (pieces_[own].side != mover_) continue;
      int lost = all.lost[own];
      for (std::size_t other = 0; other < pieces_.size(); ++other)
        if (pieces_[other].side != mover_ && pieces_[other].kind == pieces_[own].kind) lost -= all.taken[other];
      append_kinds(lost > 0 ? net.lost : net.taken, pieces_[own].kind, lost < 0 ? -lost : lost);
    }
    return net;
  }

  static void append_kinds(std::string& list, std::string_view kind, int count) {
    for (; count > 0; --count) {
      if (!list.empty()) list += ",";
      list += kind;
    }
  }

  [[nodiscard]] std::string list_of(const std::vector<int>& counts) const {
    std::string list;
    for (std::size_t row = 0; row < pieces_.size(); ++row) append_kinds(list, pieces_[row].kind, counts[row]);
    return list;
  }

  using Fields = std::vector<typename Fact<Move>::Field>;

  [[nodiscard]] static bool is_swing(int gain, bool is_loss) {
    return is_loss ? gain <= -least_swing : gain >= least_swing;
  }

  /// Adds a fact if the captures of the line lose or win material. Otherwise the swing is due to a promotion.
  bool add_material(std::string_view name, const std::vector<Move>& line, bool is_loss, Fields fields = {}) {
    if (!is_swing(gain_of(line), is_loss)) return false;
    const Net net = net_of(line);
    if (!net.lost.empty()) fields.emplace_back("lost", net.lost);
    if (!net.taken.empty()) fields.emplace_back("taken", net.taken);
    fields.emplace_back("plies", std::to_string(line.size()));
    facts_.push_back({name, std::move(fields), line});
    return true;
  }

  /// The value of the pieces that the mover takes minus that of those it loses.
  [[nodiscard]] int gain_of(const std::vector<Move>& line) const {
    const Captures all = captures_in(line);
    int gain = 0;
    for (std::size_t row = 0; row < pieces_.size(); ++row)
      gain += (all.taken[row] - all.lost[row]) * pieces_[row].value;
    return gain;
  }

  /// The gain of the mover in a line and in the captures after it.
  [[nodiscard]] std::optional<Gain> quiet_gain(MaterialSearch<R>& search, const std::vector<Move>& line) const {
    const Position end = position_after(line, line.size());
    const auto quiet = search.search(end, 0);
    if (!quiet) return std::nullopt;
    const int balance = of_mover(end, quiet->balance);
    return Gain{balance - search.balance(comparison_.position),
                gain_of(line) + balance - of_mover(end, search.balance(end))};
  }

  /// Whether a swing of material lasts in best play: in `pv`, if it is longer than the line, and after the line. Both
  /// sides have threats beyond the depth of the search of material. It lasts if the captures, or the balance with
  /// promotions, still have it near the end.
  [[nodiscard]] bool lasts_in_best_play(std::vector<Move> line, const std::vector<Move>& pv, bool is_loss) const {
    auto search = material_search(values());
    const auto has_swing = [&](const std::vector<Move>& moves) {
      const auto gain = quiet_gain(search, moves);
      return gain && (is_swing(gain->balance, is_loss) || is_swing(gain->by_captures, is_loss));
    };
    const std::size_t plies = line.size() + plies_of_proof;
    const auto lasts_after = [&](std::vector<Move> longer) {
      longer.resize(std::min(longer.size(), plies));
      for (std::size_t i = 0; i < plies_of_exchange && longer.size() > line.size(); ++i, longer.pop_back())
        if (has_swing(longer)) return true;
      return false;
    };
    if (pv.size() > line.size() && !lasts_after(pv)) return false;
    if (pv.size() >= plies) return true;
    for (std::uint64_t i = 0; i < searches_after_line && line.size() < plies; ++i) {
      const Position end = position_after(line, line.size());
      if (R::result(end).over()) break;
      const auto best = best_play_(end, nodes_ / searches_after_line);
      if (best.pv.empty()) break;
      auto longer = line;
      longer.insert(longer.end(), best.pv.begin(), best.pv.end());
      if (!lasts_after(longer)) return false;
      line = std::move(longer);
    }
    return true;
  }

  /// Whether the opponent first gives up material, beginning with its reply.
  [[nodiscard]] bool gives_up_material(const MaterialSearch<R>& search, const std::vector<Move>& line,
                                       int before) const {
    Position position = position_after(line, 1);
    for (std::size_t i = 1; i < line.size(); ++i) {
      position = R::after(position, line[i]);
      if (i >= 2 && of_mover(position, search.balance(position)) >= before + least_swing) return true;
    }
    return false;
  }

  [[nodiscard]] Fields shot_fields(const std::vector<Move>& line) const {
    const Captures after_move = captures_in(line, 1);
    return {{"sacrificed", list_of(after_move.taken)}, {"captured", list_of(after_move.lost)}};
  }

  /// The square of a piece that is captured after a quiet reply without a capture in return, and has not moved.
  [[nodiscard]] std::optional<std::string> unheld_square(const std::vector<Move>& line) const {
    Position position = position_after(line, 1);
    std::vector<std::string> moved_to;
    for (std::size_t i = 1; i < line.size(); ++i) {
      const auto path = R::paths(position, line[i]).front();
      const bool is_movers = R::side_to_move(position) == mover_;
      if (!path.takes.empty())
        return !is_movers && i >= 3 && std::find(moved_to.begin(), moved_to.end(), path.takes.front()) == moved_to.end()
                   ? std::optional(path.takes.front())
                   : std::nullopt;
      if (is_movers) moved_to.push_back(path.squares.back());
      position = R::after(position, line[i]);
    }
    return std::nullopt;
  }

  const Comparison<R>& comparison_;
  const std::span<const PieceInfo> pieces_;
  const std::size_t squares_;
  const Side mover_;
  const std::uint64_t nodes_;
  const BestPlay best_play_;
  const std::function<bool()> keep_going_;
  Facts facts_;
};

}  // namespace crownd::explain
