#include "core/history.hpp"
#include "core/types.hpp"
#include "support/catch.hpp"

namespace crownd {
namespace {

TEST_CASE("reversible plies are counted from the last irreversible one") {
  History history;
  CHECK(history.reversible_plies() == 0);
  history.push(1, true);  // the first position has no ply before it
  CHECK(history.reversible_plies() == 0);
  history.push(2, true);
  history.push(3, true);
  CHECK(history.reversible_plies() == 2);
  history.push(4, false);
  CHECK(history.reversible_plies() == 0);
  history.pop();
  CHECK(history.reversible_plies() == 2);
}

TEST_CASE("reversible plies before the first position count, and hide no positions") {
  History history;
  history.begin(7, 40);
  CHECK(history.reversible_plies() == 40);
  CHECK(history.earlier_occurrences() == 0);
  for (const std::uint64_t key : {8, 9, 6, 7}) history.push(key, true);
  CHECK(history.reversible_plies() == 44);
  CHECK(history.earlier_occurrences() == 1);
  history.push(5, false);
  CHECK(history.reversible_plies() == 0);
}

TEST_CASE("repetitions are counted, but not across a capture") {
  History history;
  for (const std::uint64_t key : {7, 8, 9, 6, 7, 8, 9, 6, 7}) history.push(key, true);
  CHECK(history.earlier_occurrences() == 2);
  history.push(5, false);
  for (const std::uint64_t key : {7, 8, 9, 6, 5}) history.push(key, true);
  CHECK(history.earlier_occurrences() == 0);
}

TEST_CASE("a search scores one repetition within its line, or two in the game, as a draw") {
  History history;
  for (const std::uint64_t key : {7, 8, 9, 6, 7}) history.push(key, true);
  CHECK_FALSE(history.is_repetition(4));
  CHECK(history.is_repetition(0));
  for (const std::uint64_t key : {8, 9, 6, 7}) history.push(key, true);
  CHECK(history.is_repetition(8));
}

TEST_CASE("the copy for a search has all positions that may occur again") {
  History history;
  for (const std::uint64_t key : {1, 2, 3}) history.push(key, true);
  history.push(7, false);
  for (const std::uint64_t key : {8, 9, 6, 7, 8}) history.push(key, true);
  History line = history.since_irreversible(10);
  CHECK(line.size() == 6);
  CHECK(line.reversible_plies() == history.reversible_plies());
  CHECK(line.earlier_occurrences() == history.earlier_occurrences());
  const auto root = line.size() - 1;
  line.push(9, true);
  CHECK(line.earlier_occurrences() == 1);
  CHECK_FALSE(line.is_repetition(root));
  for (const std::uint64_t key : {6, 7}) line.push(key, true);
  CHECK(line.earlier_occurrences() == 2);
  CHECK(line.is_repetition(root));

  History begun;
  begun.begin(7, 40);
  CHECK(begun.since_irreversible(0).size() == 1);
  CHECK(begun.since_irreversible(0).reversible_plies() == 40);
}

TEST_CASE("earlier wins and later losses are better; both are beyond every evaluation") {
  CHECK(Score::win_in(1) > Score::win_in(3));
  CHECK(Score::loss_in(4) > Score::loss_in(2));
  CHECK(Score::win_in(1000) > Score::centipawns(1'000'000));
  CHECK(Score::loss_in(1000) < Score::centipawns(-1'000'000));
  CHECK(Score::infinity() > Score::win_in(0));
  CHECK(-Score::win_in(5) == Score::loss_in(5));
}

TEST_CASE("the length of a decided game is counted in the moves of the side to move") {
  CHECK(Score::win_in(1).moves_to_end() == 1);
  CHECK(Score::win_in(3).moves_to_end() == 2);
  CHECK(Score::loss_in(2).moves_to_end() == -1);
  CHECK(Score::loss_in(4).moves_to_end() == -2);
  CHECK(Score::win_in(2).moves_to_end() == 1);
  CHECK(Score::loss_in(1).moves_to_end() == -1);
  CHECK(Score::loss_in(0).moves_to_end() == 0);
  CHECK(Score::win_in(0).moves_to_end() == 0);
}

TEST_CASE("only wins and losses are decided") {
  CHECK_FALSE(Score::centipawns(40'000).is_decided());
  CHECK(Score::win_in(255).is_win());
  CHECK(Score::loss_in(255).is_loss());
  CHECK(Score::win_in(17).plies_to_end() == 17);
  CHECK(Score::from_raw(Score::loss_in(17).raw()) == Score::loss_in(17));
}

}  // namespace
}  // namespace crownd
