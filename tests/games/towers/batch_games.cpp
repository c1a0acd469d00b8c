#include "games/towers/batch_files.hpp"
#include "games/towers/naive_batch.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

using towers_test::batch_file;
using towers_test::batch_files;
using towers_test::BatchAction;
using towers_test::naive_moves;
using towers_test::NaiveBatch;

namespace {

/// How a game ended, and the command behind it; an empty text if it did not end.
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

/// What is special about an action, with the letter of the side that made it.
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

TEST_CASE("towers: in the batch games all happens that can") {
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

TEST_CASE("towers: ten computed actions are the most, and a win is printed only where the next one is missing") {
  const auto check = [](const std::string& name, int computed, const std::string& last_line) {
    INFO(name);
    const NaiveBatch game(batch_file(name).input);
    CHECK(std::count_if(game.actions().begin(), game.actions().end(),
                        [](const auto& action) { return action.computed; }) == computed);
    CHECK(game.last_line() == last_line);
    return naive_moves(game.board()).empty();
  };
  CHECK_FALSE(check("P_from_the_start", 10, ""));
  CHECK(check("P_wins_with_its_ninth_action", 9, "BLACK WIN!"));
  CHECK(check("P_wins_with_its_tenth_action", 10, ""));
  CHECK(check("A_wins", 1, ""));
  CHECK(check("A_after_a_white_win", 0, "WHITE WIN!"));
}

TEST_CASE("towers: the lines of the batch inputs end as their names say") {
  CHECK(batch_file("empty").input.empty());
  CHECK(batch_file("no_last_newline_after_an_action").input.back() != '\n');
  CHECK(batch_file("no_last_newline_after_a_command").input.back() != '\n');
  const auto crlf = batch_file("crlf").input;
  CHECK(std::count(crlf.begin(), crlf.end(), '\r') == std::count(crlf.begin(), crlf.end(), '\n'));
}
