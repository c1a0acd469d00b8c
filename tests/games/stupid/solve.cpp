#include "games/stupid/positions.hpp"
#include "games/stupid/rules.hpp"
#include "support/catch.hpp"

using namespace crownd;
using Stupid = crownd::stupid::Rules;
using stupid::Position;

namespace {

/// The result of a position for its side to move, by retrograde analysis.
struct Truth {
  int plies;  ///< to the end of the game
  bool win;
};

/// Stupid checkers on a board of a few cells, solved backwards from the finished positions. A position is a number: the
/// contents of the cells in base 3 (1 first, 2 second side), times two, plus the side to move.
class SmallBoard {
 public:
  explicit SmallBoard(std::size_t cells, bool passing) : cells_(cells), passing_(passing) {
    std::size_t boards = 1;
    for (std::size_t i = 0; i < cells; ++i) boards *= 3;
    truths_.resize(boards * 2);
    for (int plies = 0; settle(plies); ++plies) {
    }
  }

  /// Compares the closed form for positions of these cells, placed on the large board, with the solution. Returns
  /// the number of positions compared.
  std::size_t compare() const {
    std::size_t compared = 0;
    for (std::size_t number = 2; number < truths_.size(); ++number) {
      const auto score = Stupid::solve(position_of(number));
      const auto& truth = truths_[number];
      const bool right =
          truth && score.is_win() == truth->win && score.is_decided() && score.plies_to_end() == truth->plies;
      INFO(Stupid::format_position(position_of(number)));
      REQUIRE(right);
      ++compared;
    }
    return compared;
  }

 private:
  using Cells = std::vector<int>;

  Cells cells_of(std::size_t number) const {
    Cells cells;
    for (std::size_t rest = number / 2; cells.size() < cells_; rest /= 3) cells.push_back(static_cast<int>(rest % 3));
    return cells;
  }
  static std::size_t number_of(const Cells& cells, int mover) {
    std::size_t number = 0;
    for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell)
      number = number * 3 + static_cast<std::size_t>(*cell);
    return number * 2 + static_cast<std::size_t>(mover - 1);
  }
  Position position_of(std::size_t number) const {
    Position position;
    const auto cells = cells_of(number);
    for (std::size_t i = 0; i < cells_; ++i)
      if (cells[i] != 0)
        position.pieces[static_cast<std::size_t>(cells[i] - 1)] |= stupid::bit(static_cast<stupid::Square>(7 * i));
    position.to_move = number % 2 == 0 ? Side::first : Side::second;
    return position;
  }

  std::vector<std::size_t> successors(const Cells& cells, int mover) const {
    std::vector<std::size_t> after;
    if (passing_) after.push_back(number_of(cells, 3 - mover));
    for (std::size_t from = 0; from < cells_; ++from)
      for (std::size_t to = 0; to < cells_; ++to) {
        if (cells[from] != mover || cells[to] == mover) continue;
        auto next = cells;
        next[from] = 0;
        next[to] = mover;
        after.push_back(number_of(next, 3 - mover));
      }
    return after;
  }

  /// The solution of a position, if it ends in exactly `plies` given the known successors.
  std::optional<Truth> find(std::size_t number, int plies) const {
    const auto cells = cells_of(number);
    const int mover = static_cast<int>(number % 2) + 1;
    const auto count = [&](int side) { return std::count(cells.begin(), cells.end(), side); };
    if (count(mover) == 0) return Truth{0, false};
    if (count(3 - mover) == 0) return Truth{0, true};
    bool all_lose = true;
    for (const auto next : successors(cells, mover)) {
      const auto& truth = truths_[next];
      if (truth && !truth->win && truth->plies < plies) return Truth{plies, true};
      all_lose = all_lose && truth && truth->win && truth->plies < plies;
    }
    if (all_lose) return Truth{plies, false};
    return std::nullopt;
  }

  /// Finds all positions that end in `plies`; false if there are none.
  bool settle(int plies) {
    std::vector<std::pair<std::size_t, Truth>> found;
    for (std::size_t number = 0; number < truths_.size(); ++number)
      if (!truths_[number])
        if (const auto truth = find(number, plies); truth && truth->plies == plies) found.emplace_back(number, *truth);
    for (const auto& [number, truth] : found) truths_[number] = truth;
    return !found.empty();
  }

  std::size_t cells_;
  bool passing_;
  std::vector<std::optional<Truth>> truths_;
};

/// The score by full minimax of `plies` plies with the real rules; a draw if no line ends the game.
Score searched(const Position& position, int plies) {
  const auto result = Stupid::result(position);
  if (result.over()) return result.winner == position.to_move ? Score::win_in(0) : Score::loss_in(0);
  if (plies == 0) return Score::draw();
  auto best = -Score::infinity();
  for (const auto move : legal_moves<Stupid>(position)) {
    const auto score = -searched(Stupid::after(position, move), plies - 1);
    const auto here = score.is_win()    ? Score::win_in(score.plies_to_end() + 1)
                      : score.is_loss() ? Score::loss_in(score.plies_to_end() + 1)
                                        : score;
    best = std::max(best, here);
  }
  return best;
}

}  // namespace

TEST_CASE("stupid checkers: the closed form is the truth on small boards, with and without passing") {
  const std::size_t cells = GENERATE(2U, 3U, 4U, 6U);
  std::size_t boards = 1;
  for (std::size_t i = 0; i < cells; ++i) boards *= 3;
  CHECK(SmallBoard(cells, false).compare() == 2 * boards - 2);
  CHECK(SmallBoard(cells, true).compare() == 2 * boards - 2);
}

TEST_CASE("stupid checkers: the closed form is what an exhaustive search of the real board finds") {
  std::mt19937 random(5);
  const auto check = [&](int own, int enemies, int plies) {
    auto position = stupid_test::random_position(own, enemies, random);
    position.to_move = Side::first;
    INFO(Stupid::format_position(position));
    CHECK(Stupid::solve(position).plies_to_end() == plies);
    CHECK(searched(position, plies) == Stupid::solve(position));
    CHECK(searched(position, plies - 1) == Score::draw());
  };
  check(1, 1, 1);
  check(5, 1, 1);
  check(1, 2, 2);
  check(1, 9, 2);
  check(2, 2, 3);
  check(3, 2, 3);
}

TEST_CASE("stupid checkers: every move from a position leads to a score that agrees with the position's") {
  for (const auto& position : stupid_test::random_positions(2'000, 6)) {
    const auto moves = legal_moves<Stupid>(position);
    if (moves.empty()) continue;
    const auto score = Stupid::solve(position);
    const int plies = score.plies_to_end();
    bool right = score.is_decided();
    int fastest = 1000;
    for (const auto move : moves) {
      const auto reply = Stupid::solve(Stupid::after(position, move));
      if (score.is_win() && reply.is_loss()) fastest = std::min(fastest, reply.plies_to_end() + 1);
      if (score.is_loss()) right = right && reply.is_win() && reply.plies_to_end() + 1 == plies;
      if (score.is_win() && !Stupid::is_reversible(position, move))
        right = right && reply.is_loss() && reply.plies_to_end() + 1 == plies;
    }
    if (score.is_win()) right = right && fastest == plies;
    INFO(Stupid::format_position(position));
    REQUIRE(right);
  }
}

TEST_CASE("stupid checkers: r wins from the start in twelve moves, and loses after a pass") {
  CHECK(Stupid::solve(Stupid::start()) == Score::win_in(23));
  CHECK(Stupid::solve(Stupid::after(Stupid::start(), stupid::pass)) == Score::win_in(23));
  const auto finished = [](const std::string& side) {
    return Stupid::solve(Stupid::parse_position(stupid_test::board({"A1r"}) + " " + side));
  };
  CHECK(finished("r") == Score::win_in(0));
  CHECK(finished("b") == Score::loss_in(0));
}

TEST_CASE("stupid checkers: the evaluation is good exactly where the position is won") {
  for (const auto& position : stupid_test::random_positions(2'000, 7)) {
    const auto score = Stupid::evaluate(position);
    const bool agrees =
        !score.is_decided() && (score > Score::draw()) == Stupid::solve(position).is_win() && score != Score::draw();
    INFO(Stupid::format_position(position));
    REQUIRE(agrees);
  }
}
