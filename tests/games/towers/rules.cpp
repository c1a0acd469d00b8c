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

namespace {

std::set<std::string> move_texts(const std::string& position_text) {
  const auto position = Towers::parse_position(position_text);
  std::set<std::string> texts;
  for (const auto move : legal_moves<Towers>(position)) texts.insert(Towers::format_move(position, move));
  return texts;
}

std::string played(const std::string& position_text, const std::string& move) {
  const auto position = Towers::parse_position(position_text);
  return Towers::format_position(Towers::after(position, Towers::read_move(position, move)));
}

}  // namespace

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

TEST_CASE("towers: a capture is never mandatory and takes one piece only") {
  const auto position = board("D5b E4w G2w", 'b');
  CHECK(move_texts(position) == std::set<std::string>{"D5-C4", "D5-F3"});
  CHECK(played(position, "D5-F3") == board("F3b G2w", 'w'));
}

TEST_CASE("towers: men move and capture forward only, towers both ways") {
  CHECK(move_texts(board("D5b E6w E4w", 'b')) == std::set<std::string>{"D5-C4", "D5-F3"});
  CHECK(move_texts(board("D5w E6b E4b", 'w')) == std::set<std::string>{"D5-C6", "D5-F7"});
  CHECK(move_texts(board("D5B E6w E4w", 'b')) == std::set<std::string>{"D5-C4", "D5-C6", "D5-F3", "D5-F7"});
}

TEST_CASE("towers: nothing jumps over its own side, over two pieces in a row, or off the board") {
  CHECK(move_texts(board("D5B E4b F3b E6w F7w C6w B7w C4w B3w", 'b')) ==
        std::set<std::string>{"E4-D3", "F3-E2", "F3-G2"});
  CHECK(move_texts(board("B5B A4w A6w", 'b')) == std::set<std::string>{"B5-C4", "B5-C6"});
}

TEST_CASE("towers: a piece that reaches the far row becomes a tower, by step or by jump") {
  CHECK(played(board("A2b H7w", 'b'), "A2-B1") == board("B1B H7w", 'w'));
  CHECK(played(board("B3b C2w H7w", 'b'), "B3-D1") == board("D1B H7w", 'w'));
  CHECK(played(board("B7w A2b", 'w'), "B7-A8") == board("A8W A2b", 'b'));
  CHECK(played(board("B7w A2b", 'w'), "B7-C8") == board("C8W A2b", 'b'));
  CHECK(played(board("B3b H7w", 'b'), "B3-A2") == board("A2b H7w", 'w'));
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
  const auto text = board("B1B", 'b');
  const auto position = Towers::parse_position(text);
  CHECK(Towers::result(position) == Result{});
  CHECK(move_texts(text) == std::set<std::string>{"B1-A2", "B1-C2"});
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
