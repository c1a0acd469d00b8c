#pragma once

#include "core/history.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"
#include "search/search.hpp"
#include "search/tuning.hpp"
#include "training/openings.hpp"

namespace crownd::training {

/// The game of `Base` with search parameters that can be changed between searches.
template <Rules Base>
struct Tuned : Base {
  static inline search::Tuning tuning = search::tuning_of<Base>();
};

/// One parameter of a Tuning.
struct TuningNumber {
  std::string_view name;
  int search::Tuning::*member;
};

[[nodiscard]] std::span<const TuningNumber> tuning_numbers();

/// Throws std::invalid_argument with the list of known names.
[[nodiscard]] const TuningNumber& tuning_number(std::string_view name);

/// `from` with one parameter changed, as in `probcut_margin=40`. Throws std::invalid_argument.
[[nodiscard]] search::Tuning changed(search::Tuning from, const std::string& change);

/// Simultaneous perturbation stochastic approximation (Spall 1992): climbs by comparing two points that differ in all
/// parameters at once. As in fishtest, the steps shrink as 1 / k^0.101 and the rate as 1 / (A + k)^0.602.
class Spsa {
 public:
  struct Number {
    double value = 0;
    double step = 1;  ///< perturbation to either side at the end
  };
  using Point = std::vector<double>;
  /// How much better the first point is than the second.
  using Compare = std::function<double(const Point&, const Point&)>;

  /// `rate`: at the end, how many steps a parameter moves for a comparison whose result is 1.
  Spsa(std::vector<Number> numbers, int iterations, double rate, std::uint64_t seed);

  /// One comparison and the update that follows from it.
  void step(const Compare& compare);

  [[nodiscard]] int done() const { return done_; }
  [[nodiscard]] Point point() const;

 private:
  /// 1 at the end, larger before.
  [[nodiscard]] double decaying_factor(double exponent, double offset) const;

  std::vector<Number> numbers_;
  int iterations_;
  double rate_;
  Random random_;
  int done_ = 0;
};

/// Games between two searches of the same program that differ only in their search parameters. Both search the same
/// number of nodes for each move, so results depend neither on the machine nor on the speed of the search.
template <Rules Base>
class Duel {
 public:
  Duel(std::uint64_t nodes, std::uint64_t seed) : random_(seed) { limits_.nodes = nodes; }

  /// Two games from one opening, with colours reversed: wins minus losses of `a`, -2 to 2.
  int play_pair(const search::Tuning& a, const search::Tuning& b) {
    const Position opening = balanced_opening();
    return play(opening, a, b) - play(opening, b, a);
  }

 private:
  using R = Tuned<Base>;
  using Position = typename Base::Position;
  using Move = typename Base::Move;

  // Centipawns.
  static constexpr int unbalanced_opening = 100;
  static constexpr int clearly_won = 700;
  static constexpr int clear_plies = 8;
  static constexpr int drawn_reversible_plies = 80;
  static constexpr int max_plies = 300;
  static constexpr std::size_t table_bytes = std::size_t{4} << 20;

  struct Player {
    search::TranspositionTable table{table_bytes};
    search::Histories histories;
  };
  struct SearchedMove {
    Move move;
    Score score;
  };

  Position balanced_opening() {
    while (true) {
      const auto position = draw_opening<Base>(random_);
      Player judge;
      History game;
      game.push(R::key(position), false);
      if (std::abs(search_move(position, game, judge).score.raw()) <= unbalanced_opening) return position;
    }
  }

  /// 1 if the first side wins, -1 if the second does, else 0.
  int play(Position position, const search::Tuning& first, const search::Tuning& second) {
    constexpr std::size_t drawn_occurrence = 2;
    Player players[2];
    History game;
    game.push(R::key(position), false);
    int clear = 0;  // consecutive plies with the same side clearly ahead
    for (int ply = 0; ply < max_plies; ++ply) {
      const auto result = R::result(position);
      if (result.outcome == Outcome::win) return sign_of(result.winner);
      if (result.over() || static_cast<std::size_t>(game.earlier_occurrences()) >= drawn_occurrence ||
          game.reversible_plies() >= drawn_reversible_plies)
        return 0;
      const Side side = R::side_to_move(position);
      R::tuning = side == Side::first ? first : second;
      const auto found = search_move(position, game, players[index_of(side)]);
      const int for_first = found.score.raw() * sign_of(side);
      const int sign = for_first > 0 ? 1 : -1;
      clear = std::abs(for_first) < clearly_won ? 0 : clear * sign > 0 ? clear + sign : sign;
      if (std::abs(clear) >= clear_plies) return sign;
      const auto next = R::after(position, found.move);
      game.push(R::key(next), R::is_reversible(position, found.move));
      position = next;
    }
    return 0;
  }

  static int sign_of(Side side) { return side == Side::first ? 1 : -1; }

  SearchedMove search_move(const Position& position, const History& game, Player& player) const {
    const auto moves = legal_moves<R>(position);
    const search::RootPosition<R> root{position, game, {moves.begin(), moves.end()}};
    Score score;
    search::Control control;
    const search::OnLine<Move> on_line = [&](const search::Line<Move>& line) { score = line.score; };
    const auto answer = search::Search<R>(root, limits_, player.table, player.histories, control, on_line).run();
    return {answer.best, score};
  }

  Random random_;
  search::Limits limits_;
};

}  // namespace crownd::training
