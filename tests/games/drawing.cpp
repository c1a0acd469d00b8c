// Checks `squares` and `legalmoves squares` for each row of the catalogue: a client that draws and clicks by them
// must agree with the rules.

#include "core/random.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"

namespace crownd {
namespace {

using Pieces = std::map<std::string, char>;

/// The pieces by the names of their cells.
Pieces pieces_of(const play::Squares& squares) {
  Pieces pieces;
  for (const auto& row : squares.board.cells)
    for (const auto& cell : row)
      if (cell.piece != 0) pieces[cell.name] = cell.piece;
  return pieces;
}

void check_board(const play::Squares& squares) {
  const auto& [columns, rows, cells] = squares.board;
  REQUIRE(!cells.empty());
  CHECK((rows.empty() || rows.size() == cells.size()));
  std::set<std::string> names;
  for (const auto& row : cells) {
    CHECK(row.size() == cells.front().size());
    CHECK((columns.empty() || columns.size() == row.size()));
    for (const auto& cell : row) {
      if (cell.name.empty())
        CHECK(cell.piece == 0);
      else
        CHECK(names.insert(cell.name).second);
      const auto& letters = squares.description.pieces;
      CHECK((cell.piece == 0 || std::any_of(letters.begin(), letters.end(),
                                            [&](const PieceInfo& piece) { return piece.letter == cell.piece; })));
    }
  }
}

/// The side of a piece letter.
Side side_of(const play::Squares& squares, char letter) {
  for (const auto& piece : squares.description.pieces)
    if (piece.letter == letter) return piece.side;
  FAIL("a piece with an unknown letter");
  return Side::first;
}

/// Each path, played by hand on the cells, gives the cells after the move; and typed, it is that move.
void check_paths(play::AnyGame& game, const play::Squares& squares, const play::MovePaths& move) {
  REQUIRE(!move.paths.empty());
  const Pieces before = pieces_of(squares);
  for (const auto& path : move.paths) {
    INFO(move.move);
    REQUIRE(path.squares.size() >= 2);
    Pieces expected = before;
    const char mover = expected.at(path.squares.front());
    CHECK(squares.side_names[static_cast<std::size_t>(index_of(side_of(squares, mover)))] == squares.turn);
    CHECK(path.becomes != mover);
    expected.erase(path.squares.front());
    for (const auto& taken : path.takes) {
      REQUIRE(expected.count(taken) == 1);
      CHECK(side_of(squares, expected.at(taken)) != side_of(squares, mover));
      expected.erase(taken);
    }
    CHECK(expected.count(path.squares.back()) == 0);
    expected[path.squares.back()] = path.becomes != 0 ? path.becomes : mover;

    std::string typed;
    for (const auto& square : path.squares) typed += (typed.empty() ? "" : path.takes.empty() ? "-" : "x") + square;
    CHECK(game.play(std::vector{typed}) == std::vector{move.move});
    CHECK(pieces_of(game.squares()) == expected);
    game.undo(1);
  }
}

void check_position(play::AnyGame& game) {
  INFO(game.name() << ": " << game.position_text());
  const auto squares = game.squares();
  check_board(squares);
  const auto status = game.status();
  CHECK(squares.turn == (status.result.over() ? "" : status.side));
  const auto& reasons = squares.description.reasons;
  if (status.result.over()) CHECK(std::find(reasons.begin(), reasons.end(), status.result.reason) != reasons.end());
  const auto moves = game.move_paths();
  const auto legal = game.legal_moves();
  REQUIRE(moves.size() == legal.size());
  for (std::size_t i = 0; i < moves.size(); ++i) CHECK(moves[i].move == legal[i]);
  // Of very many moves, only some are checked.
  for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 60) check_paths(game, squares, moves[i]);
}

TEST_CASE("the drawn board agrees with the moves, and each route with the position after it") {
  constexpr int games_per_row = 8, plies_limit = 200;
  for (const auto& row : games::catalogue())
    for (int number = 0; number < games_per_row; ++number) {
      const auto game = row.make();
      for (int ply = 0; ply < plies_limit; ++ply) {
        check_position(*game);
        const auto legal = game->legal_moves();
        if (legal.empty()) break;
        game->play(std::vector{legal[mix(static_cast<std::uint64_t>(number * 1000 + ply)) % legal.size()]});
      }
    }
}

TEST_CASE("boards of all sizes are drawn as they are") {
  const auto game = games::find("reduced-chess")->make();
  for (const std::string_view position :
       {"2 Ka1 Kb2 w", "26 Km1,Rl1,Bz26 Km26,Ra26 w", "8 Ka1,Rb8 Kh8,Bc3 b", "9 Ka1,Rb8 Kh8,Bc3 b"}) {
    game->set_position(position, {});
    check_position(*game);
    const auto squares = game->squares();
    const auto size = static_cast<std::size_t>(std::stoi(std::string(position)));
    CHECK(squares.board.cells.size() == size);
    CHECK(squares.board.columns.back() == std::string(1, static_cast<char>('a' + size - 1)));
    CHECK(squares.board.rows.front() == std::to_string(size));
    CHECK(squares.board.cells.back().front().name == "a1");
    CHECK(squares.board.cells.back().front().dark);
    CHECK((squares.description.notation == "pgn white w") == (size == 8));
  }
}

TEST_CASE("the description of a game is complete") {
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    const auto squares = row.make()->squares();
    const auto& about = squares.description;
    CHECK(squares.title == row.title);
    CHECK(!about.reversible_ply.empty());
    CHECK(about.sides[0].at_bottom != about.sides[1].at_bottom);
    CHECK(about.sides[0].light != about.sides[1].light);
    for (const auto& side : about.sides) CHECK(side.paint.find(' ') == std::string_view::npos);
    std::set<char> letters;
    for (const auto& piece : about.pieces) {
      CHECK(letters.insert(piece.letter).second);
      CHECK(piece.kind.find(' ') == std::string_view::npos);
    }
    CHECK(!about.reasons.empty());
    for (const Reason* reason : about.reasons) CHECK(reason->word.find(' ') == std::string_view::npos);
    const auto notation = about.notation;
    CHECK((notation == "plain" || notation.starts_with("pdn ") || notation.starts_with("pgn ")));
    bool writes_standard = true;
    try {
      (void)row.make()->standard_text();
    } catch (const BadInput&) {
      writes_standard = false;
    }
    CHECK(writes_standard == (about.standard != "none"));
  }
}

}  // namespace
}  // namespace crownd
