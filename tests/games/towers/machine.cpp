#include "core/bad_input.hpp"
#include "games/towers/naive.hpp"
#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "search/minimax.hpp"
#include "support/catch.hpp"

#include <climits>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

using namespace crownd;
using towers::Position;
using Towers = crownd::towers::Rules;
using towers_test::naive_moves;
using towers_test::NaiveBoard;

namespace {

constexpr int machine_depth = 3;

search::MinimaxResult<Towers> machine_choice(const Position& position, int depth) {
  search::Control control;
  return search::Minimax<Towers>(control).choose(position, depth);
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(CROWND_SOURCE_DIR "/tests/games/towers/batch/" + path);
  REQUIRE(file.is_open());
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  REQUIRE(!lines.empty());
  return lines;
}

/// One action as written in a batch output.
struct Told {
  std::string action;
  bool computed;
  int cost;
  std::vector<std::string> picture;
};

std::vector<Told> actions_in(const std::vector<std::string>& output) {
  std::vector<Told> actions;
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (output[i].find("ACTION #") == std::string::npos) continue;
    Told told;
    told.action = output[i].substr(output[i].find(": ") + 2);
    told.computed = output[i].rfind("*** ", 0) == 0;
    told.cost = std::stoi(output.at(i + 1).substr(std::string("BOARD COST: ").size()));
    for (std::size_t line = i + 2; line < i + 20; ++line) told.picture.push_back(output.at(line));
    actions.push_back(told);
  }
  return actions;
}

/// Replays a recorded game, and checks every board, cost and computed action. Returns the final position.
Position replay(const std::string& name, int& computed) {
  auto position = Towers::start();
  for (const auto& told : actions_in(lines_of(name + ".out"))) {
    INFO(name << ": " << told.action);
    const auto move = Towers::read_move(position, told.action);
    CHECK(Towers::format_move(position, move) == told.action);
    if (told.computed) {
      const auto choice = machine_choice(position, machine_depth);
      REQUIRE(choice.best.has_value());
      CHECK(Towers::format_move(position, *choice.best) == told.action);
      CHECK(choice.complete);
      ++computed;
    }
    position = Towers::after(position, move);
    CHECK(Towers::leaf_cost(position) == told.cost);
    CHECK(Towers::picture(position) == told.picture);
  }
  return position;
}

/// The specification's minimax, literally, on the naive board.
int naive_cost(const NaiveBoard& board) {
  static const std::map<char, int> worth{{'b', 1}, {'B', 3}, {'w', -1}, {'W', -3}, {'.', 0}};
  int cost = 0;
  for (const auto& row : board.rows)
    for (const char letter : row) cost += worth.at(letter);
  return cost;
}

std::pair<std::string, int> naive_choice(const NaiveBoard& board, int depth) {
  const auto moves = naive_moves(board);
  const bool black = board.side == 'b';
  if (moves.empty()) return {"", black ? INT_MIN : INT_MAX};
  if (depth == 0) return {"", naive_cost(board)};
  // The naive generator's order is NW NE SW SE; the machine player's is NE SE SW NW.
  std::map<std::pair<int, int>, std::pair<std::string, int>> ordered;
  for (const auto& move : moves) {
    const auto place = [](char column, char row) { return (row - '1') * 8 + (column - 'A'); };
    const bool east = move.text[3] > move.text[0];
    const bool north = move.text[4] < move.text[1];
    const int direction = east ? (north ? 0 : 1) : (north ? 3 : 2);
    ordered[{place(move.text[0], move.text[1]), direction}] = {move.text,
                                                               naive_choice(NaiveBoard(move.after), depth - 1).second};
  }
  auto best = ordered.begin()->second;
  for (const auto& [where, candidate] : ordered)
    if (black ? candidate.second > best.second : candidate.second < best.second) best = candidate;
  return best;
}

}  // namespace

TEST_CASE("towers: the machine player makes every computed action of the recorded games") {
  int computed = 0;
  for (const std::string name :
       {"official/test0", "official/test1", "official/test2", "official/test3", "official/test4"})
    CHECK_FALSE(Towers::result(replay(name, computed)).over());
  CHECK(Towers::result(replay("student/long_black_win_A", computed)) ==
        Result::win(Side::first, crownd::draughts_family::no_moves));
  CHECK(Towers::result(replay("student/long_black_win_noCommand", computed)) ==
        Result::win(Side::first, crownd::draughts_family::no_moves));
  CHECK(Towers::result(replay("student/long_white_win", computed)) ==
        Result::win(Side::second, crownd::draughts_family::no_pieces));
  CHECK(computed == 22);
}

TEST_CASE("towers: a recorded error is the refusal with the word that stands for it") {
  const std::vector<std::pair<std::string, std::string>> errors{{"official/test5", "source-outside"},
                                                                {"official/test6", "target-occupied"},
                                                                {"official/test7", "not-your-piece"},
                                                                {"official/test8", "illegal"}};
  for (const auto& [name, word] : errors) {
    INFO(name);
    int computed = 0;
    const auto position = replay(name, computed);
    const auto played = actions_in(lines_of(name + ".out")).size();
    const auto wrong = lines_of(name + ".in").at(played);
    try {
      (void)Towers::read_move(position, wrong);
      FAIL(wrong << " was accepted");
    } catch (const BadInput& bad) {
      CHECK(std::string(bad.what()).rfind(word + ":", 0) == 0);
    }
  }
}

TEST_CASE("towers: the machine player is the plain minimax of the specification") {
  for (const auto& position : towers_test::random_positions(300, 6)) {
    const auto text = Towers::format_position(position);
    for (int depth = 1; depth <= machine_depth; ++depth) {
      const auto [move, cost] = naive_choice(NaiveBoard(text), depth);
      const auto choice = machine_choice(position, depth);
      const auto chosen = choice.best ? Towers::format_move(position, *choice.best) : std::string();
      if (chosen != move || choice.cost != cost) FAIL(text << " depth " << depth << ": " << chosen << " for " << move);
    }
  }
}

TEST_CASE("towers: the machine player tries the legal moves, cells row by row, clockwise from north-east") {
  const auto position = Towers::parse_position(towers_test::board("G2b D5B E6w C4w H7b", 'b'));
  Towers::Moves moves;
  Towers::machine_moves(position, moves);
  std::vector<std::string> texts;
  for (const auto move : moves) texts.push_back(Towers::format_move(position, move));
  CHECK(texts == std::vector<std::string>{"G2-H1", "G2-F1", "D5-E4", "D5-F7", "D5-C6", "D5-B3", "H7-G6"});
}
