// The moves of a game as it stores them: whatever is played and taken back, it is the same as a fresh game.

#include "core/mix.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace crownd {
namespace {

using CourseMoves = std::vector<std::string>;

/// More than two of the intervals in which positions are kept.
constexpr int plies_of_random_game = 150;

CourseMoves random_game(const games::Entry& row, std::uint64_t number) {
  const auto game = row.make();
  CourseMoves moves;
  while (moves.size() < plies_of_random_game) {
    const auto legal = game->legal_moves();
    if (legal.empty()) break;
    moves.push_back(legal[mix(number * 1000 + moves.size()) % legal.size()]);
    game->play(std::array{moves.back()});
  }
  return moves;
}

void check_same(const play::AnyGame& game, const CourseMoves& moves, const games::Entry& row) {
  const auto fresh = row.make();
  fresh->set_position("startpos", moves);
  CHECK(game.position_text() == fresh->position_text());
  CHECK(game.moves_played() == moves);
  CHECK(game.plies_played() == moves.size());
  CHECK(game.status().repetition == fresh->status().repetition);
  CHECK(game.status().reversible_plies == fresh->status().reversible_plies);
}

CourseMoves first_of(const CourseMoves& moves, std::size_t count) {
  return {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(std::min(count, moves.size()))};
}

/// A game of any length: the kings walk to and fro.
constexpr std::string_view two_kings = "26 Ka1 Kz26 w";

CourseMoves walk_of_kings(std::size_t plies) {
  static const std::array<std::string, 4> steps{"a1a2", "z26z25", "a2a1", "z25z26"};
  CourseMoves moves;
  while (moves.size() < plies) moves.push_back(steps[moves.size() % steps.size()]);
  return moves;
}

TEST_CASE("any number of moves is taken back") {
  for (const auto& row : games::catalogue())
    for (std::uint64_t number = 0; number < 3; ++number) {
      INFO(row.name << " game " << number);
      const auto moves = random_game(row, number);
      const auto game = row.make();
      for (std::size_t count = 0; count <= moves.size(); count += 1 + count / 4) {
        game->set_position("startpos", moves);
        game->undo(static_cast<int>(count));
        check_same(*game, first_of(moves, moves.size() - count), row);
      }
    }
}

TEST_CASE("a position that is refused leaves the game as it was, wherever it differs") {
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    const auto moves = random_game(row, 1);
    const auto game = row.make();
    game->set_position("startpos", moves);
    for (std::size_t kept = 0; kept <= moves.size(); kept += 1 + kept / 3) {
      auto other = first_of(moves, kept);
      // First moves that can be played, but are not those of the game.
      const auto trial = row.make();
      trial->set_position("startpos", other);
      for (int i = 0; i < 70; ++i) {
        const auto legal = trial->legal_moves();
        if (legal.empty()) break;
        other.push_back(legal.back());
        trial->play(std::array{legal.back()});
      }
      other.emplace_back("nonsense");
      CHECK_THROWS_AS(game->set_position("startpos", other), BadInput);
      check_same(*game, moves, row);
    }
    CHECK_THROWS_AS(game->play(CourseMoves{"nonsense"}), BadInput);
    check_same(*game, moves, row);
    game->undo(static_cast<int>(moves.size()));
    check_same(*game, {}, row);
  }
}

TEST_CASE("moves are known again in the form in which they were given") {
  const auto game = games::find("reduced-chess")->make();
  game->set_position(two_kings, CourseMoves{"Ka1-a2", "KZ26-Z25"});
  game->set_position(two_kings, CourseMoves{"Ka1-a2", "KZ26-Z25", "a2a1"});
  CHECK(game->moves_played() == CourseMoves{"a1a2", "z26z25", "a2a1"});
}

TEST_CASE("a long game takes little memory on the largest board") {
  constexpr std::size_t plies = 10'000;
  constexpr std::size_t most_bytes_a_ply = 128;  // with what vectors reserve
  const auto game = games::find("reduced-chess")->make();
  game->set_position(two_kings, walk_of_kings(plies));
  CHECK(game->plies_played() == plies);
  CHECK(game->bytes() < plies * most_bytes_a_ply);
  CHECK(game->status().repetition == 1 + static_cast<int>(plies / 4));
}

TEST_CASE("texts of moves take little memory, however long they are") {
  // Leading zeros change no number.
  const std::string zeros(100'000, '0');
  const CourseMoves long_texts{zeros + "11-15", "22-18", zeros + "15x22"};
  const auto game = games::find("english")->make();
  game->set_position("startpos", long_texts);
  CHECK(game->bytes() < 4'000);
  auto more = long_texts;
  more.emplace_back("25x18");
  game->set_position("startpos", more);
  CHECK(game->moves_played() == CourseMoves{"11-15", "22-18", "15x22", "25x18"});
}

}  // namespace
}  // namespace crownd
