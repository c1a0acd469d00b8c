#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"

#include <numeric>
#include <random>

using namespace crownd;
using Towers = crownd::towers::Rules;
using towers_test::board;

namespace {

Score evaluated(const std::string& text) { return Towers::evaluate(Towers::parse_position(text)); }

}  // namespace

TEST_CASE("towers: the evaluation has the right signs") {
  CHECK(std::abs(Towers::evaluate(Towers::start()).raw()) < 50);  // half a man: what it means to be the one to move
  CHECK(evaluated(board("D5b F5b D3w", 'b')) > Score::draw());
  CHECK(evaluated(board("D5b F5b D3w", 'w')) < Score::draw());
  const std::string others = " F7b H7b A8b C8b G8b B1w D1w F1w C2w G2w D3w";
  CHECK(evaluated(board("D5B" + others, 'b')) > evaluated(board("D5b" + others, 'b')));
  // The side ahead gains by exchanges and by advancing.
  CHECK(evaluated(board("D5B F5B D3W", 'b')) > evaluated(board("D5B F5B A8B D3W H1W", 'b')));
  CHECK(evaluated(board("D5B F5B D3W", 'b')) > evaluated(board("A8B C8B G2W", 'b')));
}

TEST_CASE("towers: a tower is worth half a man more than a man, and seldom no more") {
  constexpr int boards = 300;
  constexpr std::size_t last_row = 4;
  std::mt19937 random(3);
  int sum = 0, gained = 0;
  for (int i = 0; i < boards; ++i) {
    std::vector<std::size_t> squares(32 - 2 * last_row);
    std::iota(squares.begin(), squares.end(), last_row);
    for (std::size_t left = squares.size(); left > 1; --left) std::swap(squares[left - 1], squares[random() % left]);
    const std::size_t men = 3 + random() % 6;
    std::string text = std::string(32, '.') + ":b";
    for (std::size_t k = 0; k < 2 * men; ++k) text[squares[k]] = k < men ? 'b' : 'w';
    const int before = evaluated(text).raw();
    text[squares[0]] = 'B';
    const int gain = evaluated(text).raw() - before;
    sum += gain;
    gained += gain > 0;
  }
  CHECK(sum / boards > 50);
  CHECK(gained > boards * 8 / 10);
}

TEST_CASE("towers: captures and new towers have positive order hints") {
  const auto hint = [](const std::string& text, const std::string& move) {
    const auto position = Towers::parse_position(text);
    return Towers::order_hint(position, Towers::read_move(position, move));
  };
  CHECK(hint(board("D5b E4w", 'b'), "D5-C4") == 0);
  CHECK(hint(board("D5b E4w", 'b'), "D5-F3") > 0);
  CHECK(hint(board("D5b E4W", 'b'), "D5-F3") > hint(board("D5b E4w", 'b'), "D5-F3"));
  CHECK(hint(board("A2b E4W", 'b'), "A2-B1") > 0);
  CHECK(hint(board("A2B E4W", 'b'), "A2-B1") == 0);
  CHECK(hint(board("B3b C2w", 'b'), "B3-D1") > hint(board("D5b E4w", 'b'), "D5-F3"));
}
