#include "core/bad_input.hpp"
#include "games/towers/batch_files.hpp"
#include "games/towers/naive_batch.hpp"
#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "search/minimax.hpp"
#include "support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace crownd;
using towers::Position;
using Towers = crownd::towers::Rules;
using towers_test::batch_file;
using towers_test::batch_files;
using towers_test::naive_choice;
using towers_test::naive_cost;
using towers_test::naive_picture;
using towers_test::NaiveBatch;
using towers_test::NaiveBoard;

namespace {

constexpr int machine_depth = 3;

search::MinimaxResult<Towers> machine_choice(const Position& position, int depth) {
  search::Control control;
  return search::Minimax<Towers>(control).choose(position, depth);
}

/// Plays the actions of an input, and checks every board, cost and computed action. Returns the final position.
Position replay(const std::string& name, int& computed) {
  auto position = Towers::start();
  const NaiveBatch batch(batch_file(name).input);
  for (const auto& action : batch.actions()) {
    INFO(name << ": " << action.text);
    const auto move = Towers::read_move(position, action.text);
    CHECK(Towers::format_move(position, move) == action.text);
    if (action.computed) {
      const auto choice = machine_choice(position, machine_depth);
      REQUIRE(choice.best.has_value());
      CHECK(Towers::format_move(position, *choice.best) == action.text);
      CHECK(choice.complete);
      ++computed;
    }
    position = Towers::after(position, move);
    CHECK(Towers::leaf_cost(position) == naive_cost(action.after));
    CHECK(Towers::picture(position) == naive_picture(action.after));
  }
  return position;
}

}  // namespace

TEST_CASE("towers: the machine player makes every computed action of the batch games") {
  int computed = 0;
  for (const auto& file : batch_files()) (void)replay(file.name, computed);
  CHECK(computed == 63);
}

TEST_CASE("towers: the batch games end as their names say") {
  int computed = 0;
  const auto result = [&](const std::string& name) { return Towers::result(replay(name, computed)); };
  CHECK(result("black_wins_no_pieces") == Result::win(Side::first, crownd::draughts_family::no_pieces));
  CHECK(result("black_wins_no_action") == Result::win(Side::first, crownd::draughts_family::no_moves));
  CHECK(result("white_wins_no_pieces") == Result::win(Side::second, crownd::draughts_family::no_pieces));
  CHECK(result("white_wins_no_action") == Result::win(Side::second, crownd::draughts_family::no_moves));
  CHECK_FALSE(result("P_from_the_start").over());
}

TEST_CASE("towers: an error of the batch form is the refusal with the word that stands for it") {
  const std::vector<std::pair<std::string, std::string>> errors{
      {"error_source_outside", "source-outside"},
      {"error_target_outside", "target-outside"},
      {"error_source_empty", "source-empty"},
      {"error_target_occupied", "target-occupied"},
      {"error_opponents_piece", "not-your-piece"},
      {"error_illegal_action", "wrong-direction"},
      {"error_of_the_loser_after_the_end", "game-over"},
      {"error_of_the_winner_after_the_end", "not-your-piece"},
  };
  for (const auto& [name, word] : errors) {
    INFO(name);
    int computed = 0;
    const auto position = replay(name, computed);
    const auto wrong = NaiveBatch(batch_file(name).input).refused();
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
