#include "fuzz/oracle.hpp"

#include "games/catalogue.hpp"
#include "games/english/naive.hpp"
#include "games/reduced_chess/naive.hpp"
#include "games/spanish/naive.hpp"
#include "games/stupid/naive.hpp"
#include "games/towers/naive.hpp"

#include <algorithm>

namespace crownd::fuzz {

namespace {

namespace naive_chess = crownd::testing::naive_chess;

/// Calls `found` for each legal move with its text, and a function that returns the text of the position after it.
template <class Found>
void for_each_move(std::string_view game, const std::string& position, const Found& found) {
  if (game == "english") {
    for (const auto& [move, after] : naive::legal_moves(naive::Board(position)))
      found(move, [&after = after] { return after; });
  } else if (game == "spanish") {
    const spanish_naive::Board board(position);
    for (const auto& [move, routes] : board.moves())
      found(*routes.begin(), [&board, &move = move] { return board.after(move).text(); });
  } else if (game == "stupid") {
    for (const auto& move : stupid_test::naive_moves(stupid_test::NaiveBoard(position)))
      found(move.text(), [&move] { return move.after.text(); });
  } else if (game == "towers") {
    for (const auto& move : towers_test::naive_moves(towers_test::NaiveBoard(position)))
      found(move.text, [&move] { return move.after; });
  } else if (game == "reduced-chess") {
    const auto board = naive_chess::board_of(position);
    for (const auto& move : naive_chess::legal_moves(board))
      found(move.text, [&board, &move] {
        return naive_chess::text_of(naive_chess::made(board, move.column, move.row, move.x, move.y));
      });
  } else {  // a game without a naive generator
    const auto rules = games::find(game)->make();
    rules->set_position(position, {});
    for (const auto& move : rules->legal_moves())
      found(move, [&] {
        rules->set_position(position, std::vector{move});
        return rules->position_text();
      });
  }
}

}  // namespace

bool are_legal_moves(std::string_view game, const std::string& position, std::vector<std::string> reported) {
  std::vector<std::string> moves;
  for_each_move(game, position, [&](const std::string& move, const auto&) { moves.push_back(move); });
  std::sort(moves.begin(), moves.end());
  std::sort(reported.begin(), reported.end());
  return reported == moves;
}

std::string position_after(std::string_view game, const std::string& position, const std::string& move) {
  if (game == "stupid" && move == "pass") return stupid_test::NaiveBoard(position).passed().text();
  std::string result;
  for_each_move(game, position, [&](const std::string& legal, const auto& after) {
    if (legal == move) result = after();
  });
  return result;
}

bool same_position(std::string_view game, const std::string& one, const std::string& other) {
  if (one == other || game != "reduced-chess") return one == other;
  const auto board = naive_chess::board_of(one), another = naive_chess::board_of(other);
  return board.rows == another.rows && board.white_to_move == another.white_to_move;
}

}  // namespace crownd::fuzz
