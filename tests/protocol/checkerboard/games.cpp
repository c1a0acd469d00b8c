// The library plays both sides of whole games, and crownd is the referee.

#include "engine_library.hpp"

#include "connection/engine.hpp"
#include "core/random.hpp"

using namespace crownd::testing;
using crownd::connection::Engine;
using crownd::connection::Errors;
using crownd::connection::Link;
namespace wire = crownd::wire;

namespace {

constexpr const char* game_of_checkerboard = "english";
constexpr int opening_plies = 6;
/// More than games have that go anywhere.
constexpr int max_plies = 240;

/// A few, or as many as the variable CROWND_GAMES says.
int games_to_play() {
  const char* const wanted = std::getenv("CROWND_GAMES");
  return wanted != nullptr ? std::atoi(wanted) : 10;
}

Cells cells_of(const wire::Squares& squares) {
  Cells cells{};
  for (const auto& row : squares.cells)
    for (const auto& cell : row)
      if (cell.piece != 0) {
        const bool of_white = cell.piece == 'a' || cell.piece == 'A';
        const bool of_king = cell.piece == 'A' || cell.piece == 'B';
        cells[cell_of(std::stoi(cell.name))] = (of_white ? white : black) | (of_king ? king : man);
      }
  return cells;
}

/// The squares of a route as the library numbers them.
bool is_that(const DescribedMove& move, const wire::Route& route) {
  const auto cell = [](const std::string& name) { return cell_of(std::stoi(name)); };
  if (move.from != cell(route.path.front()) || move.to != cell(route.path.back()) ||
      move.jumps.size() != route.takes.size())
    return false;
  for (std::size_t jump = 0; jump < move.jumps.size(); ++jump)
    if (move.jumps[jump].landing != cell(route.path[jump + 1]) || move.jumps[jump].taken != cell(route.takes[jump]))
      return false;
  return true;
}

/// The pieces that a move names are those that stand there.
bool names_pieces(const DescribedMove& move, const Cells& before, const Cells& after) {
  return move.before == before[move.from] && move.after == after[move.to] &&
         std::all_of(move.jumps.begin(), move.jumps.end(),
                     [&](const auto& jump) { return jump.taken_piece == before[jump.taken]; });
}

class Game {
 public:
  Game(Engine& referee, EngineLibrary& library, bool with_history)
      : referee_(referee), library_(library), with_history_(with_history) {}

  void play(crownd::Random& random) {
    referee_.set_position(game_of_checkerboard, "startpos");
    for (int ply = 0; ply < opening_plies && ongoing_; ++ply) {
      const auto moves = referee_.legal_moves();
      note(referee_.move(moves[random.below(moves.size())]));
    }
    bool first = true;
    for (int ply = 0; ply < max_plies && ongoing_; ++ply) {
      play_one(first);
      first = false;
    }
  }

 private:
  void note(const wire::Moved& moved) {
    ongoing_ = moved.status.outcome == wire::Outcome::ongoing;
    if (moved.status.quiet == 0) {
      since_.clear();
      start_ = referee_.standard_position();
    } else {
      since_.push_back(moved.moves.front());
    }
  }

  void play_one(bool first) {
    const auto squares = referee_.squares();
    const auto before = cells_of(squares);
    const int color = squares.turn == "a" ? white : black;
    if (with_history_ && !start_.empty()) {
      std::string history = "set gamehist " + start_;
      for (const auto& move : since_) history += ' ' + move;
      CHECK(library_.command(history).code == 1);
    }
    const auto played = library_.getmove(before, color, {"0.003", first ? 3 : 2, 0, -1});
    INFO(referee_.standard_position() << ": " << played.text);
    for (const auto& route : referee_.routes())
      if (is_that(played.move, route)) {
        note(referee_.move(route.move));
        const auto after = cells_of(referee_.squares());
        REQUIRE(played.cells == after);
        REQUIRE(names_pieces(played.move, before, after));
        REQUIRE((played.verdict == 1 || played.verdict == 2 || played.verdict == 3));
        return;
      }
    FAIL("no legal move is played");
  }

  Engine& referee_;
  EngineLibrary& library_;
  bool with_history_;
  bool ongoing_ = true;
  std::string start_;               ///< behind the last capture or man's move
  std::vector<std::string> since_;  ///< the moves from there
};

}  // namespace

TEST_CASE("all moves of whole games are legal and described correctly") {
  Link source({program_path("crownd")}, Errors::passed);
  Engine referee(source);
  EngineLibrary library;
  crownd::Random random(41);
  for (int game = 0; game < games_to_play(); ++game) Game(referee, library, game % 2 == 0).play(random);
}

TEST_CASE("islegal accepts exactly the legal moves") {
  Link source({program_path("crownd")}, Errors::passed);
  Engine referee(source);
  EngineLibrary library;
  for (const char* const position :
       {"startpos", "B:W18,26,27,31:B15,23", "W:WK18,K26:BK14,15,K22,23", "B:W6,7,K15:BK2,10"}) {
    INFO(position);
    referee.set_position(game_of_checkerboard, position);
    const auto squares = referee.squares();
    const auto before = cells_of(squares);
    const int color = squares.turn == "a" ? white : black;
    const auto routes = referee.routes();
    for (int from = 1; from <= 32; ++from)
      for (int to = 1; to <= 32; ++to) {
        const auto [legal, move] = library.islegal(before, color, from, to);
        const auto is_found = [&, &found = move](const wire::Route& route) { return is_that(found, route); };
        const bool expected = std::any_of(routes.begin(), routes.end(), [&](const auto& route) {
          return route.path.front() == std::to_string(from) && route.path.back() == std::to_string(to);
        });
        CHECK(legal == expected);
        if (expected) CHECK(std::any_of(routes.begin(), routes.end(), is_found));
      }
  }
}
