#include "games/spanish/positions.hpp"
#include "support/catch.hpp"

#include <fstream>
#include <sstream>

using namespace crownd;
using namespace spanish_test;

namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ';');) {
    const auto from = field.find_first_not_of(' ');
    fields.push_back(from == std::string::npos ? "" : field.substr(from, field.find_last_not_of(' ') - from + 1));
  }
  return fields;
}

std::set<int> squares_in(const std::string& list) {
  std::set<int> squares;
  std::istringstream stream(list);
  for (std::string number; std::getline(stream, number, ',');) squares.insert(std::stoi(number));
  return squares;
}

/// Each route `2x11x18=6,14` is read as a legal move with just these captures, and together they are all legal moves.
void check_routes(const Position& position, const std::string& routes) {
  std::set<std::string> seen;
  std::istringstream stream(routes);
  for (std::string entry; stream >> entry;) {
    INFO(entry);
    const auto equals = entry.find('=');
    const Move move = Spanish::read_move(position, entry.substr(0, equals));
    const std::string taken = equals == std::string::npos ? "" : entry.substr(equals + 1);
    CHECK(numbers_in(move.captured) == squares_in(taken));
    seen.insert(Spanish::format_move(position, move));
  }
  CHECK(seen == move_texts(position));
  CHECK(moves_of(position).size() == seen.size());
}

Result result_of(const std::string& text) { return Spanish::result(position_of(text)); }

std::string after(const std::string& position, const std::string& move) {
  const Position before = position_of(position);
  return Spanish::format_position(Spanish::after(before, Spanish::read_move(before, move)));
}

}  // namespace

TEST_CASE("spanish: positions from other programs have their moves and verdicts") {
  std::ifstream file(CROWND_SOURCE_DIR "/tests/games/spanish/positions.txt");
  REQUIRE(file.is_open());
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const auto fields = fields_of(line);
    REQUIRE(fields.size() == 5);
    INFO(fields[0] << " (" << fields[4] << "): " << fields[1]);
    const Position position = position_of(fields[1]);
    check_routes(position, fields[2]);
    const Result lost = Result::win(opponent(position.side), crownd::draughts_family::no_moves);
    CHECK(Spanish::result(position) == (fields[3] == "lost" ? lost : Result{}));
    ++cases;
  }
  CHECK(cases == 16);
}

TEST_CASE("spanish: White begins with its seven first moves") {
  CHECK(Spanish::format_position(Spanish::start()) ==
        "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32");
  CHECK(move_texts(Spanish::start()) ==
        std::set<std::string>{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16"});
}

TEST_CASE("spanish: the laws of quantity and quality choose among captures") {
  SECTION("a man takes two men rather than one king") {
    CHECK(move_texts(position_of("W:W1,6:BK5,11,20")) == std::set<std::string>{"6x15x24"});
  }
  SECTION("of two pairs the one with the king") {
    CHECK(move_texts(position_of("W:W1,6:BK5,11,14,20")) == std::set<std::string>{"1x10x19"});
  }
  SECTION("two kings rather than one king and a man") {
    CHECK(move_texts(position_of("W:W1,6:BK5,K14,K11,20")) == std::set<std::string>{"1x10x19"});
  }
  SECTION("what captures does not matter: a man and a king may choose") {
    CHECK(move_texts(position_of("W:W6,K4:B11,8")) == std::set<std::string>{"4x14", "4x18", "4x21", "4x25", "6x15"});
  }
}

TEST_CASE("spanish: a man is crowned where its move ends and does not go on as a king") {
  SECTION("by a step") { CHECK(after("W:W25:B5", "25-29") == "B:WK29:B5"); }
  SECTION("by a capture, though a king on that square could take another") {
    CHECK(after("W:W22:B27,28", "22x31") == "B:WK31:B28");
  }
  SECTION("black on the first row") { CHECK(after("B:W21:B8", "8-4") == "W:W21:BK4"); }
}

TEST_CASE("spanish: pieces that a king has taken stay until the end of its move and block it") {
  SECTION("a taken piece is not jumped twice, and the start square counts as empty") {
    CHECK(after("W:WK2:B5,6,13,14", "2x11x18x9x2") == "B:WK2:B");
  }
  SECTION("a man takes as many as it finds ahead, and all of them go") {
    CHECK(after("W:W9:B13,22,32", "9x18x27") == "B:W27:B32");
  }
}

TEST_CASE("spanish: who cannot move, or has nothing left, has lost") {
  CHECK(result_of("W:WK1:BK5,10") == Result::win(Side::second, crownd::draughts_family::no_moves));
  CHECK(result_of("B:W1:B") == Result::win(Side::first, crownd::draughts_family::no_pieces));
  CHECK(result_of("W:W1:B") == Result::win(Side::first, crownd::draughts_family::no_pieces));
  CHECK(result_of("W:W:B32") == Result::win(Side::second, crownd::draughts_family::no_pieces));
  CHECK(moves_of(position_of("W:W1:B")).empty());
  CHECK(Spanish::result(Spanish::start()) == Result{});
}

TEST_CASE("spanish: only a king's move without capture can be taken back") {
  const Position position = position_of("W:WK1,12:B25,31");
  CHECK(Spanish::is_quiet(position, Spanish::read_move(position, "1-19")));
  CHECK_FALSE(Spanish::is_quiet(position, Spanish::read_move(position, "12-16")));
  const Position capture = position_of("W:WK1:B10,31");
  CHECK_FALSE(Spanish::is_quiet(capture, Spanish::read_move(capture, "1x14")));
}

TEST_CASE("spanish: keys and move numbers tell things apart") {
  std::set<std::uint64_t> keys;
  std::set<std::string> texts;
  for (const Position& position : sample(3'000, 3)) {
    if (texts.insert(Spanish::format_position(position)).second) keys.insert(Spanish::key(position));
    std::set<std::uint32_t> ids;
    for (const Move& move : moves_of(position)) ids.insert(Spanish::move_id(move));
    if (ids.size() != moves_of(position).size()) FAIL("a move_id twice in " << Spanish::format_position(position));
  }
  CHECK(keys.size() == texts.size());
}

TEST_CASE("spanish: the hint for a capture is the material that it takes") {
  const Position position = position_of("W:W1,6:BK5,11,14,20");
  CHECK(Spanish::order_hint(position, Spanish::read_move(position, "1x10x19")) == 400);
  CHECK(Spanish::order_hint(Spanish::start(), Spanish::read_move(Spanish::start(), "11-15")) == 0);
}
