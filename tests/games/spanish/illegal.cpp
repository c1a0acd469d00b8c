#include "core/bad_input.hpp"
#include "games/spanish/positions.hpp"
#include "support/catch.hpp"
#include "support/refusals.hpp"

using namespace crownd;
using namespace spanish_test;

namespace {

using testing::check_move_errors;
constexpr auto check_faults = testing::check_faults<Spanish>;

const std::string start = "W:W1-12:B21-32";

std::string reason(const std::string& position, const std::string& move) {
  const std::string message = testing::move_error<Spanish>(position, move);
  return message.substr(0, message.find(':'));
}

std::string reason_or_ambiguous(const std::string& position, const std::string& move) {
  try {
    (void)Spanish::read_move(position_of(position), move);
  } catch (const BadInput& bad) {
    return bad.fault() == Fault::ambiguous_move ? "ambiguous" : reason(position, move);
  }
  return "accepted";
}

}  // namespace

TEST_CASE("spanish: other texts than moves are unreadable") {
  check_faults(start, "unreadable",
               {"", "1115", "11-", "-15", "11--15", "11+15", "e2e", "11-15x", "11 15", "11-15-", "11:", "c3foo",
                "d3--c4", "x3-c4", "3d-4c", "d3-11c"});
}

TEST_CASE("spanish: algebraic squares are light ones, h1 being square 1") {
  for (const char* text : {"11-15", "d3-c4", "D3-C4", "d3c4", "d3:c4", "11:15", "11-c4", "d3 - c4"}) {
    INFO(text);
    CHECK(Spanish::format_move(position_of(start), Spanish::read_move(position_of(start), text)) == "11-15");
  }
}

TEST_CASE("spanish: an illegal move is rejected for the first reason that applies") {
  check_faults(start, "source-outside", {"0-5", "33-29", "99999999999999999999-5", "k3-c4"});
  check_faults(start, "target-outside", {"12-33", "12x19x40", "d3-c9"});
  check_faults(start, "source-empty", {"15-19"});
  check_faults(start, "target-occupied", {"5-9", "11-11"});
  check_faults("W:W6:B10,18", "target-occupied", {"6x10x18"});
  check_faults("W:W6:B10,18", "capture-mandatory", {"6x13x17"});
  check_faults(start, "not-your-piece", {"24-20"});
  check_faults("W:W8,9:B12,13,K20,21", "capture-more", {"9-25"});
  check_faults("W:WK16:B10,12,18,20", "capture-more", {"16x27x13", "16x13"});
  check_faults("W:W14:B32", "wrong-direction", {"14-10", "14-13"});
  check_faults("B:W1:B14", "wrong-direction", {"14-18"});
  check_faults("W:W19:B15", "wrong-direction", {"19x12"});
  check_faults("W:W1,5:B32", "blocked", {"1x10"});
  check_faults("W:W1:B", "game-over", {"1-5", "1"});
  check_faults("W:WK32:BK23,K28", "game-over", {"32-17"});
  check_faults("W:W1:B31", "illegal", {"1-10", "1-20", "1x5x10"});
  check_faults("W:WK1:B31", "illegal", {"1-9", "1-5-10"});
}

TEST_CASE("spanish: the error names the obstacle, or a better capture") {
  check_move_errors<Spanish>({
      {start, "h1", "blocked", "the piece on 1 cannot move: 5 is occupied"},
      {start, "a8-b7", "target-occupied", "a piece stands on 28"},
      {start, "c3-d4", "source-outside", "c3 is a dark square"},
      {start, "d3-d4", "target-outside", "d4 is a dark square"},
      {"W:W1,9:B13", "1-5", "capture-mandatory", "captures are mandatory: play 9x18"},
      {"W:W6,9:B11,13", "6-10", "capture-mandatory", "captures are mandatory: play one of 6x15, 9x18"},
      {"W:WK5,6:B14", "6-9", "capture-mandatory", "play one of 5x19, 5x23, 5x28 and 1 more"},
      {"W:WK31,12:B6,15,18", "31x13", "capture-more",
       "as many pieces as possible must be taken, so the capture goes on"},
      {"W:W8,9:B12,13,20", "9x18", "capture-more", "here 2 and not 1"},
      {"W:W8,9:B12,13,20", "9x18", "capture-more", "8x15x24"},
      {"W:W8,9:B12,13,K20,21", "9x18x25", "capture-more", "most kings"},
      {"W:W8,9:B12,13,K20,21", "9x18x25", "capture-more", "here 1 and not 0"},
      {"W:W8,9:B12,13,K20,21", "9x18x25", "capture-more", "8x15x24"},
      {"W:W6:B10,18", "6x13", "capture-more", "6x13x22"},
      {"W:WK16:B10,12,18,20", "16x3x13", "capture-more", "16x3x13x27x16"},
      {"W:WK1,10:B32", "1-14", "blocked", "own piece on 10"},
      {"W:WK1:B14,19", "1x23", "blocked", "piece on 14"},
  });
}

TEST_CASE("spanish: the error names each law that decides the capture") {
  const auto laws = [](const std::string& position, const std::string& move) {
    const std::string message = testing::move_error<Spanish>(position, move);
    return message.substr(0, message.find(": play "));
  };
  CHECK(laws("W:W1,6,9:B11,13", "1-5") == "capture-mandatory: captures are mandatory");
  CHECK(laws("W:W1,8,9:B12,13,20", "1-5") ==
        "capture-mandatory: captures are mandatory, and as many pieces as possible must be taken");
  CHECK(laws("W:W1,6,9:BK11,13", "1-5") ==
        "capture-mandatory: captures are mandatory, and the most kings must be taken");
  CHECK(laws("W:W1,4,8,9:B12,13,K20,21,K7", "1-5") ==
        "capture-mandatory: captures are mandatory, and as many pieces as possible and among those the most kings must "
        "be taken");
}

TEST_CASE("spanish: a square alone is no move; the error says why none starts there") {
  const std::string due = "W:W11,1:B15,32";
  check_move_errors<Spanish>({
      {due, "1", "capture-mandatory", "captures are mandatory: play 11x20"},
      {due, "15", "not-your-piece", "the piece on 15 is Black's"},
      {due, "2", "source-empty", "there is no piece on 2"},
      {due, "33", "source-outside"},
      {"W:W1,6:B5,11,20", "1", "capture-more", "as many pieces as possible must be taken, here 2 and not 1"},
      {"W:W1,6:BK5,11,14,20", "6", "capture-more", "of the captures that take 2 pieces"},
      {start, "5", "blocked", "the piece on 5 cannot move: 10 and 9 are occupied"},
      {"W:WK1:BK5,10", "1", "blocked", "the piece on 1 cannot move: 5 is occupied"},
      {due, "11", "unreadable", "11 is only where a move starts: write where it ends too, as in 11x20"},
      {start, "11", "unreadable", "as in 11-14"},
  });
}

TEST_CASE("spanish: only captures that continue the text are named") {
  // 2x9 continues to 18 and then to 25 or 11; 2x11 continues to 18 as well.
  const std::string message = testing::move_error<Spanish>("W:W2:B5,6,13,14", "2x9");
  CHECK(testing::contains(message, "until 2 pieces are taken: 2x9x18"));
  CHECK(!testing::contains(message, "2x11"));
}

TEST_CASE("spanish: each pair of squares is a legal move or rejected for a fitting reason") {
  for (const Position& position : testing::sample<Spanish>(10, 7)) {
    const std::string text = Spanish::format_position(position);
    const auto legal = moves_of(position);
    const bool capture_due = !legal.empty() && legal[0].captured != 0;
    std::set<std::string> possible{"accepted", "source-empty", "target-occupied", "not-your-piece"};
    if (capture_due) possible.insert({"capture-mandatory", "capture-more", "ambiguous"});
    if (!capture_due) possible.insert({"wrong-direction", "blocked", legal.empty() ? "game-over" : "illegal"});
    std::set<std::pair<int, int>> accepted, expected;
    for (const Move& move : legal) expected.insert({spanish::number_of(move.from), spanish::number_of(move.to)});
    for (int from = 1; from <= 32; ++from)
      for (int to = 1; to <= 32; ++to) {
        const std::string given = reason_or_ambiguous(text, std::to_string(from) + "-" + std::to_string(to));
        INFO(given << " for " << from << "-" << to << " in " << text);
        REQUIRE(possible.count(given) == 1);
        if (given == "accepted" || given == "ambiguous") accepted.insert({from, to});
      }
    INFO("other moves are accepted in " << text);
    REQUIRE(accepted == expected);
  }
}
