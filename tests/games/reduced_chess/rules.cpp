#include "games/reduced_chess/rules.hpp"
#include "games/reduced_chess/moves.hpp"
#include "games/reduced_chess/naive.hpp"
#include "support/catch.hpp"
#include "support/perft_file.hpp"

#include <random>

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

/// A random board; many pieces are in line with a king, so checks and pins are common.
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
Result expected_result(const typename Rules<Words>::Position& position, bool check, bool can_move) {
  if (can_move) return {};
  const Side waiting = opponent(Rules<Words>::side_to_move(position));
  return check ? Result::win(waiting, crownd::reduced_chess::checkmate)
               : Result::draw(crownd::reduced_chess::stalemate);
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
  REQUIRE(R::result(position) == expected_result<Words>(position, check, !expected.empty()));

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

using Moves = std::set<std::string>;

/// One of the sixteen ways to look at a board: mirrored, turned, with colours changed. The rules hold in all of them.
struct View {
  explicit View(unsigned number)
      : transposed((number & 1U) != 0),
        mirrored((number & 2U) != 0),
        upside_down((number & 4U) != 0),
        colours_changed((number & 8U) != 0) {}
  static constexpr unsigned count = 16;

  [[nodiscard]] std::pair<int, int> place(int column, int row, int size) const {
    if (transposed) std::swap(column, row);
    return {mirrored ? size - 1 - column : column, upside_down ? size - 1 - row : row};
  }
  [[nodiscard]] naive::Board of(const naive::Board& board) const {
    naive::Board seen(board.size, board.white_to_move != colours_changed);
    for (int row = 0; row < board.size; ++row)
      for (int column = 0; column < board.size; ++column) {
        const auto [x, y] = place(column, row, board.size);
        const char piece = board.at(column, row);
        seen.at(x, y) = colours_changed ? naive::other_colour(piece) : piece;
      }
    return seen;
  }
  [[nodiscard]] std::string of(const std::string& move, int size) const {
    std::istringstream text(move);
    std::string seen;
    char column = ' ';
    for (int row = 0; text >> column >> row;) {
      const auto [x, y] = place(column - 'a', row - 1, size);
      seen += naive::name(x, y);
    }
    return seen;
  }

  bool transposed, mirrored, upside_down, colours_changed;
};

std::string verdict(bool check, bool can_move) {
  if (can_move) return check ? "check" : "none";
  return check ? "checkmate" : "stalemate";
}

template <std::size_t Words>
void check_engine(const naive::Board& board, const Moves& expected, const std::string& expected_verdict) {
  using R = Rules<Words>;
  if (board.size > static_cast<int>(reduced_chess::stride<Words>)) return;
  INFO("at a width of " << Words);
  const auto position = R::parse_position(naive::text_of(board));
  Moves found;
  for (const auto& move : legal_moves<R>(position)) found.insert(R::format_move(position, move));
  CHECK(found == expected);
  CHECK(verdict(R::in_check(position), R::has_moves(position)) == expected_verdict);
  CHECK(R::result(position) == expected_result<Words>(position, R::in_check(position), !expected.empty()));
}

void check_naive(const naive::Board& board, const Moves& expected, const std::string& expected_verdict) {
  Moves found;
  for (const auto& play : naive::legal_moves(board)) found.insert(play.text);
  CHECK(found == expected);
  CHECK(verdict(naive::in_check(board, board.white_to_move), !found.empty()) == expected_verdict);
}

TEST_CASE("Every line of verdicts.txt is right for the engine and the naive generator, in all views",
          "[reduced-chess]") {
  std::set<int> sizes;
  Moves boards;
  for (const auto& fields : testing::read_fields(CROWND_SOURCE_DIR "/tests/games/reduced_chess/verdicts.txt")) {
    REQUIRE(fields.size() == 4);
    const auto board = naive::board_of(fields[1]);
    sizes.insert(board.size);
    CHECK(boards.insert(fields[1]).second);
    for (unsigned number = 0; number < View::count; ++number) {
      const View view(number);
      const auto seen = view.of(board);
      INFO(fields[0] << ": " << fields[1] << " seen as " << naive::text_of(seen));
      Moves expected;
      std::istringstream words(fields[2]);
      for (std::string move; words >> move;) expected.insert(view.of(move, board.size));
      check_naive(seen, expected, fields[3]);
      check_engine<1>(seen, expected, fields[3]);
      check_engine<2>(seen, expected, fields[3]);
      check_engine<4>(seen, expected, fields[3]);
      check_engine<11>(seen, expected, fields[3]);
    }
  }
  CHECK(sizes.size() == 25);
  CHECK(boards.size() > 100);
}

using crownd::testing::check_perft_file;

const std::string folder = std::string(CROWND_SOURCE_DIR) + "/tests/games/reduced_chess/";

TEST_CASE("Reduced chess: perft counts of other programs", "[reduced-chess][perft]") {
  SECTION("up to 8x8") { check_perft_file<Rules<1>>(folder + "perft_1.txt", 10'000'000); }
  SECTION("up to 11x11") { check_perft_file<Rules<2>>(folder + "perft_2.txt", 20'000'000); }
  SECTION("up to 26x26") { check_perft_file<Rules<11>>(folder + "perft_11.txt"); }
}

}  // namespace

namespace crownd::reduced_chess {
namespace {

/// Random pieces, on boards of all sizes that the width holds, from nearly empty to nearly full: what all see at once
/// equals the union of each.
template <std::size_t Words>
void check_random_boards() {
  constexpr int row = static_cast<int>(stride<Words>);
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto& board = geometry<Words>.boards[2 + random() % (stride<Words> - 1)];
    const auto full = 1 + random() % 20;
    SquareSet<Words> occupied, sliders, open;
    board.for_each([&](unsigned square) {
      if (random() % 20 < full) occupied.add(square);
      if (occupied.has(square) && random() % 3 == 0) sliders.add(square);
      if (random() % 2 == 0) open.add(square);
    });
    const auto& ring = geometry<Words>.king_steps[random() % square_count<Words>];
    const auto same = [](const Seen<Words>& all, const Seen<Words>& each) {
      CHECK(all.squares == each.squares);
      CHECK(all.mobility == each.mobility);
      CHECK(all.king_zone_attacks == each.king_zone_attacks);
    };
    INFO("round " << round << ", width " << Words);
    same(seen_by_all<1, -1, row, -row>(sliders, occupied, open, ring),
         seen_one_by_one(sliders, open, ring, [&](unsigned at) { return rook_sight<Words>(at, occupied); }));
    same(seen_by_all<row + 1, row - 1, -row + 1, -row - 1>(sliders, occupied, open, ring),
         seen_one_by_one(sliders, open, ring, [&](unsigned at) { return bishop_sight<Words>(at, occupied); }));
  }
}

TEST_CASE("the attacks of all sliders at once equal those of each, and no square is counted twice") {
  check_random_boards<1>();
  check_random_boards<2>();
  check_random_boards<4>();
  check_random_boards<11>();
}

}  // namespace
}  // namespace crownd::reduced_chess
