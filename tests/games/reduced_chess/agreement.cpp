#include "games/reduced_chess/naive.hpp"
#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <random>
#include <set>
#include <string>

namespace {

using namespace crownd;
using reduced_chess::Rules;
namespace naive = crownd::testing::naive_chess;

/// The same numbers on every machine, unlike the standard library's distributions.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}
  int below(int limit) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(limit)); }

 private:
  std::mt19937_64 bits_;
};

/// A random board; many pieces stand in line with a king, so that checks and pins are common.
naive::Board random_board(Dice& dice, int size) {
  naive::Board board(size, dice.below(2) == 0);
  const auto put_king = [&](char king) {
    for (;;) {
      const int x = dice.below(size), y = dice.below(size);
      if (board.at(x, y) != '.') continue;
      board.at(x, y) = king;
      return std::pair{x, y};
    }
  };
  const std::pair<int, int> kings[] = {put_king('K'), put_king('k')};
  const int crowding = dice.below(4);  // from a handful to half of the board
  const int pieces =
      crowding == 0 ? dice.below(5) : dice.below(1 + size * crowding) + (crowding == 3 ? size * size / 4 : 0);
  for (int i = 0; i < pieces; ++i) {
    int x = dice.below(size), y = dice.below(size);
    if (dice.below(2) == 0) {
      const auto [kx, ky] = kings[dice.below(2)];
      const int distance = 1 + dice.below(size - 1);
      x = kx + (dice.below(3) - 1) * distance;
      y = ky + (dice.below(3) - 1) * distance;
    }
    if (board.inside(x, y) && board.at(x, y) == '.') board.at(x, y) = "RrBb"[dice.below(4)];
  }
  return board;
}

template <std::size_t Words>
void compare(const naive::Board& board) {
  using R = Rules<Words>;
  const auto position = R::parse_position(naive::text_of(board));
  INFO(naive::text_of(board) << " at a width of " << Words);

  std::set<std::string> expected, found;
  for (const auto& play : naive::legal_moves(board)) expected.insert(play.text);
  const auto moves = legal_moves<R>(position);
  for (const auto& move : moves) found.insert(R::format_move(position, move));
  REQUIRE(found == expected);
  REQUIRE(moves.size() == found.size());
  REQUIRE(R::count_moves(position) == expected.size());
  REQUIRE(R::has_moves(position) == !expected.empty());

  const bool check = naive::in_check(board, board.white_to_move);
  REQUIRE(R::in_check(position) == check);
  const Side waiting = opponent(R::side_to_move(position));
  const Result result = !expected.empty() ? Result{}
                        : check           ? Result::win(waiting, crownd::reduced_chess::checkmate)
                                          : Result::draw(crownd::reduced_chess::stalemate);
  REQUIRE(R::result(position) == result);

  std::size_t captures = 0;
  for (const auto& move : moves) captures += R::is_reversible(position, move) ? 0 : 1;
  MovesOf<R> noisy;
  R::noisy_moves(position, noisy);
  REQUIRE(noisy.size() == captures);
  for (const auto& move : noisy) REQUIRE(!R::is_reversible(position, move));
}

template <std::size_t Words>
void compare_play(const naive::Board& board, const naive::Play& play) {
  using R = Rules<Words>;
  const auto position = R::parse_position(naive::text_of(board));
  const auto next = R::after(position, R::read_move(position, play.text));
  INFO(naive::text_of(board) << ' ' << play.text);
  // The hash key is compared too: `after` updates it incrementally, parsing computes it from scratch.
  REQUIRE(next == R::parse_position(naive::text_of(naive::made(board, play.column, play.row, play.x, play.y))));
}

template <std::size_t Words>
void compare_boards(int positions, int smallest, int largest, std::uint64_t seed) {
  Dice dice(seed);
  for (int i = 0; i < positions; ++i) {
    naive::Board board = random_board(dice, smallest + dice.below(largest - smallest + 1));
    compare<Words>(board);
    const auto plays = naive::legal_moves(board);
    if (!plays.empty())
      compare_play<Words>(board, plays[static_cast<std::size_t>(dice.below(static_cast<int>(plays.size())))]);
  }
}

TEST_CASE("Moves, checks and results are those of a naive generator", "[reduced-chess]") {
  SECTION("up to 8x8") { compare_boards<1>(14'000, 2, 8, 1); }
  SECTION("up to 11x11") { compare_boards<2>(5'000, 2, 11, 2); }
  SECTION("up to 16x16") { compare_boards<4>(3'000, 2, 16, 3); }
  SECTION("up to 26x26") { compare_boards<11>(1'500, 2, 26, 4); }
  SECTION("the largest") { compare_boards<11>(100, 26, 26, 5); }
}

TEST_CASE("All widths agree on a small board", "[reduced-chess]") {
  Dice dice(6);
  constexpr int positions = 2'000;
  for (int i = 0; i < positions; ++i) {
    const std::string text = naive::text_of(random_board(dice, 2 + dice.below(7)));
    INFO(text);
    const auto one = Rules<1>::parse_position(text);
    const auto two = Rules<2>::parse_position(text);
    const auto four = Rules<4>::parse_position(text);
    const auto eleven = Rules<11>::parse_position(text);
    for (const auto key : {Rules<2>::key(two), Rules<4>::key(four), Rules<11>::key(eleven)})
      REQUIRE(key == Rules<1>::key(one));
    for (const auto& written :
         {Rules<2>::format_position(two), Rules<4>::format_position(four), Rules<11>::format_position(eleven)})
      REQUIRE(written == Rules<1>::format_position(one));
    for (const auto score : {Rules<2>::evaluate(two), Rules<4>::evaluate(four), Rules<11>::evaluate(eleven)})
      REQUIRE(score == Rules<1>::evaluate(one));
    for (const auto count : {Rules<2>::count_moves(two), Rules<4>::count_moves(four), Rules<11>::count_moves(eleven)})
      REQUIRE(count == Rules<1>::count_moves(one));
  }
}

TEST_CASE("Every width starts from the example of the specification", "[reduced-chess]") {
  const std::string text = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";
  CHECK(Rules<1>::format_position(Rules<1>::start()) == text);
  CHECK(Rules<2>::format_position(Rules<2>::start()) == text);
  CHECK(Rules<4>::format_position(Rules<4>::start()) == text);
  CHECK(Rules<11>::format_position(Rules<11>::start()) == text);
}

}  // namespace
