#include "games/stupid/rules.hpp"

#include "games/stupid/naive.hpp"
#include "games/stupid/positions.hpp"
#include "support/catch.hpp"
#include "support/check_position.hpp"
#include "support/perft_file.hpp"

using namespace crownd;
using Stupid = crownd::stupid::Rules;
using stupid::Position;
using stupid_test::board;
using stupid_test::NaiveBoard;

namespace {

bool agrees_with_naive(const Position& position) {
  const auto expected = naive_moves(NaiveBoard(Stupid::format_position(position)));
  const auto moves = legal_moves<Stupid>(position);
  if (moves.size() != expected.size()) return false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto after = Stupid::after(position, moves[i]);
    const auto stands = [&](std::size_t square, Side side) {
      return (after.pieces[static_cast<std::size_t>(side)] >> square & 1) != 0;
    };
    for (std::size_t square = 0; square < 64; ++square) {
      const char piece = expected[i].after.squares[square];
      if (stands(square, Side::first) != (piece == 'r') || stands(square, Side::second) != (piece == 'b')) return false;
    }
    if (moves[i].from != expected[i].from || moves[i].to != expected[i].to || after.to_move == position.to_move)
      return false;
  }
  return true;
}

Position read(const std::vector<std::string>& pieces, const std::string& side) {
  return Stupid::parse_position(board(pieces) + " " + side);
}

}  // namespace

TEST_CASE("stupid checkers: perft counts") {
  testing::check_perft_file<Stupid>(CROWND_SOURCE_DIR "/tests/games/stupid/perft.txt");
}

TEST_CASE("stupid checkers: moves equal those of a naive generator, in the order of the squares") {
  for (const auto& position : stupid_test::random_positions(20'000, 1)) {
    INFO(Stupid::format_position(position));
    REQUIRE(agrees_with_naive(position));
  }
}

TEST_CASE("stupid checkers: texts are read as written, and the fast queries agree with the list of moves") {
  for (const auto& position : stupid_test::random_positions(1'000, 3))
    testing::check_position<Stupid>(position, [&](auto move) { return !Stupid::is_reversible(position, move); });
}

TEST_CASE("stupid checkers: the maximum number of moves") {
  Position position;
  position.pieces = {0xFFFFFFFF, 0xFFFFFFFF00000000};
  CHECK(legal_moves<Stupid>(position).size() == Stupid::max_moves);
}

TEST_CASE("stupid checkers: a side without pieces has lost, whoever is to move") {
  const auto result = [](const std::string& piece, const std::string& side) {
    return Stupid::result(read({piece}, side));
  };
  CHECK(result("A1r", "r") == Result::win(Side::first, crownd::stupid::no_pieces));
  CHECK(result("A1r", "b") == Result::win(Side::first, crownd::stupid::no_pieces));
  CHECK(result("A1b", "r") == Result::win(Side::second, crownd::stupid::no_pieces));
  CHECK(result("A1b", "b") == Result::win(Side::second, crownd::stupid::no_pieces));
  CHECK(Stupid::result(Stupid::start()) == Result{});
}

TEST_CASE("stupid checkers: a pass changes the side to move and nothing else, and is never listed") {
  const auto position = Stupid::start();
  const auto next = Stupid::after(position, stupid::pass);
  CHECK(next.pieces == position.pieces);
  CHECK(next.to_move == Side::second);
  CHECK(Stupid::after(next, stupid::pass) == position);
  CHECK(Stupid::is_reversible(position, stupid::pass));
  const auto moves = legal_moves<Stupid>(position);
  CHECK(std::find(moves.begin(), moves.end(), stupid::pass) == moves.end());
}

TEST_CASE("stupid checkers: the key distinguishes sides, squares and the side to move, and nothing else") {
  std::set<std::uint64_t> keys;
  for (const std::string piece : {"A1r", "A1b", "H8r", "H8b", "B1r"})
    for (const std::string side : {"r", "b"}) keys.insert(Stupid::key(read({piece, "D4r"}, side)));
  CHECK(keys.size() == 10);
  const auto position = read({"A1r", "H8b"}, "r");
  auto returned = position;
  for (const std::string move : {"A1B1", "H8G8", "B1A1", "G8H8"})
    returned = Stupid::after(returned, Stupid::read_move(returned, move));
  CHECK(Stupid::key(returned) == Stupid::key(position));
}
