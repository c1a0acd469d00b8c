// Every line of verdicts.txt, judged three times: by what stands there, by the engine, and by the naive generator.
#include "games/reduced_chess/data_file.hpp"
#include "games/reduced_chess/naive.hpp"
#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <set>
#include <sstream>
#include <string>

namespace {

using namespace crownd;
using reduced_chess::Rules;
namespace naive = testing::naive_chess;
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
  const Side waiting = opponent(R::side_to_move(position));
  CHECK(R::result(position) == (expected_verdict == "checkmate" ? Result::win(waiting, crownd::reduced_chess::checkmate)
                                : expected_verdict == "stalemate" ? Result::draw(crownd::reduced_chess::stalemate)
                                                                  : Result{}));
}

void check_naive(const naive::Board& board, const Moves& expected, const std::string& expected_verdict) {
  Moves found;
  for (const auto& play : naive::legal_moves(board)) found.insert(play.text);
  CHECK(found == expected);
  CHECK(verdict(naive::in_check(board, board.white_to_move), !found.empty()) == expected_verdict);
}

TEST_CASE("Each way in which a move is legal or not has a board that shows it, as has each size", "[reduced-chess]") {
  std::set<int> sizes;
  Moves boards;
  for (const auto& fields : testing::read_fields("verdicts.txt")) {
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

}  // namespace
