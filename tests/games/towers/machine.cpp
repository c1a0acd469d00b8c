#include "games/random_positions.hpp"
#include "games/towers/naive_batch.hpp"
#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "search/exhaustive.hpp"
#include "support/catch.hpp"

#include <cctype>

using namespace crownd;
using Towers = crownd::towers::Rules;
using towers::Position;
using towers_test::batch_file;
using towers_test::batch_files;
using towers_test::BatchAction;
using towers_test::naive_choice;
using towers_test::naive_cost;
using towers_test::naive_moves;
using towers_test::naive_picture;
using towers_test::NaiveBatch;
using towers_test::NaiveBoard;

namespace {

constexpr int machine_depth = 3;

search::MinimaxResult<Towers> machine_choice(const Position& position, int depth) {
  search::Control control;
  return search::Minimax<Towers>(control).choose(position, depth);
}

/// Plays the actions of an input, and checks every board, cost and computed action, and whether the game is over.
void replay(const towers_test::BatchFile& file, int& computed) {
  auto position = Towers::start();
  const NaiveBatch batch(file.input);
  for (const auto& action : batch.actions()) {
    INFO(file.name << ": " << action.text);
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
    CHECK(Towers::result(position).over() == naive_moves(action.after).empty());
  }
}

/// The end of a game and the command after it; empty if the game did not end.
std::string ending(const NaiveBatch& game) {
  const auto& board = game.board();
  if (!naive_moves(board).empty()) return "";
  const auto letters = board.text();
  const bool pieces = std::any_of(letters.begin(), letters.begin() + 32,
                                  [&](const char letter) { return std::tolower(letter) == board.side; });
  return std::string(board.side == 'b' ? "White" : "Black") + " wins, no " + (pieces ? "action" : "pieces") + ", " +
         game.command();
}

char letter_at(const towers_test::NaiveBoard& board, char column, int row) {
  return board.rows.at(static_cast<std::size_t>(row - '1')).at(static_cast<std::size_t>(column - 'A'));
}

/// The special features of an action, with the letter of its side.
std::string special(const BatchAction& action) {
  const auto& text = action.text;
  const char side = action.before.side;
  const std::string what = std::string(1, side) + (action.capture ? " jumps" : " steps");
  const char piece = letter_at(action.before, text[0], text[1]);
  if (piece != letter_at(action.after, text[3], text[4])) return what + " and is crowned";
  if ((text[4] > text[1]) != (side == 'b')) return what;
  const char between = letter_at(action.before, static_cast<char>((text[0] + text[3]) / 2), (text[1] + text[4]) / 2);
  return what + " back" + (action.capture && std::isupper(between) != 0 ? " over a tower" : "");
}

}  // namespace

TEST_CASE("towers: the machine player makes every computed action of the batch games") {
  int computed = 0;
  for (const auto& file : batch_files()) replay(file, computed);
  CHECK(computed == 63);
}

TEST_CASE("towers: the machine player is the minimax of the specification") {
  for (const auto& position : testing::sample<Towers>(85, 6)) {
    const auto text = Towers::format_position(position);
    for (int depth = 1; depth <= machine_depth; ++depth) {
      const auto [move, cost] = naive_choice(NaiveBoard(text), depth);
      const auto choice = machine_choice(position, depth);
      const auto chosen = choice.best ? Towers::format_move(position, *choice.best) : std::string();
      INFO(text << " depth " << depth);
      REQUIRE(chosen == move);
      REQUIRE(choice.cost == cost);
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

TEST_CASE("towers: the batch games cover all kinds of actions") {
  std::set<std::string> endings, actions, last_lines;
  std::size_t whole = 0, longest = 0;
  for (const auto& file : batch_files()) {
    const NaiveBatch game(file.input);
    endings.insert(ending(game));
    last_lines.insert(game.last_line());
    for (const auto& action : game.actions()) actions.insert(special(action));
    whole += ending(game).empty() ? 0 : 1;
    longest = std::max(longest, game.actions().size());
  }
  CHECK(endings ==
        std::set<std::string>{"", "Black wins, no action, -", "Black wins, no action, A", "Black wins, no action, P",
                              "Black wins, no pieces, -", "Black wins, no pieces, A", "Black wins, no pieces, P",
                              "White wins, no action, -", "White wins, no action, A", "White wins, no action, P",
                              "White wins, no pieces, -", "White wins, no pieces, A", "White wins, no pieces, P"});
  CHECK(actions == std::set<std::string>{"b steps", "b steps back", "b steps and is crowned", "b jumps", "b jumps back",
                                         "b jumps back over a tower", "b jumps and is crowned", "w steps",
                                         "w steps back", "w steps and is crowned", "w jumps", "w jumps back",
                                         "w jumps back over a tower", "w jumps and is crowned"});
  CHECK(last_lines ==
        std::set<std::string>{"", "BLACK WIN!", "WHITE WIN!", "ERROR: Source cell is outside of the board.",
                              "ERROR: Target cell is outside of the board.", "ERROR: Source cell is empty.",
                              "ERROR: Target cell is not empty.", "ERROR: Source cell holds opponent's piece/tower.",
                              "ERROR: Illegal action."});
  CHECK(whole >= 12);
  CHECK(longest > 200);
}

TEST_CASE("towers: the batch inputs have the line ends that their names state") {
  CHECK(batch_file("empty").input.empty());
  CHECK(batch_file("no_last_newline_after_an_action").input.back() != '\n');
  CHECK(batch_file("no_last_newline_after_a_command").input.back() != '\n');
  const auto crlf = batch_file("crlf").input;
  CHECK(std::count(crlf.begin(), crlf.end(), '\r') == std::count(crlf.begin(), crlf.end(), '\n'));
}
