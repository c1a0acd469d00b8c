#include "games/towers/rules.hpp"

#include "games/random_positions.hpp"
#include "games/towers/naive.hpp"
#include "games/towers/positions.hpp"
#include "support/catch.hpp"
#include "support/check_position.hpp"
#include "support/perft_file.hpp"

using namespace crownd;
using Towers = crownd::towers::Rules;
using towers_test::board;
using towers_test::naive_moves;
using towers_test::NaiveBoard;
using towers_test::NaiveMove;

TEST_CASE("towers: perft counts") {
  testing::check_perft_file<Towers>(CROWND_SOURCE_DIR "/tests/games/towers/perft.txt");
}

TEST_CASE("towers: moves equal those of a naive generator") {
  for (const auto& position : testing::sample<Towers>(3'400, 1)) {
    const auto text = Towers::format_position(position);
    const auto moves = legal_moves<Towers>(position);
    auto expected = naive_moves(NaiveBoard(text));
    std::vector<NaiveMove> found;
    for (const auto move : moves)
      found.push_back({Towers::format_move(position, move), move.is_capture(),
                       Towers::format_position(Towers::after(position, move))});
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    INFO(text);
    REQUIRE(found == expected);
  }
}

TEST_CASE("towers: texts are read as written, and the fast queries agree with the list of moves") {
  for (const auto& position : testing::sample<Towers>(1'100, 2))
    testing::check_position<Towers>(position, [](auto move) { return move.is_capture(); });
}

TEST_CASE("towers: the key distinguishes the side to move, the kind and the place of a piece") {
  std::set<std::uint64_t> keys;
  for (const std::string piece : {"D5b", "D5B", "D5w", "D5W", "E4b", "E4B", "E4w", "E4W"})
    for (const char side : {'b', 'w'}) keys.insert(Towers::key(Towers::parse_position(board(piece, side))));
  CHECK(keys.size() == 16);
}

TEST_CASE("towers: the side to move without an action loses") {
  const auto result = [](const std::string& text) { return Towers::result(Towers::parse_position(text)); };
  CHECK(result(board("D5b", 'w')) == Result::win(Side::first, crownd::draughts_family::no_pieces));
  CHECK(result(board("D5w", 'b')) == Result::win(Side::second, crownd::draughts_family::no_pieces));
  CHECK(result(board("A6w B7b C8b", 'w')) == Result::win(Side::first, crownd::draughts_family::no_moves));
  CHECK(result(board("H3b G2W F1W", 'b')) == Result::win(Side::second, crownd::draughts_family::no_moves));
  CHECK(result(board("A6w B7b", 'w')) == Result{});
}

TEST_CASE("towers: a side to move whose enemy has no pieces plays on") {
  const auto position = Towers::parse_position(board("B1B", 'b'));
  CHECK(Towers::result(position) == Result{});
  CHECK(legal_moves<Towers>(position).size() == 2);
  const auto next = Towers::after(position, Towers::read_move(position, "B1-A2"));
  CHECK(Towers::result(next) == Result::win(Side::first, crownd::draughts_family::no_pieces));
}

TEST_CASE("towers: only a tower's step is reversible") {
  const auto position = Towers::parse_position(board("D5B F5b E4w", 'b'));
  const auto reversible = [&](const std::string& move) {
    return Towers::is_reversible(position, Towers::read_move(position, move));
  };
  CHECK(reversible("D5-C4"));
  CHECK_FALSE(reversible("D5-F3"));
  CHECK_FALSE(reversible("F5-G4"));
}
